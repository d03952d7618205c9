package pbem

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/table"
)

// vocabulary tells orders from talk: the service's commands, and the verbs that
// can answer what is asked of anybody now or was asked in the answered letter.
type vocabulary struct {
	verbs map[string]bool // folded
	at    []*engine.Game
	reads []func(line string) bool // of the positions
	parts []engine.Part

	open    []string        // verbs of the game that stand open
	players map[string]bool // words of their names
	lexicon lexicon         // see words
	spaces  map[string]bool // names in it that are a line of their own: "open"

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
		if g == nil || slices.ContainsFunc(v.at, func(at *engine.Game) bool { return at.Pos == g.Pos }) {
			continue
		}
		v.at, v.reads = append(v.at, g), append(v.reads, engine.Reads(g.Title, g.Pos, seat))
		v.parts = g.Title.Parts()
		for s := range engine.Seat(g.Setup.Seats) {
			for _, p := range g.Pos.Prompts(s) {
				for _, verb := range p.Verbs {
					v.verbs[firstWord(verb.Name)] = true // "move turn-1 stay" is one verb
					v.open = append(v.open, firstWord(verb.Name))
				}
			}
		}
	}
	return v
}

// withPlayers takes the players' names for courtesies.
func (v *vocabulary) withPlayers(players []table.Player) *vocabulary {
	v.players = map[string]bool{}
	for _, p := range players {
		for _, w := range strings.Fields(p.Name) {
			v.players[lexKey(w)] = true
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
// name: "try LINE" is "preview LINE", and "show" asks for the position and the map; and
// "rules", which players write for "rule". It is nil for other lines. A word of the
// game goes before.
func (v *vocabulary) otherWords(line string) []string {
	rest := afterWord(line)
	_, isNumber := number(rest)
	switch word := firstWord(line); {
	case v.verbs[word]:
		return nil
	case word == "show" && rest == "":
		return []string{"status", "map"}
	case word == "rules" && len(strings.Fields(rest)) <= citedWords:
		return []string{"rule " + rest}
	case word == "try" && (v.verbs[firstWord(rest)] || isNumber):
		return []string{"preview " + rest}
	}
	return nil
}

// citedWords is how many words may stand after "rules": "Railroad Tycoon: The Boardgame,
// Auction for first player".
const citedWords = 8

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

// Mode says whether a line only says how the others are to be worked out.
func (v *vocabulary) Mode(line string) bool { return isMode(line) }

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

// articles stand before the words of an order without being any of them.
var articles = map[string]bool{"the": true, "a": true, "an": true, "and": true, "now": true, "first": true, "also": true, "just": true, "ok": true, "okay": true}

// being are verbs of sentences that no order has.
var being = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`is are was were be been has have had es son era eren eran fue esta estan ha han te tenen tiene tienen`) {
		m[w] = true
	}
	return m
}()

// between are words that people put between those of an order when they speak of one.
var between = map[string]bool{"on": true, "at": true, "in": true, "the": true, "a": true, "hex": true, "now": true, "then": true, "next": true}

// everyday are words of orders that stand in any sentence, too (glossary 9.2).
var everyday = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`with over the open all at up by of on in to for from via or more most last next best again out off own new name
		names place places town towns city cities side sides way ways west money thousand choice take give put use pick start home keep hold plus mine
		mines temps standing limit price question player seat land always never ask offer agree agreed accept refuse consent bonus local fee received
		first exchange replace repeat points ok vale val kk ate yes no si`) {
		m[w] = true
	}
	return m
}()

var _ extract.Vocabulary = (*vocabulary)(nil)
