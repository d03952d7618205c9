package advise_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// asking plays a mail of the first seat and returns a verdict for each line, with the list that answers a question.
func asking(t *testing.T, g *engine.Game, m engine.Mode, mail string) (string, *advise.Outcome) {
	t.Helper()
	out := expect.Get(advise.Play(g, 0, strings.Split(mail, "/"), m, said))(t)
	var told []string
	for _, v := range out.Verdicts {
		switch {
		case v.Asked != nil:
			lines := engine.Each(v.Asked.Choices, func(c advise.Choice) string { return c.Line })
			told = append(told, "asked: "+strings.Join(lines, ", "))
		case v.Refusal != nil:
			told = append(told, v.Refusal.Why.Key)
		default:
			told = append(told, "ok")
		}
	}
	return strings.Join(told, "; "), out
}

// sending is a position in which the first seat may send cubes of two colours to two others.
type sending struct {
	engine.Position
	cubes  map[string]int
	points int
}

func (p *sending) Clone() engine.Position {
	return &sending{cubes: maps.Clone(p.cubes), points: p.points}
}
func (p *sending) View(engine.Seat) engine.Position { return p.Clone() }
func (p *sending) Settle(*engine.Tx) error          { return nil }
func (p *sending) Over() bool                       { return false }
func (p *sending) Prompts(engine.Seat) []engine.Prompt {
	colours := []engine.Word[string]{{Text: "red", Value: "red"}, {Text: "blue", Value: "blue"}}
	return []engine.Prompt{{Ask: engine.Msg("ask"), Verbs: []engine.Verb{{
		Name: "send",
		Params: []engine.Param{
			{Name: "cube", In: func(engine.Args) engine.Domain {
				return engine.Words("colour", colours, func(c string) error {
					if p.cubes[c] == 0 {
						return engine.Forbid("", "no-cube")
					}
					return nil
				})
			}},
			{Name: "player", Lead: ">", In: func(engine.Args) engine.Domain {
				return engine.Players("player", nil, 3, func(s engine.Seat) error {
					if s == 0 {
						return engine.Forbid("", "yourself")
					}
					return nil
				})
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			p := tx.Pos.(*sending)
			p.cubes[engine.Get[string](a, 0)]--
			p.points++
			return nil
		},
	}, {Name: "done", Do: func(*engine.Tx, engine.Args) error { return nil }}}}}
}

type sendingTitle struct{ asksTitle }

func (sendingTitle) Remark(m engine.Move) []engine.Message {
	return []engine.Message{engine.Msg("points", engine.Int("n", m.After.(*sending).points-m.Before.(*sending).points))}
}

func toSend(red, blue int) *engine.Game {
	return &engine.Game{Title: sendingTitle{}, Pos: &sending{cubes: map[string]int{"red": red, "blue": blue}}}
}

// An order that breaks off is answered with its legal continuations, and nothing is played.
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
		{"send red > 1", "yourself"},
		{"send red > 2/send red", `ok; asked: ` + reds},
		{"send blue > 2/send/send purple", `ok; asked: ` + reds + ", " + blues + "; engine.unknown-word"},
		{"done ?", "engine.order-ends-before"},
	} {
		got, out := asking(t, toSend(2, 2), engine.Mode{}, c.mail)
		expect.Same(t, c.mail, got, c.want)
		if !out.Refused || len(out.Records) > 0 {
			t.Errorf("%s: something is played", c.mail)
		}
	}
	if got, out := asking(t, toSend(2, 2), engine.Mode{Partial: true}, "send/send red > 2"); len(out.Records) != 1 || !strings.HasPrefix(got, `asked: send red > 2`) {
		t.Errorf("partial: %s, %d records", got, len(out.Records))
	}
	got, out := asking(t, toSend(2, 2), engine.Mode{}, "send red > 2/send")
	asked := out.Verdicts[1].Asked
	if asked == nil || !reflect.DeepEqual(asked.Choices[0].Remark, []engine.Message{engine.Msg("points", engine.Int("n", 1))}) {
		t.Errorf("%s: not from where the line stands", got)
	}
}

// A sentence such as "I build ..." is shown as an order; a question has no order to show, and a forbidden order
// gets near lines as usual.
func TestWithoutSubject(t *testing.T) {
	for mail, want := range map[string]string{"I send red > 2": "send red > 2", "We send RED > 2": "send red > 2", "I'll send blue > 3": "send blue > 3"} {
		_, out := asking(t, toSend(2, 2), engine.Mode{}, mail)
		if v := out.Verdicts[0]; v.Refusal == nil || len(v.Refusal.Near) != 1 || v.Refusal.Near[0] != want || !out.Refused {
			t.Errorf("%s: %+v, want %q", mail, v.Refusal, want)
		}
	}
}

// A verb without a legal order says so.
func TestAskedInVain(t *testing.T) {
	got, out := asking(t, toSend(0, 0), engine.Mode{}, "send")
	if v := out.Verdicts[0]; got != `asked: ` || v.Refusal == nil || v.Asked.Why == nil || v.Asked.Why.Line != "send red" || v.Asked.Why.Why.Key != "no-cube" {
		t.Errorf("nothing to send: %s, %+v", got, v.Asked)
	}
}

// proposing is a position with an order whose rule names likely intentions.
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

type asksTitle struct{ engine.Bare }

func (asksTitle) Hints(engine.Position, engine.Verb) engine.Hints { return engine.Hints{Asks: true} }

type crowdTitle struct{ asksTitle }

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

// Of too many lines, every kind is listed, and the best of each.
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
