package templates

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
)

// TestLettersOfLanguages: whole random games, with letters in each language besides English, checked for grammar.
func TestLettersOfLanguages(t *testing.T) {
	s := newSet(t)
	for _, lang := range s.Languages() {
		if lang == English {
			continue
		}
		for _, game := range gamesRead() {
			if !s.Has(lang, game.title+".title") {
				continue // not translated
			}
			t.Run(fmt.Sprint(lang, "/", game.title, game.seats), func(t *testing.T) {
				r := &reading{T: t, set: s, lang: lang, wrong: func(said string) []string { return wrongIn(lang, said) }}
				r.readAll(game)
			})
		}
	}
}

// reading is a reader of the letters of a game.
type reading struct {
	*testing.T
	set   *Set
	lang  string
	wrong func(said string) []string
	typed string // the line that is answered
	out   strings.Builder
	found map[string]bool // faults already reported
	read  map[string]bool // sentences without a fault
}

// gameRead is a random game whose letters are read in several languages.
type gameRead struct {
	title   string
	seats   int
	letters func() ([]answered, error)
}

// answered is a letter, and the line that it answers, if any.
type answered struct {
	*Letter
	typed string
}

// gamesRead lists the games; each is played once per process.
var gamesRead = sync.OnceValue(func() (list []gameRead) {
	for i, c := range []struct {
		title string
		seats int
		some  int // one of this many steps
	}{{"russian", 3, 8}, {"18mag", 3, 16}, {"18cz", 4, 40}, {"tycoon", 3, 12}, {"18mag", 2, 30}, {"18cz", 2, 60}}[:level.Of(4, 6, 6)] {
		list = append(list, gameRead{c.title, c.seats, sync.OnceValues(func() ([]answered, error) {
			return lettersOf(titles.Find(c.title), c.seats, c.some*level.Of(3, 1, 1), uint64(i))
		})})
	}
	return list
})

// lettersOf plays a random game and returns the letters of all seats at one of so many steps.
func lettersOf(title engine.Title, seats, some int, seed uint64) (list []answered, err error) {
	set, err := New()
	if err != nil {
		return nil, err
	}
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}[:seats]
	g, first, err := engine.Begin("winter", title, engine.Setup{Seats: seats}, names, engine.Seed("seed for letters of languages"))
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 18))
	steps := []*engine.Record{first}
	for !g.Pos.Over() {
		seat := g.Waiting()[0]
		line := advise.RandomLine(rng, g.Title, g.Pos, seat)
		if rng.IntN(some) == 0 {
			for i := range names {
				list = append(list, answered{turnOf(g, names, engine.Seat(i), seat, steps), ""})
			}
			wrong := spoilt(rng, line)
			l, err := refused(set, g, names, seat, wrong)
			if err != nil {
				return nil, err
			}
			list = append(list, answered{sheets(g, names, seat), ""}, answered{l, wrong})
		}
		result, err := g.Try(seat, line, false)
		if err != nil {
			return nil, err
		}
		steps = append(steps, g.Take(seat, result))
	}
	l := ended(g, names)
	l.Log = known(steps, 0)
	return append(list, answered{l, ""}), nil
}

// readAll reads the letters of a game.
func (r *reading) readAll(game gameRead) {
	letters, err := game.letters()
	if err != nil {
		r.Fatal(err)
	}
	r.found, r.read = map[string]bool{}, map[string]bool{}
	for _, l := range letters {
		r.letter(l)
	}
	level.Keep(r, "RAILPOST_LETTERS", strings.ReplaceAll(r.Name(), "/", "-")+".txt", []byte(r.out.String()))
}

// sheets answers with all that can be asked about a game, and with its help.
func sheets(g *engine.Game, names []string, seat engine.Seat) *Letter {
	l := frame(g, names, seat, Answer)
	l.Own, l.Table, l.Board = nil, nil, nil
	view := g.Pos.View(seat)
	for _, p := range g.Title.Parts() {
		if blocks, err := engine.Show(g.Title, view, seat, p.Name, "", false); err == nil {
			l.Blocks = append(l.Blocks, blocks...)
		}
	}
	l.Help = advise.Help(g.Pos, seat, "")
	return l
}

// spoilt returns a line with an error.
func spoilt(rng *rand.Rand, line string) string {
	words := strings.Fields(line)
	switch i := rng.IntN(len(words)); rng.IntN(4) {
	case 0:
		words = words[:i+1]
	case 1:
		words[i] = "xyz"
	case 2:
		words = append(words, "please")
	default:
		words[i] += "e"
	}
	return strings.Join(words, " ")
}

// refused answers a line, with its refusal if there is one.
func refused(s *Set, g *engine.Game, names []string, seat engine.Seat, line string) (*Letter, error) {
	out, err := advise.Play(g, seat, []string{line}, engine.Mode{}, s.Words().Words)
	if err != nil {
		return nil, err
	}
	l := frame(g, names, seat, Receipt)
	l.Own, l.Table, l.Board = nil, nil, nil
	for _, v := range out.Verdicts {
		x := Line{N: 1, Text: line, State: v.State, Refusal: v.Refusal, Hint: v.Hint}
		if v.Result != nil {
			x.Line = v.Result.Line
			for _, rep := range engine.For(seat, v.Result.Reports) {
				x.Reports = append(x.Reports, rep.Message)
			}
		}
		if v.Refusal != nil {
			l.Kind = Refusal
		}
		l.Lines = append(l.Lines, x)
	}
	return l, nil
}

// letter renders a letter in the language and reads it.
func (r *reading) letter(a answered) {
	r.Helper()
	same := *a.Letter
	l := &same
	l.Lang, r.typed = r.lang, a.typed
	out := render(r.T, r.set, l)
	checkText(r.T, l, out)
	fmt.Fprintf(&r.out, "Subject: %s\n\n%s\n%s\n", out.Subject, out.Text, strings.Repeat("=", textColumns))
	w := r.set.begin(l)
	w.body()
	r.sentence(out.Subject)
	for _, said := range saidIn(w.parts) {
		r.sentence(said)
	}
}

// sentence reads a new sentence. Its faults may depend on the answered line.
func (r *reading) sentence(said string) {
	if r.read[said] {
		return
	}
	faults := r.wrong(said)
	r.read[said] = len(faults) == 0 && r.typed == ""
	for _, wrong := range faults {
		if where := wrong + ": " + shape(said); !r.found[where] {
			r.found[where] = true
			r.Errorf("%s in %q", wrong, said)
		}
	}
}

// shape is a sentence without figures; each is reported once.
func shape(said string) string { return figures.ReplaceAllString(said, "0") }

var (
	figures = regexp.MustCompile(`\d+`)
	unasked = regexp.MustCompile("`[^`]*`|Railroad Tycoon: The Boardgame")
)

// saidIn returns the sentences of a document, without orders.
func saidIn(parts []part) (list []string) {
	for _, p := range parts {
		switch p := p.(type) {
		case heading:
			list = append(list, p.text, p.then)
		case prose:
			if !p.exact {
				list = append(list, p.lines...)
			}
		case choices:
			for _, c := range p.rows {
				list = append(list, c.remark)
			}
		case entry:
			list = append(append(list, p.label+" "+p.lead, p.then), p.notes...)
		case table:
			list = append(list, p.heads...)
			for _, row := range p.rows {
				list = append(list, row...)
			}
		case tap:
			list = append(list, p.text)
		}
	}
	return list
}

// mistakes are what no sentence of a language holds: templates/doc.go.
var mistakes = map[string][]struct {
	what string
	is   *regexp.Regexp
}{
	"": {
		{"a key", regexp.MustCompile(`\[[a-z0-9]+\.[a-z.-]+\]|<no value>|%!`)},
		{"two blanks", regexp.MustCompile(`\S  +\S`)},
		{"a blank before a stop", regexp.MustCompile(`\pL [,;:.](\s|$)`)},
		{"English", regexp.MustCompile(`(?:^|[^\pL'.-])([Tt]he|of|[Yy]our|and|[Yy]ou|with|[Tt]his|that|from|was|were|which|their|[Tt]hey|will|cannot|must|[Tt]here)(?:[^\pL'.-]|$)`)},
	},
	"es": {
		{"no contraction", regexp.MustCompile(`\b([Dd]e|[Aa]) el\b`)},
		{"y before i", regexp.MustCompile(`(?i)\by (i[^aeouáéóivx\s]|hi[^aeo])`)},
		{"o before o", regexp.MustCompile(`(?i)\bo h?o[^\s]|\bo (8|11)(\D|$)`)},
		{"an opening mark is missing", regexp.MustCompile(`^[^¿]*\pL\?|^[^¡]*\pL!`)},
		{"usted", regexp.MustCompile(`(?i)\b(usted|ustedes|vosotros)\b`)},
	},
	"ca": {
		{"no contraction", regexp.MustCompile(`\b([Dd]e|[Aa]|[Pp]er) els?\b`)},
		{"no elision", regexp.MustCompile(`(?i)(?:^|[^\pL'])(de|el) h?([aeoàèéòó]|[iuíú][^aeiouàèéíòóúü\s])[\pL\d]+|(?:^|[^\pL'])la h?[aeoàèéòóíú][\pL]+`)},
		{"no elision before a figure", regexp.MustCompile(`(?:^|[^\pL'])(de|el) 11?( (?:[b-oq-z]|p[^e])|\.|$)`)},
		{"vostè", regexp.MustCompile(`(?i)\b(vostè|vostès|vosaltres)\b`)},
	},
}

// wrongIn returns what is wrong with a sentence of a language. Quotations are those of others,
// and commands are no sentences.
func wrongIn(lang, said string) (list []string) {
	bare := unasked.ReplaceAllString(said, "x")
	for _, of := range []string{"", lang} {
		for _, m := range mistakes[of] {
			if m.is.MatchString(bare) {
				list = append(list, fmt.Sprintf("%s (%q)", m.what, m.is.FindString(bare)))
			}
		}
	}
	return list
}

func TestReading(t *testing.T) {
	for lang, cases := range map[string]map[string]bool{
		"es": {
			"Hay un coste de el banco.": true, "Paga a el banco.": true, "Ben y Inés pasan.": true, "7 o 8 puntos": true, "7 u 8 puntos": false, "Tienes the turn": true, "¿Quieres más?": false,
			"Quieres más?": true, "Ana  pasa": true, "[letter.x]": true, "Ben e Inés; 12.345 K.": false, "responde: deshaz": false,
		},
		"ca": {
			"el cost de el banc": true, "per els enllaços": true, "la casella de Ana": true, "el enllaç": true, "la indústria": false, "la illa": false, "de Iolanda": false, "d'Ana": false,
			"de Huelva": false, "la acció": true, "l'acció": false, "de 11 punts": true, "del banc al mercat": false, "de Iran": true,
		},
	} {
		for said, wrong := range cases {
			expect.Same(t, fmt.Sprintf("%s %q", lang, said), len(wrongIn(lang, said)) > 0, wrong)
		}
	}
}
