package rules

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestTranslations: a reference in another language has the sections of the English one
// (which load checks) and their numbers: figures, rulings, hexes, sections, options. None of
// its words are English, or of the other language.
func TestTranslations(t *testing.T) {
	for name, r := range references() {
		if r.Lang == English {
			continue
		}
		english := Of(path.Base(name), English)
		expect.Same(t, fmt.Sprintf("%s is of", name), r.Name, english.Name)
		for i, s := range english.All() {
			for _, fault := range faults(s, r.All()[i], r.Lang) {
				t.Errorf("%s: %s: %s", name, s.Key, fault)
			}
		}
	}
}

// faults compares a section of one level with its translation.
func faults(from, s Section, lang string) (list []string) {
	text := s.Heading + "\n" + strings.Join(s.Lines, "\n")
	for _, what := range []*regexp.Regexp{figure, option, row} {
		want, got := counted(what, from.Heading+"\n"+strings.Join(from.Lines, "\n")), counted(what, text)
		for _, k := range slices.Sorted(maps.Keys(want)) {
			if got[k] != want[k] && k != "" {
				list = append(list, "lacks "+k)
			}
			delete(got, k)
		}
		for _, k := range slices.Sorted(maps.Keys(got)) {
			list = append(list, "adds "+k)
		}
	}
	for _, found := range foreign[lang].FindAllString(strings.ReplaceAll(quoted.ReplaceAllString(text, ""), from.Heading, ""), -1) {
		list = append(list, "is not translated: "+found)
	}
	return list
}

var (
	figure = regexp.MustCompile(`(?:[A-Z]+[.-]?|\bR-)?\d+(?:[.,]\d+)*`)
	option = regexp.MustCompile("`[a-z0-9]+_[a-z_]+`")
	row    = regexp.MustCompile(`(?m)^(?:\||[*-]|#+|\d+\.) `)
	quoted = regexp.MustCompile("`[^`]*`")
)

// foreign are frequent words that a language does not have; Catalan has "los" behind a verb.
var foreign = map[string]*regexp.Regexp{
	"es": regexp.MustCompile(`\b(?:the|and|of|with|which|not|from|that|are|amb|els|dels|aquest|aquesta)\b`),
	"ca": regexp.MustCompile(`(?:^|[^-])\b(?:the|and|of|with|which|not|from|that|are|los|las|pero|y|este|esta|con|por)\b`),
}

// thousands is what English divides them by where the others write nothing: 5,000 and 5000.
var thousands = regexp.MustCompile(`(\d),(\d{3})\b`)

// counted counts the finds.
func counted(what *regexp.Regexp, text string) map[string]int {
	n := map[string]int{}
	for _, found := range what.FindAllString(thousands.ReplaceAllString(text, "$1$2"), -1) {
		n[found]++
	}
	return n
}

// translated is the sample in Spanish.
const translated = `# 18Sample: referencia de reglas

Escrito para la prueba.

## Preparación <!-- Set-up -->

Lo que hay al principio.

## VIII Turno de operaciones

### VIII.6 Estaciones

Una estación cuesta 40 K.

#### Inicial

La primera es gratis.

### VIII.12 Compra de trenes

De un **mazo** o de
una compañía.

| tren | precio |
|---|---:|
| 2 | 70 |

- uno
  y más
- dos

## Decisiones <!-- Rulings -->

### R-02 Sin ingresos

El precio baja.

    a b

### R-29 Ingresos de las minas

Cuentan.
`

// A translation is found by its own words and by the English ones; it cites in its own.
func TestFollow(t *testing.T) {
	r := expect.Get(read(translated))(t)
	expect.NoError(t, r.follow(sampled(t)))
	for words, want := range map[string]string{
		"VIII.6": "VIII.6", "preparacion": "Set-up", "set-up": "Set-up", "estaciones": "VIII.6", "station": "VIII.6",
		"«minas»": "R-29", "decisiones": "Rulings", "buying": "VIII.12", "ingresos": "R-29",
	} {
		finds(t, r, words, want)
	}
	expect.Same(t, "cites", r.Cite("Set-up, VIII.6, R-02"), "Preparación, VIII.6, R-02")
	for i, s := range sampled(t).All() {
		expect.Same(t, s.Key, faults(s, r.All()[i], "es"), nil)
	}
}

// TestFaults: what a translation can lack is found.
func TestFaults(t *testing.T) {
	for was, now := range map[string]string{
		"40 K":                           "50 K",
		"### VIII.12 Compra":             "### VIII.13 Compra",
		"## Decisiones <!-- Rulings -->": "## Decisiones",
		"La primera":                     "the primera",
		"| 2 | 70 |\n":                   "",
		"#### Inicial\n":                 "",
	} {
		r, err := read(strings.Replace(translated, was, now, 1))
		if err == nil {
			err = r.follow(sampled(t))
		}
		found := err != nil
		for i, s := range sampled(t).All() {
			found = found || len(faults(s, r.All()[i], "es")) > 0
		}
		expect.True(t, found, "%q instead of %q goes unnoticed", now, was)
	}
}
