// Package letters writes the letters of the service. A letter is queued with its
// Facts alone; its Writer takes the rest from the log of its game, as its reader may
// know it, when the letter is first attempted. What it says is kept for answers that quote it.
//
// A letter is its reader's next decision: first what is asked, then the best few choices and, if
// it fits, what happened. Blocks equal to those of the reader's last letter are left out; what
// that letter showed follows from the log. A lesson of the tutor shows facts that the letter has
// anyway.
//
// Letters that follow from a mail are rendered before its commit, so that their bytes are part of
// it. Until its first attempt a letter is replaced by a later one, and is rendered again if the
// times at its table have moved or it has waited for minutes. The attempt itself is not stored, so
// after a crash any letter with bytes may have been sent, and goes out as it is. Therefore none is
// rendered ahead while the queue is held or the minute's letters are used up.
package letters

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/picture"
	"railpost/store"
	"railpost/templates"
)

// Writer finishes letters from the log of their game.
type Writer struct {
	Config    *config.Config
	Store     store.Store
	Templates *templates.Set
	Titles    engine.Titles
	Games     *games.Library
	Log       *slog.Logger
	Now       func() time.Time

	pasts   *games.Cache[*past]    // by the key of the game: another may get its name
	courses *games.Cache[*course]  // by their keys
	written *games.Cache[*written] // the letters made last, by Message-ID: their answers quote them
	shown   *games.Cache[shown]    // blocks last shown to readers, see reader
	boards  *games.Cache[boardShown]
	drawer  *picture.Drawer
}

// keptLetters limits the letters in memory, of about 20 KB each.
const keptLetters = 500

// keptCourses is how many courses of games stay in memory: the last letters of a game are
// written together, and its pages are asked for together.
const keptCourses = 20

// New returns a Writer with its fields set that has written nothing yet.
func New(w Writer) *Writer {
	w.courses = games.NewCache[*course](keptCourses)
	w.pasts = games.NewCache[*past](keptPasts)
	w.drawer = new(picture.Drawer)
	w.Forget()
	return &w
}

// Forget drops the texts of letters from memory, and what they showed.
func (w *Writer) Forget() {
	w.written = games.NewCache[*written](keptLetters)
	w.shown = games.NewCache[shown](keptShown)
	w.boards = games.NewCache[boardShown](keptBoards)
}

// ForgetGame drops cached data of a game: letters were written ahead of a commit that was refused, so records
// cached by their numbers are not those of the log.
func (w *Writer) ForgetGame(g *games.Game) {
	w.pasts.Drop(string(g.Table.Key))
	w.courses.Drop(string(g.Table.Key))
	for s := range g.Table.Players {
		w.shown.Drop(reader(g, engine.Seat(s)))
		w.boards.Drop(reader(g, engine.Seat(s)))
	}
}

// Compose returns a letter as it is sent: from the position after the record at which it was queued, as its
// reader may know it.
func (w *Writer) Compose(ctx context.Context, l store.Letter) (store.Finished, error) {
	out := store.Finished{ID: l.ID}
	p, rendered, err := w.render(ctx, l, true)
	if err == nil {
		out.Bytes, out.Said, err = w.bytes(l, p, rendered)
	}
	if err != nil {
		return out, fmt.Errorf("pbem: letter %d (%s to %s seat %d): %w", l.ID, l.Kind, l.Game, l.Seat, err)
	}
	return out, nil
}

// bytes is a rendered letter with its headers, and the data for its answers.
func (w *Writer) bytes(l store.Letter, p *page, r templates.Rendered) (b, said []byte, err error) {
	h, err := w.headers(l, p, r)
	if err != nil {
		return nil, nil, err
	}
	h.Subject = r.Subject
	if p.facts.Plain {
		r.HTML, r.Page, r.Pictures = "", nil, nil
	}
	if b, err = compose.Compose(h, r); err == nil {
		b, err = w.Config.Sign(b)
	}
	if err != nil {
		return nil, nil, err
	}
	now := w.writtenOf(p.letter, r)
	w.written.Put(h.MessageID, now)
	return b, now.bytes(), nil
}

// Render returns the text of a letter.
func (w *Writer) Render(ctx context.Context, l store.Letter) (templates.Rendered, error) {
	_, r, err := w.render(ctx, l, true)
	return r, err
}

// render returns a letter's text; with the files of its pictures, or only with their descriptions.
func (w *Writer) render(ctx context.Context, l store.Letter, files bool) (*page, templates.Rendered, error) {
	p, err := w.page(ctx, l)
	if err == nil {
		p.reply, err = w.reply(ctx, l, p)
	}
	if err == nil {
		err = w.addStop(ctx, l, p)
	}
	if err == nil {
		err = w.addCalendar(p)
	}
	if err != nil {
		return nil, templates.Rendered{}, err
	}
	if w.Config.ByCode() && p.reply.Token != "" {
		p.letter.Code = p.reply.String()
	}
	if p.reply.Token != "" && !p.facts.NoTap && !p.facts.Plain {
		if p.letter.Tap, err = w.AnswerAddress(p.reply); err != nil {
			return nil, templates.Rendered{}, err
		}
	}
	w.draw(p, files)
	w.tiles(p, files)
	r, err := w.Templates.Render(p.letter)
	r.Files = p.files
	return p, r, err
}

// Show renders the present position alone, as a seat or, with engine.Nobody, everybody may know it.
func (w *Writer) Show(g *games.Game, s engine.Seat) (templates.Rendered, error) {
	l := &templates.Letter{Kind: templates.Answer, Seat: s, Zone: w.Zone(), Now: w.Now(), Shown: true}
	frame(l, g, g.Now, g.Table.Waiting)
	l.Lang = templates.English
	if err := allSheets(l, g.Now, s, false); err != nil {
		return templates.Rendered{}, err
	}
	return w.Templates.Render(l)
}

// page is a letter with the data for its headers.
type page struct {
	letter *templates.Letter
	game   *games.Game // nil for letters of no game
	facts  content.Facts
	reply  compose.Reply    // identification for the answer
	to     string           // the reader's address
	files  []templates.File // attached
	drawn  *drawn           // content of its pictures; nil: it has none
	after  engine.Position  // after the suggested turn; nil: none is suggested

	unsubscribe, oneClick string // addresses of its buttons, see addStop
}

// page gathers the facts of a queued letter.
func (w *Writer) page(ctx context.Context, l store.Letter) (*page, error) {
	f, err := content.ReadFacts(l.Data)
	if err != nil {
		return nil, err
	}
	out := &templates.Letter{Kind: templates.Kind(l.Kind), Zone: w.Zone(), Now: l.Queued, Seat: engine.Seat(l.Seat),
		Spoken: f.Spoken,
		Site:   w.Config.Identity.SiteName, Contact: w.Config.Identity.Contact,
		Said: f.Said, Taught: f.Taught, Versed: f.Moved > 0 && templates.Kind(l.Kind) != templates.Handover}
	p := &page{letter: out, facts: f, to: extract.Address(l.To)}
	if f.Guest != nil {
		out.Name, out.Listed = f.Guest.Name, f.Guest.Listed
	}
	if f.Visitor != nil {
		out.Watches = f.Visitor.Watches
		out.Name, out.Foreign = f.Visitor.Name, f.Visitor.New
	}
	out.Lang = cmp.Or(f.OwnLang(), w.Config.Identity.Language)
	if f.Digest != nil {
		return p, w.fillParts(ctx, p, l)
	}
	if l.Game == "" {
		return p, nil
	}
	if p.game, err = w.Games.Load(ctx, l.Game); err != nil {
		return nil, err
	}
	title := w.Titles(p.game.Table.Title)
	for i, line := range out.Lines {
		out.Lines[i].Told = append([]engine.Passage{}, title.Tell(line.Reports)...)
	}
	then, err := w.Games.At(ctx, p.game, l.Seq)
	if err != nil {
		return nil, err
	}
	frame(out, p.game, then, f.Waits)
	if out.Kind == templates.Notice { // to organisers, who run more than one table
		out.Lang = w.Config.Identity.Language
	}
	out.Lang = cmp.Or(f.OwnLang(), out.Lang)
	switch {
	case f.Sitter != "":
		out.Name = f.Sitter
	case f.Guest != nil: // the seat's zone is theirs until they set another
		out.Zone = p.game.Table.ZoneOf(f.Guest.Seat)
	}
	if then != nil {
		hash, err := w.Games.PublicHash(ctx, p.game, then.Seq)
		if err != nil {
			return nil, err
		}
		out.Hash = hash.Short()
	}
	return p, w.fill(ctx, p, then)
}

// fill adds the content of the letter's kind.
func (w *Writer) fill(ctx context.Context, p *page, then *engine.Game) error {
	l, row := p.letter, p.letter.Kind.Row()
	if l.Kind == templates.Guest {
		return w.fillGuest(p, then)
	}
	if row.Agrees {
		l.Foreign = l.Kind == templates.Invitation && cmp.Or(p.facts.OwnLang(), p.game.Table.Players[l.Seat].Lang) == ""
		title := w.Titles(p.game.Table.Title)
		l.Invite = invite(p.game.Table, title)
		l.Players = append(p.game.Table.Names(), title.Opponents(len(p.game.Table.Players))...)
	}
	if row.Draws {
		l.Draws = draws(p.game.Table)
	}
	if p.facts.Agreed != (content.Agreed{}) {
		l.Invite = agreed(p.game.Table, w.Titles(p.game.Table.Title), p.facts.Agreed)
	}
	if l.Kind == templates.Invitation || then == nil {
		return nil
	}
	switch {
	case l.Kind == templates.Late && !slices.Contains(then.Waiting(), l.Seat):
		return nil // the others have had their news
	case row.Shows:
		return w.fillPresent(ctx, p, l, then)
	case row.Scores:
		return w.fillEnd(ctx, p, then)
	}
	if p.facts.Log > 0 {
		from, ignores := p.game.Table.HiddenRecords.Before(then.Seq, uint64(p.facts.Log), l.Seat), l.Seat >= 0 && len(p.game.Table.Players[l.Seat].Ignores) > 0
		if ignores { // the requested number remains
			from = 0
		}
		var err error
		if l.Log, err = w.happened(ctx, p, from, then.Seq); err != nil {
			return err
		}
		if ignores {
			l.Log = l.Log[max(0, len(l.Log)-p.facts.Log):]
		}
	}
	if p.facts.Link && l.Seat >= 0 && p.facts.Sitter == "" {
		l.Link = w.LinkOf(p.game.Table, l.Seat)
	}
	if p.facts.Feed && l.Seat >= 0 && p.facts.Sitter == "" {
		l.Link = w.CalendarLink(p.game.Table, l.Seat)
	}
	if p.facts.Show {
		if err := fillShown(p, then); err != nil {
			return err
		}
	}
	if p.facts.Export != "" {
		file, err := w.export(ctx, p.game, then.Seq, p.facts.Export)
		if err != nil {
			return err
		}
		p.files = append(p.files, *file)
	}
	if p.facts.History != "" {
		if err := w.history(ctx, p.game, then, l, p.facts.History); err != nil {
			return err
		}
		if w.wantsPictures(p) {
			if err := w.charts(p, then); err != nil {
				return err
			}
		}
	}
	if err := w.fillRecords(ctx, p, then); err != nil {
		return err
	}
	if p.facts.Board && !p.facts.Enclose {
		if err := w.pictures(ctx, p, l, then); err != nil {
			return err
		}
	}
	switch {
	case l.Seat < 0:
		return nil
	case p.facts.Enclose:
		return w.fillEnclosed(ctx, p, then)
	case l.Kind == templates.Receipt:
		w.noteBoard(p, then)
		if p.facts.Since == 0 {
			return nil
		}
		var err error
		l.Happened, err = w.happened(ctx, p, p.facts.Since, then.Seq)
		return err
	}
	return nil
}

// happened lists records as the reader of a letter may know them and wants to: a substitute reads all talk.
func (w *Writer) happened(ctx context.Context, p *page, since, upTo uint64) ([]templates.Step, error) {
	steps, err := w.Happened(ctx, p.game, since, upTo, p.letter.Seat)
	if p.facts.Sitter == "" {
		steps = heard(p.game.Table, p.letter.Seat, steps)
	}
	return steps, err
}

// fillShown adds the game as its reader may know it: an organiser who plays, from their seat.
func fillShown(p *page, then *engine.Game) error {
	reader := engine.Nobody
	if seats := p.game.Table.SeatsOf(p.to); len(seats) > 0 {
		reader = seats[0]
	}
	return allSheets(p.letter, then, reader, false)
}

// allSheets adds the sheets of a game, as a seat may know it, as blocks.
func allSheets(l *templates.Letter, then *engine.Game, s engine.Seat, first bool) error {
	if err := sheets(l, then, then.Pos.View(s), s, first); err != nil {
		return err
	}
	l.Blocks = slices.Concat(l.Own, l.Table, l.Board)
	l.Own, l.Table, l.Board = nil, nil, nil
	return nil
}

// fillGuest adds public facts to the letter that offers somebody a seat.
func (w *Writer) fillGuest(p *page, then *engine.Game) error {
	if p.facts.Guest.Asks.IsZero() {
		return nil
	}
	l := p.letter
	l.Foreign = p.facts.OwnLang() == ""
	l.Invite = invite(p.game.Table, w.Titles(p.game.Table.Title))
	l.Draws = draws(p.game.Table)
	if p.facts.Agreed != (content.Agreed{}) {
		l.Also = agreed(p.game.Table, w.Titles(p.game.Table.Title), p.facts.Agreed)
	}
	if then == nil {
		return nil
	}
	return allSheets(l, then, engine.Nobody, true)
}

// fillEnclosed adds the seat's present letter.
func (w *Writer) fillEnclosed(ctx context.Context, p *page, then *engine.Game) error {
	in := *p.letter
	in.Kind, in.Said, in.Log = templates.News, templates.Said{Halt: in.Halt}, nil
	if in.Halt.Is == "" && slices.Contains(then.Waiting(), in.Seat) {
		in.Kind = templates.Turn
	}
	p.letter.Enclosed = &in
	return w.fillPresent(ctx, p, &in, then)
}

// fillPresent adds the position and what happened: since the reader's own last move if they
// must act (or since the last letter, if that is earlier) or asked for their letter,
// otherwise since the last letter.
func (w *Writer) fillPresent(ctx context.Context, p *page, l *templates.Letter, then *engine.Game) error {
	since := p.facts.Since
	switch {
	case l != p.letter && since > 0: // the reader's plans may have moved after the mail
		since = min(since, p.facts.Moved)
	case l != p.letter, l.Kind == templates.Late:
		since = p.facts.Moved
	case l.Kind.Row().Asks:
		since = min(since, p.facts.Moved)
	}
	for _, wait := range p.facts.Waits {
		if wait.Seat == l.Seat {
			l.Since = wait.Since
		}
	}
	var err error
	if l.Happened, err = w.happened(ctx, p, since, then.Seq); err != nil {
		return err
	}
	if l == p.letter && l.Kind.Row().Replaceable {
		l.Happened = withoutTakenBack(l.Happened, p.game.Table.HiddenRecords.Step(p.facts.Since, engine.Nobody), l.Seat)
	}
	if p.after, err = present(l, &p.facts, then, l.Seat); err != nil {
		return err
	}
	if err := w.addPast(ctx, p.game, l, then, l.Seat); err != nil {
		return err
	}
	if err := w.pictures(ctx, p, l, then); err != nil {
		return err
	}
	return w.leaveOutSame(ctx, p, l, then)
}

// fillEnd shows everything, so the game must be over.
func (w *Writer) fillEnd(ctx context.Context, p *page, then *engine.Game) error {
	l := p.letter
	if p.game.Table.State != table.Over {
		return fault.Wrong("wait until it is over", "game %s is not over, and its seed is secret", p.game.Name)
	}
	for _, s := range then.Title.Scores(then.Pos) {
		l.Scores = append(l.Scores, templates.Score{Seat: s.Seat, Points: s.Points, Rank: s.Rank, Parts: s.Parts, Why: s.Why})
	}
	for s, player := range p.game.Table.Players {
		for _, b := range player.Before {
			l.Told = append(l.Told, engine.Msg(key.SeatBefore, engine.Player("seat", engine.Seat(s)), engine.Text("was", b.Name), engine.Int("n", int(p.game.Table.HiddenRecords.Step(b.To, engine.Nobody)))))
		}
	}
	l.Rematch = w.Config.Lobby.Open != config.OpenNobody && l.Seat >= 0 && p.facts.Sitter == ""
	l.Draws = draws(p.game.Table)
	l.Draws.Seed, l.Draws.Service = hex.EncodeToString(p.game.Table.Seed), hex.EncodeToString(p.game.Table.Service)
	if err := w.lastly(ctx, p, then); err != nil {
		return err
	}
	var err error
	if p.facts.Since > 0 {
		if l.Happened, err = w.happened(ctx, p, p.facts.Since, then.Seq); err != nil {
			return err
		}
	}
	figures, err := w.figures(ctx, p.game, then.Seq, l.Now)
	if err != nil {
		return err
	}
	if len(figures.Lines) > 0 {
		l.Numbers = figures.Lines[0]
	}
	if err := w.pictures(ctx, p, l, then); err != nil {
		return err
	}
	if p.files, err = w.packet(ctx, p.game); err != nil || p.facts.Plain || p.facts.Spoken || p.facts.Pictures == table.None {
		return err
	}
	return w.charts(p, then)
}

// Zone returns the time zone of readers who have no seat.
func (w *Writer) Zone() *time.Location {
	if z, err := w.Config.Zone(); err == nil {
		return z
	}
	return time.UTC
}
