package advise_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/fair"
)

// asking plays a mail of the first seat and says what became of its lines: what is
// listed for those that ask.
func asking(t *testing.T, g *engine.Game, m engine.Mode, mail string) (string, *advise.Outcome) {
	t.Helper()
	out, err := advise.Play(g, 0, strings.Split(mail, "/"), m, said)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, v := range out.Verdicts {
		switch {
		case v.Asked != nil:
			var lines []string
			for _, c := range v.Asked.Choices {
				lines = append(lines, c.Line)
			}
			told = append(told, "asked: "+strings.Join(lines, ", "))
		case v.Refusal != nil:
			told = append(told, v.Refusal.Why.Key)
		default:
			told = append(told, "ok")
		}
	}
	return strings.Join(told, "; "), out
}

// An order that breaks off is answered with the lines that go on, and nothing is played.
func TestAsked(t *testing.T) {
	const reds, blues = "send red > 2, send red > 3", "send blue > 2, send blue > 3"
	for _, c := range []struct{ mail, want string }{
		{"send", `asked: ` + reds + ", " + blues},
		{"send?", `asked: ` + reds + ", " + blues},
		{"sen", `asked: ` + reds + ", " + blues},
		{"send blu", `asked: ` + blues},
		{"send red >", `asked: ` + reds},
		{"send red > ?", `asked: ` + reds},
		{"send green", "engine.unknown-word"},
		{"send red > 1", "fair.yourself"},
		{"send red > 2/send red", `ok; asked: ` + reds},
		{"send blue > 2/send/send purple", `ok; asked: ` + reds + ", " + blues + "; engine.unknown-word"},
		{"done ?", "engine.order-ends-before"},
	} {
		g := atFair(t, "Ana", "Ben", "Cleo")
		got, out := asking(t, g, engine.Mode{}, c.mail)
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.mail, got, c.want)
		}
		if !out.Refused || len(out.Records) > 0 {
			t.Errorf("%s: something is played", c.mail)
		}
	}
	g := atFair(t, "Ana", "Ben", "Cleo")
	if got, out := asking(t, g, engine.Mode{Partial: true}, "send/send red > 2"); len(out.Records) != 1 || !strings.HasPrefix(got, `asked: send red > 2`) {
		t.Errorf("partial: %s, %d records", got, len(out.Records))
	}
	got, out := asking(t, g, engine.Mode{}, "send red > 2/send")
	asked := out.Verdicts[1].Asked
	if asked == nil || !reflect.DeepEqual(asked.Choices[0].Remark, []engine.Message{engine.Msg("fair.remark.points", engine.Int("n", 1))}) {
		t.Errorf("%s: not from where the line stands", got)
	}
}

// Who tells what he does is shown the order; one that asks has no order to show, and what
// a rule forbids is looked for as ever.
func TestWithoutSubject(t *testing.T) {
	for mail, want := range map[string]string{"I send red > 2": "send red > 2", "We send RED > 2": "send red > 2", "I'll send blue > 3": "send blue > 3"} {
		_, out := asking(t, atFair(t, "Ana", "Ben", "Cleo"), engine.Mode{}, mail)
		if v := out.Verdicts[0]; v.Refusal == nil || len(v.Refusal.Near) != 1 || v.Refusal.Near[0] != want || !out.Refused {
			t.Errorf("%s: %+v, want %q", mail, v.Refusal, want)
		}
	}
}

// A verb of which nothing is legal says so; one whose values have no list is refused
// as ever.
func TestAskedInVain(t *testing.T) {
	g := atFair(t, "Ana", "Ben")
	g.Pos.(*fair.Position).Players[0].Cubes = fair.Cubes{}
	got, out := asking(t, g, engine.Mode{}, "send")
	if v := out.Verdicts[0]; got != `asked: ` || v.Refusal == nil || v.Asked.Why == nil || v.Asked.Why.Line != "send red" || v.Asked.Why.Why.Key != "fair.no-cube" {
		t.Errorf("nothing to send: %s, %+v", got, v.Asked)
	}
}

// proposing is a position with an order whose rule names what could be meant.
type proposing struct{ passing }

func (p *proposing) Clone() engine.Position { c := *p; return &c }

func (p *proposing) View(engine.Seat) engine.Position { return p.Clone() }

func (p *proposing) Prompts(engine.Seat) []engine.Prompt {
	return []engine.Prompt{{Ask: engine.Msg("ask"), Verbs: []engine.Verb{{
		Name: "go",
		Params: []engine.Param{{Name: "way", Many: engine.Optional, In: func(engine.Args) engine.Domain {
			return engine.Numbers("way", 1, 40, false, nil)
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			if engine.Has(a, 0) {
				tx.Report("gone", engine.Int("way", engine.Get[int](a, 0)))
				return nil
			}
			r := engine.Ask("6.1", "ways")
			r.Near = []string{"go 3", "go nowhere", "go 5"}
			return r
		},
	}}}}
}

func (p *proposing) Settle(*engine.Tx) error { return nil }

// A rule may name the answers itself.
func TestAskedByRule(t *testing.T) {
	g := &engine.Game{Title: engine.Bare{}, Pos: &proposing{}}
	got, out := asking(t, g, engine.Mode{}, "go 7/go")
	if got != `ok; asked: go 3, go 5` || !out.Refused || len(out.Verdicts[1].Asked.Choices) != 2 {
		t.Errorf("%s, %+v", got, out.Verdicts[1].Asked)
	}
}

// crowd is a position with an order of three kinds, one of them with thirty values.
type crowd struct {
	proposing
	took int
}

func (p *crowd) Clone() engine.Position           { c := *p; return &c }
func (p *crowd) View(engine.Seat) engine.Position { return p.Clone() }

type crowdTitle struct{ engine.Bare }

func (crowdTitle) Hints(engine.Position, engine.Verb) engine.Hints { return engine.Hints{Asks: true} }

func (crowdTitle) Worth(p engine.Position, _ engine.Seat, _ bool) int { return p.(*crowd).took }

func (p *crowd) Prompts(engine.Seat) []engine.Prompt {
	kinds := []engine.Word[int]{{Text: "many", Value: 30}, {Text: "one", Value: 1}, {Text: "two", Value: 2}}
	return []engine.Prompt{{Ask: engine.Msg("ask"), Verbs: []engine.Verb{{
		Name: "take",
		Params: []engine.Param{
			{Name: "kind", In: func(engine.Args) engine.Domain { return engine.Words("kind", kinds, nil) }},
			{Name: "way", In: func(a engine.Args) engine.Domain { return engine.Numbers("way", 1, engine.Get[int](a, 0), true, nil) }},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			tx.Pos.(*crowd).took = 100*engine.Get[int](a, 0) + (7*engine.Get[int](a, 1))%30
			return nil
		},
	}}}}
}

// Where there are too many, every kind is listed, and of each the best.
func TestAskedOfMany(t *testing.T) {
	g := &engine.Game{Title: crowdTitle{}, Pos: &crowd{}}
	_, out := asking(t, g, engine.Mode{}, "take")
	a := out.Verdicts[0].Asked
	kinds := map[string]int{}
	for _, c := range a.Choices {
		kinds[strings.Fields(c.Line)[1]]++
	}
	if len(a.Choices) != 24 || kinds["one"] != 1 || kinds["two"] != 2 || !slices.Equal(a.More, []advise.More{{Prefix: "take", Count: 9}}) || a.Choices[0].Line != "take many 17" {
		t.Errorf("%v, %v, first %s", kinds, a.More, a.Choices[0].Line)
	}
	if got, _ := asking(t, g, engine.Mode{}, "take two"); got != `asked: take two 2, take two 1` {
		t.Error(got)
	}
}
