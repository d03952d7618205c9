package letters

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/board"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	webkey "railpost/pbem/show/web/key"
	"railpost/store"
	"railpost/templates"
	words "railpost/templates/key"
)

// Leaf is content of a page for a reader, made as letters are: from their own view, in their language, and
// without anything that identifies a seat.
type Leaf struct {
	templates.Leaf
	Say   func(engine.Message) string // in the same reader's language
	Order func(line string) string    // an order, or words of one, in the words of the same reader
	Usual []string                    // the lines of the suggested move
}

// LinkOf returns the secret link of a seat's page; "" if there are no pages.
func (w *Writer) LinkOf(t *table.Table, s engine.Seat) string {
	return w.Config.PageURL("s/" + t.Game + "/" + t.Tokens().Link(s) + "/")
}

// PageState returns, in short, all facts on a game's pages for a reader that actions can change. An action hidden
// from the reader leaves it unchanged, so that the time a page takes reveals nothing.
func PageState(t *table.Table, last uint64, s engine.Seat) (string, error) {
	type player struct {
		Name, Level, Added string
		Robot              bool
		Bank               int64
		Before             []table.Predecessor
	}
	seen := struct {
		Facts           content.Facts
		Game            []string
		Created, Erased time.Time
		Step, Epoch     uint64
		Within          int64
		Rules           table.Rules
		HalfTime        bool
		Reminders       []string
		Players         []player
		Away            []table.Away
		Ignores         []engine.Seat
	}{Facts: content.Facts{}.At(t, nil, s), Game: []string{t.Game, string(t.State), t.LangOf(s), t.ZoneOf(s).String()},
		Created: t.Created, Erased: t.Erased, Step: t.HiddenRecords.Step(last, s), Epoch: t.Epoch,
		Within: t.Within, Rules: t.Rules, HalfTime: t.HalfTime, Reminders: t.Reminders}
	for i := range seen.Facts.Waits {
		seen.Facts.Waits[i].Plan = time.Time{} // Facts.Plans has the reader's own
	}
	for _, p := range t.Players {
		seen.Players = append(seen.Players, player{p.Name, string(p.Level), p.Added, p.Robot, p.Bank, p.Before})
	}
	if s >= 0 {
		seen.Away, seen.Ignores = t.Players[s].Away, t.Players[s].Ignores
	}
	b, err := json.Marshal(seen)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}

// publicSteps is the number of latest steps on a public page.
const publicSteps = 5

// LeafNow returns the content of a letter to a seat, or with engine.Nobody to everybody, written now.
func (w *Writer) LeafNow(ctx context.Context, g *games.Game, s engine.Seat) (Leaf, error) {
	f, kind := content.Facts{}.At(g.Table, g.Now, s), templates.News
	f.Plain = true // a page has no files
	switch {
	case g.Now == nil:
		kind = templates.Invitation
	case g.Table.State == table.Over:
		kind = templates.End
	case s < 0:
		f.Since = g.Table.HiddenRecords.Before(g.Now.Seq, publicSteps, s)
	default:
		f.Since = f.Moved
		if f.Halt.Is == "" && slices.Contains(g.Now.Waiting(), s) {
			kind = templates.Turn
		}
	}
	data, err := f.Bytes()
	if err != nil {
		return Leaf{}, err
	}
	l := store.Letter{Game: g.Name, Seat: int(s), Kind: string(kind), Queued: w.Now(), Data: data}
	if g.Now != nil {
		l.Seq = g.Now.Seq
	}
	p, err := w.page(ctx, l)
	if err != nil {
		return Leaf{}, err
	}
	return w.leaf(p.letter)
}

// LeafThen returns the position after an earlier record as the reader may know it, as in the reply to `position`.
func (w *Writer) LeafThen(ctx context.Context, g *games.Game, s engine.Seat, record uint64) (Leaf, error) {
	l := w.onPage(g, s)
	var err error
	if l.Blocks, l.Told, err = w.then(ctx, g, content.EarlierPosition{Record: record}, l, g.Now.Seq); err != nil {
		return Leaf{}, err
	}
	return w.leaf(l)
}

// LeafLog returns the steps after a record, up to another one, as the reader may know them.
func (w *Writer) LeafLog(ctx context.Context, g *games.Game, s engine.Seat, after, upTo uint64) (Leaf, error) {
	l := w.onPage(g, s)
	steps, err := w.Happened(ctx, g, after, upTo, s)
	if err != nil {
		return Leaf{}, err
	}
	l.Log = heard(g.Table, s, steps)
	return w.leaf(l)
}

// LeafHistory returns the reply to `history`, and its charts to be drawn.
func (w *Writer) LeafHistory(ctx context.Context, g *games.Game, s engine.Seat) (Leaf, []board.Graph, error) {
	l := w.onPage(g, s)
	if err := w.history(ctx, g, g.Now, l, HistoryAll); err != nil {
		return Leaf{}, nil, err
	}
	leaf, err := w.leaf(l)
	return leaf, w.graphs(l, g.Now, s), err
}

// LeafBlocks returns blocks as the reader's letters show them.
func (w *Writer) LeafBlocks(g *games.Game, s engine.Seat, blocks []engine.Block) (Leaf, error) {
	l := w.onPage(g, s)
	l.Blocks = blocks
	return w.leaf(l)
}

// onPage is an empty letter of a game, even without its state. g may be nil.
func (w *Writer) onPage(g *games.Game, s engine.Seat) *templates.Letter {
	l := &templates.Letter{Kind: templates.Answer, Lang: w.Config.Identity.Language, Seat: s, Zone: w.Zone(), Now: w.Now()}
	if g == nil {
		return l
	}
	if s >= 0 {
		l.Spoken = g.Table.Players[s].View == table.Spoken
	}
	frame(l, g, nil, nil)
	l.Game = ""
	return l
}

func (w *Writer) leaf(l *templates.Letter) (Leaf, error) {
	leaf, err := w.Templates.Leaf(l)
	return Leaf{leaf, w.Templates.Word(l), w.Templates.Book(leaf.Lang, l.Title).Print, advise.LinesOf(l.Usual)}, err
}

// LeafTime is a time on pages. They are kept for a while, so the remaining time in them is approximate.
const LeafTime = 10 * time.Minute

// LeafClock returns the deadlines of the players that the game waits for, and the rest of the time banks of all;
// nothing if there are none.
func (w *Writer) LeafClock(g *games.Game, s engine.Seat) (Leaf, error) {
	t := g.Table
	b := engine.Block{Columns: engine.Headings(webkey.ClockPlayer, webkey.ClockUntil)}
	if t.Rules.Bank > 0 {
		b.Columns = append(b.Columns, engine.Headings(webkey.ClockBank)...)
	}
	for i, p := range t.Players {
		due := until(t, engine.Seat(i), w.Now())
		if due.Key == webkey.ClockNone && (t.Rules.Bank == 0 || p.Name == "") {
			continue
		}
		who := engine.If(p.IsRobot(), Robot(p), engine.Msg(webkey.ClockOf, engine.Player("player", engine.Seat(i))))
		row := []engine.Cell{{Say: who}, {Say: due}}
		if t.Rules.Bank > 0 {
			row = append(row, engine.Cell{Say: engine.Msg(webkey.ClockLeft, roughly("left", time.Duration(p.Bank)*time.Second))})
		}
		b.Rows = append(b.Rows, row)
	}
	if b.Rows == nil {
		return Leaf{}, nil
	}
	return w.LeafBlocks(g, s, []engine.Block{b})
}

// Robot names a robot, with the note that it is one.
func Robot(p table.Player) engine.Message {
	return engine.Msg(words.RobotOf+string(p.Level), engine.Text("name", p.Name))
}

// until says by when a seat must answer.
func until(t *table.Table, s engine.Seat, now time.Time) engine.Message {
	i := slices.IndexFunc(t.Waiting, func(w table.Wait) bool { return w.Seat == s })
	switch {
	case i < 0 || t.State != table.Running:
		return engine.Msg(webkey.ClockNone)
	case t.Waiting[i].Until.IsZero(), t.Players[s].IsRobot():
		return engine.Msg(webkey.ClockOpen)
	case t.Waiting[i].Until.Before(now):
		return engine.Msg(webkey.ClockLate, content.At(t.Waiting[i].Until))
	}
	return engine.Msg(webkey.ClockAt, content.At(t.Waiting[i].Until))
}
