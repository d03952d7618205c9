package admin

import (
	"context"
	"strconv"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/games"
	"railpost/templates"
	letterkey "railpost/templates/key"
)

// LogText is the result of game.log.
type LogText struct {
	Game  string    `json:"game"`
	Steps []LogStep `json:"steps"`
}

// LogStep is one record as its reader may know it.
type LogStep struct {
	Seq  uint64    `json:"seq"` // the same number for all readers; 0: none, since only its seat may know of it
	At   time.Time `json:"at"`
	Who  string    `json:"who"`
	Line string    `json:"line,omitempty"`
	Say  []string  `json:"say,omitempty"`
}

func (d lookDesk) logGame(ctx context.Context, p LookAt) (*LogText, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	seat, err := seatIfNamed(g.Table, p.Player)
	if err != nil {
		return nil, err
	}
	from := uint64(0)
	if p.N > 0 {
		from = g.Table.HiddenRecords.Before(g.Head.Seq, uint64(p.N), seat)
	}
	steps, err := d.letters.Happened(ctx, g, from, g.Head.Seq, seat)
	if err != nil {
		return nil, err
	}
	out := &LogText{Game: g.Name, Steps: []LogStep{}}
	for _, s := range steps {
		out.Steps = append(out.Steps, d.logStep(g, s))
	}
	return out, d.confessSeat(ctx, g, seat)
}

func (d lookDesk) logStep(g *games.Game, s templates.Step) LogStep {
	say := func(m engine.Message) string {
		return d.texts.Say(templates.English, s.Names(g.Players()), d.letters.Zone(), m)
	}
	l := LogStep{Seq: s.Seq, At: s.At, Line: s.Line}
	who := say(engine.Msg(letterkey.Referee))
	if s.Seat >= 0 {
		l.Who = s.Names(g.Players())[s.Seat]
		who = l.Who
	}
	if s.Back > 0 {
		l.Say = append(l.Say, say(engine.Msg(letterkey.StepBack, engine.Text("who", who), engine.Text("step", strconv.FormatUint(s.Back, 10)))))
	}
	for _, m := range s.Reports {
		l.Say = append(l.Say, say(m))
	}
	if by := templates.InPlace(s); !by.Empty() {
		l.Say = append(l.Say, say(by))
	}
	return l
}
