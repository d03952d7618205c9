package digest

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/orders"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/near"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
	"railpost/store"
	"railpost/templates"
)

// seat is one of the writer's.
type seat struct {
	game  *games.Game
	seat  engine.Seat
	title string // of the game, as in subjects of its letters
	waits bool   // the game waits for it
	words *words.Vocabulary
}

// part is the part of a mail for one game. Other lines are blank in it, so that its line numbers are those of
// the mail.
type part struct {
	seat  seat
	lines []string
}

// split is a mail divided into its games' parts.
type split struct {
	parts   []part
	own     []string         // lines about the letter itself
	loose   []string         // orders that may be for several games
	talk    []string         // above the names, more than a greeting
	unknown []engine.Message // names of no game
}

// findSeats finds the writer's seats in games that are not over.
func (m *mail) findSeats(ctx context.Context) error {
	h, address := m.handler, m.in.Digest.Address
	names, err := h.GamesOf(ctx, address)
	if err != nil {
		return err
	}
	for _, name := range names {
		g, err := h.Games.Load(ctx, name)
		if errors.Is(err, store.ErrNoGame) {
			continue
		}
		if err != nil {
			return err
		}
		best := -1 // of several seats of theirs, the one that must act
		for _, s := range g.Table.SeatsOf(address) {
			waits := g.Table.State == table.Running && g.Table.WaitFor(s) != nil
			if best < 0 || waits {
				best = int(s)
			}
		}
		if best < 0 || g.Table.Ended() && m.letter().Of(name, engine.Seat(best)) == nil {
			continue
		}
		s := engine.Seat(best)
		v := words.New(h.Letters.Templates, g.Table.LangOf(s), s, g.Now).WithPlayers(g.Table.Players)
		title := h.Letters.Templates.Say(g.Table.LangOf(s), nil, time.UTC, engine.Msg(g.Table.Title+".title"))
		m.seats = append(m.seats, seat{g, s, title, g.Table.State == table.Running && g.Table.WaitFor(s) != nil, v})
	}
	return nil
}

// heading matches a line that can only be the name of a game: "winter:".
var heading = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([\pL\pN][\pL\pN-]{0,20})\s*:$`) })

// under is the lines under one heading.
type under struct {
	name  string // "": above the first
	seat  *seat
	lines []string
}

// split cuts the mail at the names of games.
func (m *mail) split(ctx context.Context) (split, error) {
	var out split
	quoted, err := m.handler.Letters.AnsweredLetter(ctx, m.in.Message.InReplyTo, m.in.Digest.Address, m.vocabulary(), templates.Digest, templates.Answers)
	if err != nil {
		return out, err
	}
	wrote := m.in.Message.Written(quoted)
	if above := wrote.Above(func(line string) bool { return m.orders([]string{line}) }); len(above) > 0 {
		m.told = append(m.told, letters.Above(above))
	}
	for _, u := range m.cut(wrote.Lines) {
		switch {
		case u.seat != nil:
			out.add(*u.seat, u.lines)
		case u.name != "":
			if m.orders(u.lines) {
				out.unknown = append(out.unknown, m.unknown(u.name))
			}
		default:
			out.own = takeOwn(u.lines)
			m.above(&out, u.lines)
		}
	}
	return out, nil
}

// cut returns the lines above the first name, and under each. Lines elsewhere are blank in each.
func (m *mail) cut(typed []string) []under {
	list := []under{{lines: make([]string, len(typed))}}
	for i, line := range typed {
		name, rest, s := m.head(line)
		if name != "" {
			list = append(list, under{name: name, seat: s, lines: make([]string, len(typed))})
			line = rest
		}
		list[len(list)-1].lines[i] = line
	}
	return list
}

// head reads a line that is the name of a game, or begins with one and a colon: the name, the rest, and the
// seat, nil if there is no such game.
func (m *mail) head(line string) (name, rest string, s *seat) {
	text := strings.Trim(line, " \t*_")
	before, after, ok := strings.Cut(text, ":")
	before, after = strings.Trim(before, " []."), strings.TrimSpace(after) // [winter], as in subjects
	for i := range m.seats {
		if s := &m.seats[i]; engine.Fold(before) == engine.Fold(s.game.Name) && (ok || !m.orderWord(before)) {
			if engine.Fold(after) == engine.Fold(s.title) { // the heading of the letter, copied
				after = ""
			}
			return before, after, s
		}
	}
	if !ok {
		return "", "", nil
	}
	_, isPlan := plan.ReadHeader(text)
	ofTurn := func(s seat) bool {
		if s.game.Now == nil {
			return false
		}
		turn, _ := engine.CutHead(s.game.Now.Title, text)
		return turn != ""
	}
	if isPlan || slices.ContainsFunc(m.seats, ofTurn) || !heading().MatchString(text) || m.orderWord(before) ||
		m.vocabulary().Greeting(before) {
		return "", "", nil
	}
	return before, "", nil
}

// orderWord reports whether a word begins an order of some game, or is one of the service.
func (m *mail) orderWord(word string) bool {
	return words.IsService(engine.Fold(word)) || m.vocabulary().Verb(word)
}

// above assigns the lines above the first name: to the game whose preview they confirm, to the only game of the
// answered letter, or else to the only one that waits. It never guesses the game to be taken back.
func (m *mail) above(out *split, lines []string) {
	for i, line := range lines {
		confirms := func(s seat) bool {
			t := s.game.Table
			return orders.Confirms(m.handler.Letters.Templates.Book(t.LangOf(s.seat), ""), &t.Players[s.seat], line) != nil
		}
		of := slices.DeleteFunc(slices.Clone(m.seats), func(s seat) bool { return !confirms(s) })
		if len(of) == 1 {
			alone := make([]string, len(lines))
			alone[i], lines[i] = line, ""
			out.add(of[0], alone)
		}
	}
	one := slices.DeleteFunc(slices.Clone(m.seats), func(s seat) bool { return !s.waits })
	undoes := func(l string) bool { return words.First(l) == "undo" }
	if slices.ContainsFunc(lines, undoes) {
		one = nil
	}
	if l := m.letter(); l != nil && l.Own == 1 {
		one = slices.DeleteFunc(slices.Clone(m.seats), func(s seat) bool { return l.Games[0].Game != s.game.Name })
	}
	if !slices.ContainsFunc(lines, func(l string) bool { return l != "" }) {
		return
	}
	if len(one) == 1 && (m.orders(lines) || len(out.own) == 0) {
		out.add(one[0], lines)
		return
	}
	sorted := extract.Sort(lines, m.vocabulary(), true)
	for _, l := range sorted.Orders {
		out.loose = append(out.loose, sorted.Typed(l))
	}
	for _, l := range sorted.Unread {
		out.loose = append(out.loose, l.Text)
	}
	for _, l := range sorted.Talk {
		if len(strings.Fields(l.Text)) > greetingMost {
			out.talk = append(out.talk, l.Text)
		}
	}
}

// greetingMost limits the words of a greeting.
const greetingMost = 3

// orders reports whether some lines may be orders.
func (m *mail) orders(lines []string) bool {
	sorted := extract.Sort(lines, m.vocabulary(), true)
	return len(sorted.Orders)+len(sorted.Unread) > 0
}

// add gives a game more lines.
func (s *split) add(to seat, lines []string) {
	for i := range s.parts {
		if s.parts[i].seat.game.Name == to.game.Name {
			for n, l := range lines {
				if l != "" {
					s.parts[i].lines[n] = l
				}
			}
			return
		}
	}
	s.parts = append(s.parts, part{to, lines})
}

// unknown says that no game of the writer's has a name.
func (m *mail) unknown(name string) engine.Message {
	names := engine.Each(m.seats, func(s seat) string { return s.game.Name })
	close := near.Names(engine.Fold(name), names, 1)
	return engine.Msg(key.DigestUnknown, engine.Text("name", name), engine.Text("near", strings.Join(close, ", ")), gamesOf(m.seats))
}

// vocabulary are the words of all games of the writer.
func (m *mail) vocabulary() extract.Vocabulary {
	var list several
	for _, s := range m.seats {
		list = append(list, s.words)
	}
	return list
}

// several are the words of several games: an order of one of them is an order.
type several []extract.Vocabulary

func (a several) has(is func(extract.Vocabulary) bool) bool { return slices.ContainsFunc(a, is) }

func (a several) Verb(word string) bool {
	return a.has(func(v extract.Vocabulary) bool { return v.Verb(word) })
}

func (a several) Near(word string) bool {
	return a.has(func(v extract.Vocabulary) bool { return v.Near(word) })
}

func (a several) Order(line string) bool {
	return a.has(func(v extract.Vocabulary) bool { return v.Order(line) })
}

func (a several) English(line string) string {
	for _, v := range a {
		if english := v.English(line); english != line {
			return english
		}
	}
	return line
}

func (a several) Greeting(word string) bool {
	return a.has(func(v extract.Vocabulary) bool { return v.Greeting(word) })
}

func (a several) Slip(line string) bool {
	return a.has(func(v extract.Vocabulary) bool { return v.Slip(line) })
}

func (a several) Mode(line string) bool {
	return a.has(func(v extract.Vocabulary) bool { return v.Mode(line) })
}

func (a several) Wishes() (list []string) {
	for _, v := range a {
		list = append(list, v.Wishes()...)
	}
	return list
}
