package pbem

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/extract"
)

// vocabulary tells orders from talk: the service's commands, and the verbs that
// can answer what is asked of anybody now or was asked in the answered letter.
type vocabulary struct {
	verbs map[string]bool // folded
	at    []engine.Position
	reads []func(line string) bool // of the positions
	parts []engine.Part

	orders map[string]bool // lines that were asked about, see Order
}

// newVocabulary takes the positions whose questions count: the present one and
// the one the answered letter showed.
func newVocabulary(seat engine.Seat, games ...*engine.Game) *vocabulary {
	v := &vocabulary{verbs: map[string]bool{}, orders: map[string]bool{}}
	for _, c := range commandTable {
		v.verbs[engine.Fold(c.name)] = true
	}
	for _, w := range notYet {
		v.verbs[engine.Fold(w)] = true
	}
	for _, g := range games {
		if g == nil || slices.Contains(v.at, g.Pos) {
			continue
		}
		v.at, v.reads = append(v.at, g.Pos), append(v.reads, engine.Reads(g.Pos, seat))
		v.parts = g.Title.Parts()
		for s := range engine.Seat(g.Setup.Seats) {
			for _, p := range g.Pos.Prompts(s) {
				for _, verb := range p.Verbs {
					v.verbs[firstWord(verb.Name)] = true // "move turn-1 stay" is one verb
				}
			}
		}
	}
	return v
}

// withVerbsOf adds the words with which lines of a letter begin: some answer
// only what the lines before them bring about.
func (v *vocabulary) withVerbsOf(lines []string) *vocabulary {
	for _, l := range lines {
		v.verbs[firstWord(l)] = true
	}
	return v
}

// Verb says whether a line that begins with word is an order.
func (v *vocabulary) Verb(word string) bool { return v.verbs[engine.Fold(word)] }

// Near says whether word is one typing error away from a verb of five letters
// or more.
func (v *vocabulary) Near(word string) bool { return v.near(engine.Fold(word), 5) }

func (v *vocabulary) near(fold string, letters int) bool {
	for verb := range v.verbs {
		if len([]rune(verb)) >= letters && engine.Distance(fold, verb) == 1 {
			return true
		}
	}
	return false
}

// Order says whether a line whose first word is no verb reads as an order all
// the same: its first word begins a verb or misses a short one by one letter,
// and what stands behind it reads as that verb's arguments; or it asks for a
// part of the view.
func (v *vocabulary) Order(line string) bool {
	known, ok := v.orders[line] // most lines are asked about twice: a letter has two renderings
	if !ok {
		_, _, part := partOf(v.parts, line)
		known = part || v.otherWords(line) != nil || slices.ContainsFunc(v.reads, func(reads func(string) bool) bool { return reads(line) })
		v.orders[line] = known
	}
	return known
}

// otherWords are the words of the service for which a line stands that rules of games
// name: "try LINE" is "preview LINE", and "show" asks for the position and the map; nil
// for other lines. A word of the game goes before.
func (v *vocabulary) otherWords(line string) []string {
	rest := afterWord(line)
	_, isNumber := number(rest)
	switch word := firstWord(line); {
	case v.verbs[word]:
		return nil
	case word == "show" && rest == "":
		return []string{"status", "map"}
	case word == "try" && (v.verbs[firstWord(rest)] || isNumber):
		return []string{"preview " + rest}
	}
	return nil
}

// plain puts the words of the service where other words stand for them.
func (v *vocabulary) plain(orders []extract.OrderLine) (list []extract.OrderLine) {
	for _, o := range orders {
		lines := v.otherWords(o.Text)
		if lines == nil {
			lines = []string{o.Text}
		}
		for _, text := range lines {
			list = append(list, extract.OrderLine{N: o.N, Text: text})
		}
	}
	return list
}

// Greeting says whether a word only greets: such a word is never a misspelt verb.
func (v *vocabulary) Greeting(word string) bool {
	return greetings[engine.Fold(strings.Trim(word, ",.!"))]
}

// greetings of the languages our players write (glossary 8).
var greetings = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`hi hello hey dear hola bon bona bones buenos buenas buen estimado estimada benvolgut benvolguda
		querido querida saludos salutacions salut salutacio adeu adios gracias gracies merci thanks thank regards cheers best
		bye ciao hallo moin servus ahoj czesc un una el la los les us molt muchas moltes`) {
		m[engine.Fold(w)] = true
	}
	return m
}()

var _ extract.Vocabulary = (*vocabulary)(nil)
