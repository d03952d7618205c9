package tram

import (
	"cmp"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
)

func number(n int) string { return strconv.Itoa(n) }

// Prompts asks the seat on turn, or the seller of a car.
func (p *Position) Prompts(seat engine.Seat) []engine.Prompt {
	switch {
	case seat == engine.Nobody || p.Over():
		return nil
	case p.Offer != nil && seat == p.Offer.Seller:
		return p.askSeller()
	case p.Offer != nil || seat != p.Turn:
		return nil
	}
	return []engine.Prompt{{Ask: engine.Msg("tram.ask." + p.Step), Rule: "2", Turn: number(p.Round) + " " + number(int(seat)), Verbs: []engine.Verb{p.lay(), p.run(), p.buy(), p.pass()}}}
}

// Hints: a letter lists four of hundreds of lays, and no prices.
func (Title) Hints(_ engine.Position, v engine.Verb) engine.Hints {
	switch v.Name {
	case "lay":
		return engine.Hints{Few: 4}
	case "buy":
		return engine.Hints{Open: true}
	}
	return engine.Hints{}
}

// Glossary has the words that are open at some time.
func (Title) Glossary(engine.Position) []engine.Usage {
	var out []engine.Usage
	for verb, example := range map[string]string{"lay": "lay 30", "run": "run best", "buy": "buy 2 for 30", "pass": "pass", "agree": "agree", "refuse": "refuse"} {
		out = append(out, engine.Usage{Verb: verb, Form: verb, Gloss: "tram.verb." + verb, Example: example})
	}
	slices.SortFunc(out, func(a, b engine.Usage) int { return strings.Compare(a.Verb, b.Verb) })
	return out
}

func (p *Position) askSeller() []engine.Prompt {
	ask := engine.Msg("tram.ask.sell", engine.Player("buyer", p.Turn), engine.Int("n", p.Offer.Price))
	return []engine.Prompt{{Ask: ask, Rule: "4", Verbs: []engine.Verb{
		{Name: "agree", Also: []string{"yes"}, Gloss: "tram.verb.agree", Do: func(tx *engine.Tx, _ engine.Args) error { tx.Pos.(*Position).sell(tx); return nil }},
		{Name: "refuse", Also: []string{"no", "decline"}, Gloss: "tram.verb.refuse", Do: func(tx *engine.Tx, _ engine.Args) error {
			tx.Pos.(*Position).Offer = nil
			tx.Report("tram.refused", engine.Player("seat", tx.Seat))
			return nil
		}},
	}}}
}

// unless returns the reason why a verb is not open; nil if it is.
func unless(open bool, why string, args ...engine.Arg) func() *engine.Refusal {
	if open {
		return nil
	}
	return func() *engine.Refusal { return engine.Forbid("2", why, args...) }
}

func over(step string) engine.Arg { return engine.Term("step", "tram.step."+step) }

func (p *Position) lay() engine.Verb {
	return engine.Verb{
		Name: "lay", Also: []string{"build"}, Gloss: "tram.verb.lay", Not: unless(p.Step == laying, "tram.step-over", over(laying)),
		Params: []engine.Param{{Name: "stop", In: func(engine.Args) engine.Domain {
			return engine.Numbers("tram.stop", 1, p.Stops, true, func(n int) error {
				if s, taken := p.owner(n); taken {
					return engine.Forbid("2.1", "tram.stop-taken", engine.Int("n", n), engine.Player("seat", s))
				}
				return nil
			})
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			pos, n := tx.Pos.(*Position), engine.Get[int](a, 0)
			l := &pos.Lines[tx.Seat]
			l.Laid = append(l.Laid, n)
			tx.Report("tram.laid", engine.Player("seat", tx.Seat), engine.Int("n", n), engine.Int("worth", worth(n)))
			pos.Step = running
			return nil
		},
	}
}

func (p *Position) run() engine.Verb {
	return engine.Verb{
		Name: "run", Gloss: "tram.verb.run", Not: unless(p.Step != buying, "tram.step-over", over(running)),
		Params: []engine.Param{{Name: "route", In: func(engine.Args) engine.Domain { return routes{p} }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			pos := tx.Pos.(*Position)
			stops := pos.stops(engine.Get[string](a, 0))
			pos.skip(tx, buying)
			l := &pos.Lines[tx.Seat]
			n := l.income(stops)
			l.Cash += n
			tx.Report("tram.ran", engine.Player("seat", tx.Seat), engine.Int("n", n))
			return nil
		},
	}
}

// best is the route that is ordered without naming its stops.
const best = "best"

// stops of a route of the seat on turn.
func (p *Position) stops(route string) []int {
	if route == best {
		return p.Lines[p.Turn].best()
	}
	var out []int
	for word := range strings.SplitSeq(route, "-") {
		if n, err := strconv.Atoi(word); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// routes is the domain of "best" and of "30-20": stops of the line, each once, at most one per car; "nothing"
// if it has no stops.
type routes struct{ p *Position }

var _ engine.Recorder = routes{}

var spelt = regexp.MustCompile(`^(best|nothing|\d+(-\d+)*)$`)

func (r routes) Read(t *engine.Tokens) (engine.Value, error) {
	tok := t.Peek()
	word := strings.ToLower(tok.Text)
	if !spelt.MatchString(word) {
		return nil, &engine.Refusal{Kind: engine.NotUnderstood, Column: tok.Column, Length: len([]rune(tok.Text)),
			Why: engine.Msg("tram.no-route", engine.Text("word", tok.Text)), Expected: []string{best}}
	}
	t.At++
	return word, nil
}

func (r routes) Rule(v engine.Value) error {
	if v == best {
		return nil
	}
	l, stops := r.p.Lines[r.p.Turn], r.p.stops(v.(string))
	for i, n := range stops {
		if i == l.Cars || !slices.Contains(l.Laid, n) || slices.Contains(stops[:i], n) {
			return engine.Forbid("3", "tram.not-a-stop", engine.Int("n", n))
		}
	}
	return nil
}

func (r routes) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) { yield(best) }
}

// Unlisted: any route may be run.
func (routes) Unlisted() engine.Unlisted { return engine.Unlisted{Some: true} }

func (r routes) Text(v engine.Value) string { return v.(string) }

// Record names the stops of the best route.
func (r routes) Record(v engine.Value) string {
	if v == best {
		v = cmp.Or(strings.Trim(strings.ReplaceAll(fmt.Sprint(r.p.stops(best)), " ", "-"), "[]"), "nothing")
	}
	return v.(string)
}

func (p *Position) buy() engine.Verb {
	return engine.Verb{
		Name: "buy", Gloss: "tram.verb.buy", Not: unless(p.Step == buying, "tram.run-first"),
		Params: []engine.Param{
			{Name: "line", In: func(engine.Args) engine.Domain { return p.sellers() }},
			{Name: "price", Lead: "for", In: func(engine.Args) engine.Domain {
				return engine.Numbers("tram.price", 1, p.Lines[p.Turn].Cash, false, nil)
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			pos := tx.Pos.(*Position)
			pos.Offer = &Offer{Seller: engine.Get[engine.Seat](a, 0), Price: engine.Get[int](a, 1)}
			tx.Report("tram.offered", engine.Player("seat", tx.Seat), engine.Player("seller", pos.Offer.Seller), engine.Int("n", pos.Offer.Price))
			return nil
		},
	}
}

// sellers are the other lines that can spare a car.
func (p *Position) sellers() engine.Domain {
	return engine.Players("tram.line", p.names, len(p.Lines), func(s engine.Seat) error {
		switch {
		case s == p.Turn:
			return engine.Forbid("4.1", "tram.own-car")
		case p.Lines[s].Cars < 2:
			return engine.Forbid("4.1", "tram.last-car", engine.Player("seat", s))
		}
		return nil
	})
}

func (p *Position) sell(tx *engine.Tx) {
	buyer, seller := &p.Lines[p.Turn], &p.Lines[p.Offer.Seller]
	buyer.Cash, buyer.Cars = buyer.Cash-p.Offer.Price, buyer.Cars+1
	seller.Cash, seller.Cars = seller.Cash+p.Offer.Price, seller.Cars-1
	tx.Report("tram.sold", engine.Player("seat", p.Offer.Seller), engine.Player("buyer", p.Turn), engine.Int("n", p.Offer.Price))
	p.Offer = nil
}

// pass declines the open step; the run cannot be declined.
func (p *Position) pass() engine.Verb {
	return engine.Verb{Name: "pass", Gloss: "tram.verb.pass", Not: unless(p.Step != running, "tram.must-run"), Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
		pos := tx.Pos.(*Position)
		if pos.Step == laying {
			pos.skip(tx, running)
			return nil
		}
		tx.Report("tram.declined.buy", engine.Player("seat", tx.Seat))
		pos.next(tx)
		return nil
	}}
}

// Heads calls every turn "tram", also while a seller is asked.
func (Title) Heads(p engine.Position, seat engine.Seat) []string {
	if pos := p.(*Position); pos.Over() || pos.Turn != seat {
		return nil
	}
	return []string{"tram"}
}

// Turns has that name.
func (Title) Turns() []string { return []string{"tram"} }

// Declined reports whether an offer was refused.
func (Title) Declined(reports []engine.Report) bool {
	return slices.ContainsFunc(reports, func(r engine.Report) bool { return r.Key == "tram.refused" })
}
