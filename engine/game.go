package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"railpost/engine/key"
)

// Game is one running game: its title under one version and the position after the last
// record. It is not safe for concurrent use.
type Game struct {
	Name  string
	Title Title
	Setup Setup
	Pos   Position
	Seq   uint64 // last record applied
	Drawn map[string]int

	// Thought: a lookahead in the view of one seat. Secrets of others, such as bids in advance, do not exist
	// there, and orders continue past them (Tx.Disclose).
	Thought bool

	names []string // names of the players, see Named
	seed  Seed     // nil: digests are not compared and nothing can be drawn
}

// Result is the effect of one line, or its effect if it were played.
type Result struct {
	Line    string // canonical, as it appears in the log
	Said    string // the same as it is listed: where Line names routes, this may be "run best"
	Public  string // what others may read instead of it, see Tx.Public; "" if the same
	Else    string // alternatives of the line that were not needed
	Acts    []Act
	Pos     Position
	Reports []Report
	Draws   []Draw
	Reveal  bool
	// Shows: the letter that answers the mail reveals something hidden (Tx.ShowLater).
	Shows bool
	// Stopped: a dry run reached something hidden. Reports and Pos are what was known
	// before it.
	Stopped bool

	// Answered is the question that the first answer of the line answered.
	Answered Answered

	drawn map[string]int
}

// Begin sets up a new game and returns it with its first record.
func Begin(name string, t Title, s Setup, players []string, seed Seed) (*Game, *Record, error) {
	s, err := CheckSetup(t, s)
	if err != nil {
		return nil, nil, err
	}
	g := &Game{Name: name, Title: t, Setup: s, Drawn: map[string]int{}, seed: seed}
	tx := &Tx{Seat: Nobody, from: &source{game: name, seed: seed, drawn: g.Drawn}}
	g.Pos, err = t.Begin(tx, s)
	if err != nil {
		return nil, nil, fmt.Errorf("engine: setting up %s: %w", t.Name(), err)
	}
	g.SetNames(players)
	g.Seq = 1
	r := &Record{
		Seq: 1, Kind: Begun, Seat: Nobody, Draws: tx.draws, Reports: tx.reports, Reveal: true,
		Digest: Digest(seed, name, g.Pos),
		Begin:  &Beginning{Game: name, Title: t.Name(), Setup: s, Players: players, Commitment: seed.Commitment()},
	}
	return g, r, nil
}

// Resume restores a game from a snapshot.
func Resume(name string, t Title, s Setup, seed Seed, snap Snapshot) (*Game, error) {
	p, err := t.Decode(s, snap.Pos)
	if err != nil {
		return nil, fmt.Errorf("engine: reading the position of %s after record %d: %w", name, snap.Seq, err)
	}
	g := &Game{Name: name, Title: t, Setup: s, Pos: p, Seq: snap.Seq, Drawn: map[string]int{}, seed: seed}
	maps.Copy(g.Drawn, snap.Drawn)
	return g, nil
}

// Clone returns an independent copy.
func (g *Game) Clone() *Game {
	c := *g
	c.Pos = g.Pos.Clone()
	c.Drawn = maps.Clone(g.Drawn)
	return &c
}

// Try plays one line of a seat on a copy; g is unchanged. If dry is set, it stops before
// anything hidden is revealed. The error is a *Refusal, or a bug in the title.
func (g *Game) Try(seat Seat, line string, dry bool) (*Result, error) {
	return g.TryAfter(seat, line, dry, Earlier{})
}

// TryAfter is Try for a line that follows others in its mail: it belongs to their turn, unless it
// names another. Of a line with alternatives it plays the first that is legal.
func (g *Game) TryAfter(seat Seat, line string, dry bool, e Earlier) (*Result, error) {
	head, line := CutHead(g.Title, line)
	if head != "" {
		e.Span = ""
	}
	if err := cmp.Or(g.headed(seat, head), e.otherTurn(g.Pos, seat, line)); err != nil {
		err.Line = line
		return nil, err
	}
	if list := Alternatives(line); len(list) > 1 {
		return g.alternatives(seat, list, dry, e)
	}
	tx := &Tx{Pos: g.Pos.Clone(), Seat: seat, dry: dry, thought: g.Thought, shows: e.Shows, before: e.Shown}
	tx.from = &source{game: g.Name, seed: g.seed, drawn: maps.Clone(g.Drawn)}
	said := &spelling{both: true}
	canonical, err := runLine(tx, line, said)
	stopped := errors.Is(err, ErrRevealAhead)
	if err != nil && !stopped {
		if r, ok := AsRefusal(err); ok {
			named := *r
			named.Line = line
			return nil, &named
		}
		return nil, fmt.Errorf("engine: %s: resolving %q for seat %d: %w", g.Name, line, seat, err)
	}
	return &Result{Line: canonical, Said: string(said.said), Public: tx.public, Acts: tx.acts, Pos: tx.Pos, Reports: tx.reports, Draws: tx.draws, Reveal: tx.revealed, Shows: tx.owes, Stopped: stopped,
		drawn: tx.from.drawn, Answered: Answered{Prompt: *cmp.Or(tx.answered, &Prompt{})}}, nil
}

// After returns the game as it would be after a Result, for looking further ahead.
func (g *Game) After(r *Result) *Game {
	next := *g
	next.Pos, next.Drawn = r.Pos, r.drawn
	return &next
}

// Take makes a Result of Try the position of the game and returns its record.
func (g *Game) Take(seat Seat, r *Result) *Record {
	g.Pos, g.Drawn = r.Pos, r.drawn
	g.Seq++
	return &Record{Seq: g.Seq, Kind: Ordered, Seat: seat, Line: r.Line, Public: r.Public, Draws: r.Draws, Reports: r.Reports, Reveal: r.Reveal || r.Shows, Hidden: r.isHidden(seat), Digest: g.Digest()}
}

// isHidden reports whether a seat played something that the game was not waiting for and that nobody else may
// know: a standing answer.
func (r *Result) isHidden(seat Seat) bool {
	others := func(r Report) bool { return len(r.To) != 1 || r.To[0] != seat }
	return r.Answered.Prompt.Optional && len(r.Reports) > 0 && !slices.ContainsFunc(r.Reports, others)
}

// Note returns a record that does not change the position.
func (g *Game) Note(seat Seat, reports ...Report) *Record {
	g.Seq++
	return &Record{Seq: g.Seq, Kind: Noted, Seat: seat, Reports: reports}
}

// Digest returns the keyed digest of the position; "" without the seed.
func (g *Game) Digest() string {
	if g.seed == nil {
		return ""
	}
	return Digest(g.seed, g.Name, g.Pos)
}

// Waiting lists the seats the game is waiting for.
func (g *Game) Waiting() []Seat { return Waiting(g.Pos, g.Setup.Seats) }

// Waiting lists the seats a position is waiting for.
func Waiting(p Position, seats int) []Seat {
	var list []Seat
	for s := range Seat(seats) {
		if slices.ContainsFunc(p.Prompts(s), func(p Prompt) bool { return !p.Optional }) {
			list = append(list, s)
		}
	}
	return list
}

// Snapshot is a position with everything needed to continue from it.
type Snapshot struct {
	Seq   uint64          `json:"seq"`
	Drawn map[string]int  `json:"drawn,omitempty"`
	Pos   json.RawMessage `json:"pos"` // the output of Encode
}

// Snapshot returns a snapshot of the current position.
func (g *Game) Snapshot() Snapshot {
	return Snapshot{Seq: g.Seq, Drawn: maps.Clone(g.Drawn), Pos: Encode(g.Pos)}
}

// Apply plays the line of a record in place and compares the outcome with the record. Undo
// records are left to Replay, which has the past positions. After an error the game must
// not be used any more.
func (g *Game) Apply(r *Record) error {
	_, err := g.Redo(r)
	return err
}

// Redo is Apply that also returns the orders in the record's line.
func (g *Game) Redo(r *Record) ([]Act, error) {
	if r.Seq != g.Seq+1 {
		return nil, fmt.Errorf("engine: record %d cannot follow record %d", r.Seq, g.Seq)
	}
	switch r.Kind {
	case Noted:
		g.Seq = r.Seq
		return nil, nil
	case Switched:
		if err := g.switched(r); err != nil {
			return nil, fmt.Errorf("engine: record %d: changing the rules: %w", r.Seq, err)
		}
		if g.seed != nil && g.Digest() != r.Digest {
			return nil, &Differs{Seq: r.Seq, What: "changing the rules now leads to another position"}
		}
		return nil, nil
	}
	if r.Kind != Ordered {
		return nil, fmt.Errorf("engine: record %d: a record of kind %q has no orders to replay", r.Seq, r.Kind)
	}
	tx := &Tx{Pos: g.Pos, Seat: r.Seat, completed: true, silent: true, from: &source{game: g.Name, drawn: g.Drawn, tape: r.Draws, taped: true}}
	line, err := runLine(tx, r.Line, &spelling{})
	if err != nil {
		return nil, refusedNow(r, err)
	}
	g.Pos, g.Seq = tx.Pos, r.Seq
	switch {
	case line != r.Line:
		return nil, respelt(r, line)
	case len(tx.from.tape) > 0:
		return nil, differs(r, "now leaves recorded draws unused", nil)
	case g.seed != nil && g.Digest() != r.Digest:
		return nil, differs(r, "now leads to another position", nil)
	}
	return tx.acts, nil
}

// Supposed returns an imagined game that starts from a position, with draws from a seed.
func Supposed(t Title, s Setup, p Position, seed Seed) *Game {
	return &Game{Name: "supposed", Title: t, Setup: s, Pos: p, Drawn: map[string]int{}, seed: seed}
}

// SetNames sets the current names of the players. It changes no digest.
func (g *Game) SetNames(names []string) {
	if slices.Equal(g.names, names) {
		return
	}
	g.names = slices.Clone(names)
	g.callNames()
}

// callNames passes the names on to the position.
func (g *Game) callNames() {
	if p, ok := g.Pos.(Named); ok && g.names != nil {
		p.SetNames(g.names)
	}
}

// Players returns the names of all who play: of the seats, then of the opponents that the
// rules play.
func (g *Game) Players() []string {
	names := append(slices.Clone(g.names), make([]string, max(0, g.Setup.Seats-len(g.names)))...)
	return append(names, g.Title.Opponents(g.Setup.Seats)...)
}

// headed refuses a line that names another turn than the seat's, or that turn while a question of another
// company interrupts it; head is "" if the line names none.
func (g *Game) headed(seat Seat, head string) *Refusal {
	if head == "" {
		return nil
	}
	var names []string // turn names of the questions
	for _, p := range g.Pos.Prompts(seat) {
		if of, named := Head(g.Title, p.Span); p.Span != "" && named {
			names = append(names, of)
		}
	}
	if len(names) == 0 {
		names = g.Title.Heads(g.Pos, seat)
	}
	if slices.Contains(names, head) {
		return nil
	}
	return &Refusal{Kind: Forbidden, Code: OtherHead, Why: Msg(key.OtherHead, Order("turn", head))}
}

// alternatives is TryAfter for a line with several; if none is legal, it returns the first refusal.
func (g *Game) alternatives(seat Seat, list []string, dry bool, e Earlier) (*Result, error) {
	var first error
	for i, line := range list {
		r, err := g.TryAfter(seat, line, dry, e)
		if err == nil {
			r.Else = strings.Join(list[i+1:], ", else ")
			return r, nil
		}
		if _, refused := AsRefusal(err); !refused {
			return nil, err
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// goUnder gives the position another set-up.
func (g *Game) goUnder(s Setup) {
	g.Setup = s
	g.Title.Switch(g.Pos, s)
}

// switched carries out the record of a switch.
func (g *Game) switched(r *Record) error {
	if r.Setup == nil {
		return errors.New("the new rules are missing")
	}
	s, err := CheckSetup(g.Title, *r.Setup)
	if err != nil {
		return err
	}
	g.goUnder(s)
	g.Seq = r.Seq
	return nil
}

// Alternatives returns the orders of a line "A, else B, else C"; the first legal one is played. A line without
// "else" is its own only alternative.
func Alternatives(line string) []string {
	if len(line) < len("a, else b") {
		return []string{line}
	}
	return otherwise.Split(line, -1)
}

// otherwise separates alternatives: "buy 2b from OFE for 100, else buy 2+2b".
var otherwise = regexp.MustCompile(`(?i)\s*[,;]\s*(?:or )?else:?\s+`)

// Head returns how the name of a turn is written in full, and whether any turn is called so.
func Head(t Title, name string) (string, bool) {
	want := Squeeze(name)
	for _, full := range t.Turns() {
		if Squeeze(full) == want {
			return full, true
		}
	}
	return "", false
}

// CutHead cuts the name of a turn off a line: "3" and "run best" of "3: run best". Without one
// head is "".
func CutHead(t Title, line string) (head, order string) {
	name, rest, ok := strings.Cut(line, ":")
	if !ok {
		return "", line
	}
	if full, known := Head(t, strings.TrimSpace(name)); known {
		return full, strings.TrimSpace(rest)
	}
	return "", line
}
