package admin

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// LookAt are the parameters of the methods that show a running game: the public view by
// default; a player's with Player, everything with Secret, both of which are logged and told to
// the table.
type LookAt struct {
	Game   string `arg:"" help:"${game}"`
	Player string `json:",omitzero" arg:"" optional:"" help:"Show what this player sees, and tell the table so; by default the public view."`
	Secret bool   `json:",omitzero" kong:"-"`
	N      int    `json:",omitzero" kong:"-"` // game.log: the last n; 0: all
}

// SeatRow is the facts about a player that the organiser may know without learning a secret of the game.
type SeatRow struct {
	Seat      int           `json:"seat"`
	Name      string        `json:"name"`
	Robot     robot.Level   `json:"robot,omitempty"` // its level, if it is a robot's
	Addresses []string      `json:"addresses"`       // letters go to the first
	Zone      string        `json:"zone"`
	Letters   table.Letters `json:"letters"`
	Answer    string        `json:"answer,omitempty"` // to the invitation: accept, decline
	LateSince time.Time     `json:"late_since,omitzero"`
	Wrote     time.Time     `json:"wrote,omitzero"`     // their last mail
	Suspended time.Time     `json:"suspended,omitzero"` // since when they get no letters, because these come back
	Vacation  time.Time     `json:"vacation,omitzero"`  // when a program last answered for them
	Sitter    *SitterRow    `json:"sitter,omitempty"`   // their substitute
}

// SitterRow is a player's substitute, who reads the letters of the seat and answers them.
type SitterRow struct {
	Name    string     `json:"name"`
	Address string     `json:"address"`
	Until   clock.Date `json:"until"`
}

func (d lookDesk) seats(ctx context.Context, t *table.Table) (out []SeatRow, err error) {
	now := d.Now()
	for s, p := range t.Players {
		r := SeatRow{Seat: s, Name: p.Name, Robot: p.Level, Addresses: p.Addresses, Zone: p.Zone, Letters: p.Letters, Answer: p.Answer, Wrote: p.Wrote}
		if w := t.WaitFor(engine.Seat(s)); w != nil && t.State == table.Running && now.After(w.Until) {
			r.LateSince = w.Until
		}
		if sits := t.Players[engine.Seat(s)].SitterAt(now); sits != nil {
			r.Sitter = &SitterRow{sits.Name, sits.Address, sits.Until}
		}
		for _, a := range p.Addresses {
			at, verr := d.VacationAt(ctx, a, now)
			r.Vacation, err = clock.Latest(r.Vacation, at), errors.Join(err, verr)
		}
		var serr error
		r.Suspended, serr = d.SuspendedSince(ctx, p.Address())
		for _, at := range []*time.Time{&r.LateSince, &r.Wrote, &r.Suspended, &r.Vacation} {
			*at = at.In(d.letters.Zone())
		}
		out, err = append(out, r), errors.Join(err, serr)
	}
	return out, err
}

// Shown is the result of game.show.
type Shown struct {
	GameRow
	Zone     string          `json:"zone"` // of all times
	Seats    []SeatRow       `json:"seats"`
	Watchers []string        `json:"watchers,omitempty"` // "Zoe <zoe@example.org>"
	Status   string          `json:"status,omitempty"`   // state of the game, in words
	Scores   []ScoreRow      `json:"scores,omitempty"`   // of a game that is over, best first
	Text     string          `json:"text"`
	Position json.RawMessage `json:"position,omitempty"` // the view, encoded
	Hash     string          `json:"hash,omitempty"`
}

func watchersOf(t *table.Table) (out []string) {
	for _, w := range t.Watchers {
		if !w.Gone {
			out = append(out, w.Name+" <"+w.Address+">")
		}
	}
	return out
}

// ScoreRow is one row of the final table.
type ScoreRow struct {
	Seat   int         `json:"seat"`
	Name   string      `json:"name"`
	Rank   int         `json:"rank"`
	Points int         `json:"points"`
	Parts  []ScorePart `json:"parts,omitempty"`
}

// ScorePart is a part of a seat's score.
type ScorePart struct {
	Head   string `json:"head"`
	Points int    `json:"points"`
}

func (d lookDesk) scores(g *games.Game) []ScoreRow {
	var out []ScoreRow
	names := g.Players()
	for _, s := range g.Now.Title.Scores(g.Now.Pos) {
		r := ScoreRow{Seat: int(s.Seat), Name: names[s.Seat], Rank: s.Rank, Points: s.Points}
		for _, p := range s.Parts {
			head := d.texts.Say(templates.English, nil, nil, engine.Msg(g.Table.Title+".score."+p.Name))
			r.Parts = append(r.Parts, ScorePart{Head: head, Points: p.Int})
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b ScoreRow) int { return a.Rank - b.Rank })
	return out
}

func (d lookDesk) showGame(ctx context.Context, p LookAt) (*Shown, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	hash, err := d.Games.PublicHash(ctx, g, g.Head.Seq)
	if err != nil {
		return nil, err
	}
	unsent, err := d.unsentLetters(ctx)
	if err != nil {
		return nil, err
	}
	out := &Shown{Zone: d.letters.Zone().String(), GameRow: d.row(g.Table, g.Head.Seq, unsent), Hash: hash.String()}
	if out.Seats, err = d.seats(ctx, g.Table); err != nil {
		return nil, err
	}
	out.Watchers = watchersOf(g.Table)
	if g.Now == nil {
		return out, nil
	}
	out.Status = d.texts.Say(templates.English, g.Players(), d.letters.Zone(), g.Now.Title.Status(g.Now.Pos.View(engine.Nobody)))
	if g.Table.State == table.Over {
		out.Scores = d.scores(g)
	}
	seat, err := seatIfNamed(g.Table, p.Player)
	if err != nil {
		return nil, err
	}
	position := g.Now.Pos.View(seat)
	if p.Secret {
		position = g.Now.Pos
	}
	out.Position = engine.Encode(position)
	r, err := d.letters.Show(g, seat)
	if err != nil {
		return nil, err
	}
	out.Text = r.Text
	if p.Secret {
		return out, d.confess(ctx, g, engine.Msg(key.SecretShown))
	}
	return out, d.confessSeat(ctx, g, seat)
}
