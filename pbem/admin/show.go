package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/control"
	"railpost/pbem/export"
	"railpost/pbem/games"
	"railpost/pbem/table"
	"railpost/store"
	"railpost/templates"
)

// None is for methods without parameters.
type None struct{}

// GameRow is one line of game.list.
type GameRow struct {
	Game    string    `json:"game"`
	Title   string    `json:"title"`
	State   string    `json:"state"`
	Step    uint64    `json:"step"`
	Players []string  `json:"players"`
	Waiting []WaitRow `json:"waiting,omitempty"`
	Created time.Time `json:"created"`
}

// WaitRow is a seat that is waited for.
type WaitRow struct {
	Seat  int       `json:"seat"`
	Name  string    `json:"name"`
	Since time.Time `json:"since"`
	Until time.Time `json:"until,omitzero"`
	Late  bool      `json:"late,omitempty"`
}

// ListGames are the parameters of game.list; without any, all games are listed.
type ListGames struct {
	States []string `json:"states,omitempty"`
}

// listGames lists games in the order of names, those that have ended last.
func (d *Desk) listGames(ctx context.Context, p ListGames) ([]GameRow, error) {
	out := []GameRow{}
	err := d.Store.Heads(ctx, func(h store.Head) error {
		t, err := table.Read(h.Doc)
		if err != nil {
			return fmt.Errorf("game %s: %w", h.Game, err)
		}
		if len(p.States) == 0 || slices.Contains(p.States, string(t.State)) {
			out = append(out, row(t, h.Seq))
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b GameRow) int { return cmp.Compare(a.rank(), b.rank()) })
	return out, err
}

func (r GameRow) rank() int {
	return slices.Index([]string{string(table.Over), string(table.Closed)}, r.State)
}

func row(t *table.Table, record uint64) GameRow {
	r := GameRow{Game: t.Game, Title: t.Title, State: string(t.State), Step: t.Step(record, engine.Nobody), Players: t.Names(), Created: t.Created}
	if t.State == table.Inviting {
		for i, p := range t.Players {
			if p.Answer != "accept" {
				r.Waiting = append(r.Waiting, WaitRow{Seat: i, Name: p.Name, Since: t.Created})
			}
		}
	}
	for _, w := range t.Waiting {
		r.Waiting = append(r.Waiting, WaitRow{Seat: int(w.Seat), Name: t.Players[w.Seat].Name, Since: w.Since, Until: w.Until, Late: w.Late})
	}
	return r
}

// LookAt are the parameters of the methods that show a running game: the
// public view by default; a seat's with Seat, everything with Secret, both of
// which are written into the log and told to the table.
type LookAt struct {
	Game   string `json:"game"`
	Seat   *int   `json:"seat,omitempty"`
	Secret bool   `json:"secret,omitempty"`
	N      int    `json:"n,omitempty"` // game.log: the last n; 0: all
	JSON   bool   `json:"json,omitempty"`
}

// SeatRow is what the organiser knows of a player, which is no secret of the game.
type SeatRow struct {
	Seat      int           `json:"seat"`
	Name      string        `json:"name"`
	Addresses []string      `json:"addresses"` // letters go to the first
	Zone      string        `json:"zone"`
	Letters   table.Letters `json:"letters"`
	Answer    string        `json:"answer,omitempty"` // to the invitation: accept, decline
	LateSince time.Time     `json:"late_since,omitzero"`
	Wrote     time.Time     `json:"wrote,omitzero"` // last mail of theirs
}

func seats(t *table.Table, now time.Time) []SeatRow {
	var out []SeatRow
	for s, p := range t.Players {
		r := SeatRow{Seat: s, Name: p.Name, Addresses: p.Addresses, Zone: p.Zone, Letters: p.Letters, Answer: p.Answer, Wrote: p.Wrote}
		if w := t.WaitFor(engine.Seat(s)); w != nil && t.State == table.Running && now.After(w.Until) {
			r.LateSince = w.Until
		}
		out = append(out, r)
	}
	return out
}

// Shown is the answer of game.show.
type Shown struct {
	GameRow
	Seats    []SeatRow       `json:"seats"`
	Status   string          `json:"status,omitempty"` // where the game stands, in words
	Scores   []ScoreRow      `json:"scores,omitempty"` // of a game that is over, best first
	Text     string          `json:"text"`
	Position json.RawMessage `json:"position,omitempty"` // the view, encoded
	Hash     string          `json:"hash,omitempty"`
}

// ScoreRow is one line of the final table.
type ScoreRow struct {
	Seat   int         `json:"seat"`
	Name   string      `json:"name"`
	Rank   int         `json:"rank"`
	Points int         `json:"points"`
	Parts  []ScorePart `json:"parts,omitempty"`
}

// ScorePart is what a seat got points for.
type ScorePart struct {
	Head   string `json:"head"`
	Points int    `json:"points"`
}

func (d *Desk) scores(g *games.Game) []ScoreRow {
	var out []ScoreRow
	for _, s := range g.Now.Title.Scores(g.Now.Pos) {
		r := ScoreRow{Seat: int(s.Seat), Name: g.Table.Players[s.Seat].Name, Rank: s.Rank, Points: s.Points}
		for _, p := range s.Parts {
			head := d.Templates.Say(templates.English, nil, nil, engine.Msg(g.Table.Title+".score."+p.Name))
			r.Parts = append(r.Parts, ScorePart{Head: head, Points: p.Int})
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b ScoreRow) int { return a.Rank - b.Rank })
	return out
}

func (d *Desk) showGame(ctx context.Context, p LookAt) (*Shown, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	hash, err := d.Games.PublicHash(ctx, g, g.Head.Seq)
	if err != nil {
		return nil, err
	}
	out := &Shown{GameRow: row(g.Table, g.Head.Seq), Seats: seats(g.Table, d.Now()), Hash: hash.String()}
	if g.Now == nil {
		return out, nil
	}
	out.Status = d.Templates.Say(templates.English, g.Table.Names(), d.Letters.Zone(), g.Now.Title.Status(g.Now.Pos.View(engine.Nobody)))
	if g.Table.State == table.Over {
		out.Scores = d.scores(g)
	}
	seat, err := lookAs(g, p)
	if err != nil {
		return nil, err
	}
	position := g.Now.Pos.View(seat)
	if p.Secret {
		position = g.Now.Pos
	}
	out.Position = engine.Encode(position)
	r, err := d.Letters.Show(g, seat)
	if err != nil {
		return nil, err
	}
	out.Text = r.Text
	if p.Secret {
		return out, d.confess(ctx, g, engine.Msg("pbem.secret-shown"))
	}
	return out, d.confessSeat(ctx, g, seat)
}

// lookAs is the seat whose view is asked for.
func lookAs(g *games.Game, p LookAt) (engine.Seat, error) {
	if p.Seat == nil {
		return engine.Nobody, nil
	}
	if *p.Seat < 0 || *p.Seat >= len(g.Table.Players) {
		return 0, control.Wrong("seats count from 0", "game %s has no seat %d", g.Name, *p.Seat)
	}
	return engine.Seat(*p.Seat), nil
}

// LogText is the answer of game.log.
type LogText struct {
	Game  string    `json:"game"`
	Steps []LogStep `json:"steps"`
}

// LogStep is one record as its reader may know it.
type LogStep struct {
	Seq  uint64    `json:"seq"` // its number for all readers; 0: it has none, as only its seat may know of it
	At   time.Time `json:"at"`
	Who  string    `json:"who"`
	Line string    `json:"line,omitempty"`
	Say  []string  `json:"say,omitempty"`
}

func (d *Desk) logGame(ctx context.Context, p LookAt) (*LogText, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	seat, err := lookAs(g, p)
	if err != nil {
		return nil, err
	}
	from := uint64(0)
	if p.N > 0 {
		from = g.Table.Before(g.Head.Seq, uint64(p.N), seat)
	}
	steps, err := d.Letters.Happened(ctx, g, from, g.Head.Seq, seat)
	if err != nil {
		return nil, err
	}
	out := &LogText{Game: g.Name, Steps: []LogStep{}}
	for _, s := range steps {
		out.Steps = append(out.Steps, d.logStep(g.Table, s))
	}
	return out, d.confessSeat(ctx, g, seat)
}

func (d *Desk) logStep(t *table.Table, s templates.Step) LogStep {
	say := func(m engine.Message) string {
		return d.Templates.Say(templates.English, t.Names(), d.Letters.Zone(), m)
	}
	l := LogStep{Seq: s.Seq, At: s.At, Line: s.Line}
	who := say(engine.Msg("letter.referee"))
	if s.Seat >= 0 {
		l.Who = t.Players[s.Seat].Name
		who = l.Who
	}
	if s.Back > 0 {
		l.Say = append(l.Say, say(engine.Msg("letter.step.back", engine.Text("who", who), engine.Text("step", strconv.FormatUint(s.Back, 10)))))
	}
	for _, m := range s.Reports {
		l.Say = append(l.Say, say(m))
	}
	return l
}

// ExportGame are the parameters of game.export.
type ExportGame struct {
	LookAt
	Format string `json:"format,omitempty"` // "" the log; "18xx" a game of the public 18xx site
}

// Exported is the answer of game.export: the log as text, one record a line; or
// the game in another format.
type Exported struct {
	Game string `json:"game"`
	Text string `json:"text"`
}

// exportGame returns the log of a game that is over or called off, or, with
// Secret, of any: records hold what is hidden. A game that was called off cannot go
// on then.
func (d *Desk) exportGame(ctx context.Context, p ExportGame) (*Exported, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	switch p.Format {
	case "":
	case formatSite:
		return d.exportSite(ctx, g)
	default:
		return nil, control.Wrong("leave it out, or write "+formatSite, "there is no format %q", p.Format)
	}
	ended := g.Table.State == table.Over || g.Table.State == table.Closed
	if !ended && !p.Secret {
		return nil, control.Wrong("add --secret: it is written into the log and told to the table", "the log of %s holds what is hidden as long as it runs", g.Name)
	}
	if g.Table.State == table.Closed && !g.Table.Shown {
		c := d.NewChange(ctx, g)
		c.Table.Shown = true
		if err := d.Commit(c); err != nil {
			return nil, err
		}
	}
	if p.Secret && !ended && g.Now != nil {
		if err := d.confess(ctx, g, engine.Msg("pbem.secret-shown")); err != nil {
			return nil, err
		}
	}
	log, err := d.Store.Load(ctx, g.Name, 0, true)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	var secret export.Secret
	if ended || p.Secret {
		secret = export.Secret{Seed: g.Table.Seed, Service: g.Table.Service, Added: g.Table.Added()}
	}
	if err := export.Write(&b, log.Records, secret); err != nil {
		return nil, err
	}
	return &Exported{Game: g.Name, Text: b.String()}, nil
}

// Verified is the answer of game.verify.
type Verified struct {
	Game    string `json:"game"`
	Title   string `json:"title"`
	Version int    `json:"version"`
	Records int    `json:"records"`
	Digest  string `json:"digest"`
	Hash    string `json:"hash"`
	Fault   string `json:"fault,omitempty"` // what is wrong with the log; "" when it is right
}

// verifyGame re-decides the whole log and compares digests, chain and draws. What
// it finds wrong is its answer; an error says that it could not look.
func (d *Desk) verifyGame(ctx context.Context, p LookAt) (*Verified, error) {
	g, err := d.Games.Load(ctx, p.Game)
	var v *Verified
	if err == nil {
		v, err = d.verify(ctx, g)
	}
	var done *control.Error
	if err == nil || errors.Is(err, store.ErrNoGame) || errors.As(err, &done) || ctx.Err() != nil {
		return v, err
	}
	v = &Verified{Game: p.Game, Fault: err.Error()}
	if g != nil {
		v.Title, v.Version = g.Table.Title, g.Table.Setup.Version
	}
	return v, nil
}

func (d *Desk) verify(ctx context.Context, g *games.Game) (*Verified, error) {
	records, hash, err := d.Games.Log(ctx, g.Name)
	if err != nil {
		return nil, err
	}
	if len(records) == 0 {
		return nil, control.Wrong("verify it once it runs", "game %s has not begun", g.Name)
	}
	again, err := engine.Replay(d.Titles, records, g.Table.Seed)
	if err != nil {
		return nil, err
	}
	if err := engine.CheckDraws(g.Name, g.Table.Seed, records); err != nil {
		return nil, err
	}
	if again.Digest() != g.Now.Digest() {
		return nil, errors.New("the position kept is not the one the log leads to; keep the file and report it")
	}
	return &Verified{Game: g.Name, Title: g.Table.Title, Version: g.Table.Setup.Version, Records: len(records), Digest: again.Digest(), Hash: hash.String()}, nil
}
