package running

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/rail/route"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// spelling is a route as an order spells it: "3: E10-D9-C8".
type spelling struct {
	train word // "": not named
	names []spelt
	spot
}

// word is an order's name for a train.
type word struct{ text, fold string }

// spot is a place in a line.
type spot struct{ column, length int }

// spelt is a hex of a route: "E12.2".
type spelt struct {
	hex  track.HexID
	city int // 0-based; -1: not named
	text string
	spot
}

// dashes separate the hexes of a route.
const dashes = "-\u2010\u2011\u2012\u2013\u2014\u2212>/"

// spell reads the routes of an order: "3: E10-D9-C8, 2: G14-G16".
func (r *Runner) spell(t *engine.Tokens) ([]spelling, error) {
	var routes []spelling
	fresh := true // the next hex begins a route
	var train word
	for !t.Done() {
		tok := t.Next()
		switch {
		case tok.Text == "," || tok.Text == ";" || tok.Fold == "and":
			fresh = true
		case tok.Text == ":" || strings.Trim(tok.Text, dashes) == "":
		case namesTrain(tok.Fold):
			train, fresh = trainWord(tok), true
		default:
			names, err := r.spellHexes(tok)
			if err != nil {
				return nil, err
			}
			if fresh {
				routes = append(routes, spelling{train: train, spot: names[0].spot})
				fresh, train = false, word{}
			}
			r := &routes[len(routes)-1]
			r.names = append(r.names, names...)
			last := names[len(names)-1]
			r.length = last.column + last.length - r.column
		}
	}
	if len(routes) == 0 {
		return nil, r.noRoute(t.Peek().Column)
	}
	return routes, nil
}

// namesTrain: names of trains begin with a digit, names of hexes with a letter.
func namesTrain(fold string) bool { return '0' <= fold[0] && fold[0] <= '9' }

// trainWord reads "3" and "3-train".
func trainWord(tok engine.Token) word {
	fold, tail := strings.CutSuffix(tok.Fold, "train")
	if tail {
		return word{fold, fold}
	}
	return word{tok.Text, fold}
}

// is reports whether the word names a train.
func (w word) is(t *Train) bool {
	return w.fold == engine.Fold(t.Name) || t.Short != "" && w.fold == engine.Fold(t.Short)
}

// spellHexes reads "E10-D9-C8".
func (r *Runner) spellHexes(tok engine.Token) (names []spelt, err error) {
	column, rest := tok.Column, tok.Text
	for rest != "" {
		end := strings.IndexAny(rest, dashes)
		if end < 0 {
			end = len(rest)
		}
		if word := rest[:end]; word != "" {
			name, err := r.spellHex(word, column)
			if err != nil {
				return nil, err
			}
			names = append(names, name)
		}
		column += utf8.RuneCountInString(rest[:end])
		rest = rest[end:]
		if rest != "" {
			_, n := utf8.DecodeRuneInString(rest)
			column++
			rest = rest[n:]
		}
	}
	return names, nil
}

func (r *Runner) spellHex(word string, column int) (spelt, error) {
	name, number, dotted := strings.Cut(word, ".")
	out := spelt{city: -1, text: word, spot: spot{column, utf8.RuneCountInString(word)}}
	id, ok := trackword.FindHex(r.World.Map, name)
	if !ok {
		return out, r.noHex(out)
	}
	out.hex = id
	if dotted {
		city, err := strconv.Atoi(number)
		if err != nil || city < 1 || city > len(r.Board.Stops(r.World, id)) {
			return out, r.noCity(out)
		}
		out.city = city - 1
	}
	return out, nil
}

// texts returns routes as orders name them. If the company has several trains, each
// route says which one runs it.
func (n *Network) texts(lines []route.Route) (texts []string) {
	for i := range lines {
		text := n.Text(&lines[i])
		if len(n.Runner.Trains) > 1 {
			text = n.Runner.Trains[lines[i].Train].Name + ": " + text
		}
		texts = append(texts, text)
	}
	return texts
}

// Text names a route by its stops, and by the hexes on the way where other track
// leads from stop to stop too.
func (n *Network) Text(r *route.Route) string {
	parts := []string{n.stopName(r.Stops[0])}
	for i, l := range r.Links {
		if n.ambiguous(l) {
			for _, h := range n.Between(l, r.Stops[i]) {
				parts = append(parts, n.Hex(h))
			}
		}
		parts = append(parts, n.stopName(r.Stops[i+1]))
	}
	return strings.Join(parts, "-")
}

// stopName names a stop of the network.
func (n *Network) stopName(stop int) string { return n.City(n.Graph.Stops[stop]) }
