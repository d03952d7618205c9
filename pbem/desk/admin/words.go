package admin

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

func (m *byMail) help(context.Context, string) error {
	m.tell(engine.Msg(key.OrganiserHelp))
	for _, o := range operations {
		if o.word != "" && o.with == "" {
			m.tell(engine.Msg(key.OrganiserHelpOf + o.word))
		}
	}
	m.tell(engine.Msg(key.OrganiserHelpOf + "preview"))
	return nil
}

func (m *byMail) list(ctx context.Context, _ string) error {
	c := m.desk.NewChange(nil)
	unsent, err := lookDesk{}.From(m.desk).unsentLetters(ctx)
	if err != nil {
		return err
	}
	err = m.each(ctx, func(t *table.Table) error {
		if t.Archived() {
			return nil
		}
		told, err := m.desk.Keeper.ReportOf(ctx, c, t)
		m.tell(told...)
		for _, w := range m.desk.basis().row(t, 0, unsent).Waiting {
			if w.Unsent {
				m.tell(engine.Msg(key.ReportOf+"unsent", engine.Text("game", t.Game), engine.Text("name", w.Name)))
			}
		}
		return err
	})
	if err == nil && len(m.facts.Told) == 0 {
		m.tell(engine.Msg(key.OrganiserListedNone))
	}
	return err
}

// show shows a game as everybody may know it, or as the organiser's own seat does.
func (m *byMail) show(ctx context.Context, t *table.Table, _ string) error {
	seats, err := lookDesk{}.From(m.desk).seats(ctx, t)
	for _, s := range seats {
		m.tell(engine.Msg(key.OrganiserSeat, engine.Text("name", s.Name), engine.Text("address", strings.Join(s.Addresses, ", ")), engine.Text("zone", s.Zone),
			engine.Text("letters", string(s.Letters)), engine.Text("answer", ifInviting(t, s.Answer)), ifAny("wrote", s.Wrote), ifAny("since", s.LateSince),
			ifAny("stopped", s.Suspended), ifAny("vacation", s.Vacation)))
		if s.Sitter != nil {
			m.tell(engine.Msg(key.OrganiserSitter, engine.Text("name", s.Sitter.Name), engine.Text("address", s.Sitter.Address), engine.Text("player", s.Name), engine.Text("date", s.Sitter.Until.String())))
		}
	}
	if watchers := watchersOf(t); len(watchers) > 0 {
		m.tell(engine.Msg(key.OrganiserWatchers, engine.Text("names", strings.Join(watchers, ", "))))
	}
	m.facts.Show = true
	return err
}

func (m *byMail) log(_ context.Context, t *table.Table, rest string) error {
	n, err := strconv.Atoi(cmp.Or(rest, "20"))
	switch {
	case err != nil || n < 1:
		return fault.Wrong("write, for example, log "+t.Game+" 20", "%q is no number of steps", rest)
	case t.State == table.Inviting:
		return fault.Wrong("", "game %s has not begun", t.Game)
	}
	m.facts.Log = min(n, 200)
	return nil
}

func (m *byMail) seats(ctx context.Context, _ string) error {
	open, err := waitingDesk{}.From(m.desk).openSeats(ctx, struct{}{})
	if err != nil {
		return err
	}
	err = m.each(ctx, func(t *table.Table) error {
		for _, s := range open {
			if s.Game == t.Game {
				m.tell(engine.Msg(key.OrganiserOpenSeat, engine.Text("game", s.Game), engine.Text("name", s.Player), engine.Text("why", s.Why), engine.Text("asked", strings.Join(s.Asked, ", "))))
			}
		}
		return nil
	})
	if err == nil && len(m.facts.Told) == 0 {
		m.tell(engine.Msg(key.OrganiserOpenNone))
	}
	return err
}

// pauses carries out commands that one game or all can get, with a reason.
func (m *byMail) pauses(ctx context.Context, args string) error {
	if first, why, _ := strings.Cut(args, " "); strings.TrimRight(first, ":,.") == "all" {
		return m.all(ctx, why)
	}
	return ofGame((*byMail).simply)(m, ctx, args)
}

func (m *byMail) all(ctx context.Context, why string) error {
	if err := m.needAdmin("stop all games"); err != nil {
		return err
	}
	out, err := m.carryOut(ctx, m.op.method+"-all", ChangeAll{Why: m.why(why), DryRun: m.preview}, nil)
	if err != nil {
		return err
	}
	rows := out.([]GameRow)
	if len(rows) == 0 {
		return fault.Wrong("list shows all games", "there is no game to %s", m.op.word)
	}
	m.tellGames(rows)
	return nil
}

// simply carries out commands that need only a game and perhaps a reason.
func (m *byMail) simply(ctx context.Context, t *table.Table, why string) error {
	_, err := m.call(ctx, ChangeGame{Game: t.Game, Why: m.why(why), DryRun: m.preview})
	return err
}

// ofGame makes a word for one game, which may be named after it.
func ofGame(do func(m *byMail, ctx context.Context, t *table.Table, rest string) error) byWord {
	return func(m *byMail, ctx context.Context, args string) error {
		t, rest, err := m.named(ctx, args)
		if err != nil {
			return err
		}
		return do(m, ctx, t, rest)
	}
}

// waiting lists the people on the waiting list, invites somebody to it, and takes somebody off it.
func (m *byMail) waiting(ctx context.Context, args string) error {
	switch who := words.After(args); words.First(args) {
	case "", "list":
		list, err := waitingDesk{}.From(m.desk).listWaiting(ctx, None{})
		for _, w := range list {
			m.tell(engine.Msg(key.OrganiserWaiting, engine.Text("name", w.Name), engine.Text("address", w.Address), engine.Text("titles", strings.Join(w.Titles, ", ")), ifAny("since", w.Agreed)))
		}
		if len(list) == 0 {
			m.tell(engine.Msg(key.OrganiserWaitingNone))
		}
		return err
	case "add":
		p := AddWaiting{Person: who, DryRun: m.preview}
		for _, l := range m.below() {
			if words.First(l) != "title" {
				return fault.Wrong("write title and a title that they would play, each on a line", "line %q says nothing about them", l)
			}
			p.Titles = append(p.Titles, strings.ToLower(words.After(l)))
		}
		out, err := m.carryOut(ctx, "waiting.add", p, &m.change)
		if w, ok := out.(*Waiting); ok {
			m.tell(engine.Msg(key.OrganiserAsked, engine.Text("name", w.Name)))
		}
		return err
	case "remove":
		_, err := m.carryOut(ctx, "waiting.remove", RemoveWaiting{Who: who, DryRun: m.preview}, &m.change)
		return err
	}
	return fault.Wrong("write waiting list, waiting add Zoe <zoe@example.org> or waiting remove zoe@example.org", "waiting needs list, add or remove")
}

func (m *byMail) undo(ctx context.Context, t *table.Table, rest string) error {
	to, why, _ := strings.Cut(strings.TrimPrefix(rest, "to "), " ")
	n, err := strconv.ParseUint(strings.TrimRight(to, ":,."), 10, 64)
	if err != nil {
		return fault.Wrong("write, for example, undo "+t.Game+" to 41; log "+t.Game+" shows the steps", "undo needs the number of a step")
	}
	_, err = m.call(ctx, ChangeGame{Game: t.Game, To: n, Why: m.why(why), DryRun: m.preview})
	return err
}

func (m *byMail) extend(ctx context.Context, t *table.Table, rest string) error {
	by, why := timeIn(rest)
	p := ExtendGame{Game: t.Game, By: by, DryRun: m.preview}
	if who, found := strings.CutPrefix(why, "for "); found {
		if p.Player, why = player(t, who); p.Player == "" {
			p.Player, why = who, "" // which is refused
		}
	}
	p.Why = m.why(why)
	_, err := m.call(ctx, p)
	return err
}

// timeIn returns the length of time at the beginning of a line, "2d" or "2 days", and the rest; the first word
// if there is none.
func timeIn(line string) (length, rest string) {
	fields := strings.Fields(line)
	for n := len(fields); n > 0; n-- {
		length = strings.Join(fields[:n], " ")
		if _, err := clock.ParseDuration(length); err == nil {
			return length, strings.Join(fields[n:], " ")
		}
	}
	length, rest, _ = strings.Cut(line, " ")
	return length, rest
}

// set changes rules, reminders or the organiser of a game, or how one of its players is
// reached.
func (m *byMail) set(ctx context.Context, t *table.Table, rest string) error {
	name, rest := player(t, rest)
	lines := slices.DeleteFunc(append([]string{rest}, m.below()...), func(l string) bool { return l == "" })
	if name != "" {
		return m.setPlayer(ctx, t, name, lines)
	}
	p := SetRules{Game: t.Game, DryRun: m.preview}
	for _, l := range lines {
		switch value := words.After(l); words.First(l) {
		case "rule":
			p.Rules = append(p.Rules, value)
		case "reminder":
			p.Reminders = append(p.Reminders, value)
		case "organiser":
			p.Organiser = value
		case "why":
			p.Why = value
		default:
			return fault.Wrong("write rule grace=2d, reminder 0 9 * * *, organiser ADDRESS or why TEXT, each on a line; or a player's name before name, address, language, zone or letters",
				"line %q says nothing that can be set", l)
		}
	}
	if len(p.Rules)+len(p.Reminders)+len(p.Organiser) == 0 {
		return fault.Wrong("write, for example, set "+t.Game+" rule grace=2d", "set needs a rule, a reminder, an organiser or a player")
	}
	_, err := m.call(ctx, p)
	return err
}

func (m *byMail) setPlayer(ctx context.Context, t *table.Table, name string, lines []string) error {
	p := SetPlayer{Game: t.Game, Player: name, DryRun: m.preview}
	fields := map[string]*string{"name": &p.Name, "address": &p.Address, "language": &p.Lang, "zone": &p.Zone, "letters": &p.Letters}
	for _, l := range lines {
		field := fields[words.First(l)]
		if field == nil || words.After(l) == "" {
			return fault.Wrong("write name, address, language, zone or letters and the new value", "line %q says nothing that can be set for %s", l, name)
		}
		*field = words.After(l)
	}
	if len(lines) == 0 {
		return fault.Wrong("write, for example, set "+t.Game+" "+name+" address new@example.org", "set needs a new value for %s", name)
	}
	if p.Address != "" {
		if err := m.mayMove(t); err != nil {
			return err
		}
	}
	_, err := m.carryOut(ctx, "player.set", p, &m.change)
	return err
}

// mayMove refuses to an organiser who plays at a table to have letters of others there go
// elsewhere.
func (m *byMail) mayMove(t *table.Table) error {
	if len(t.SeatsOf(m.from)) == 0 {
		return nil
	}
	return fault.Wrong("they can answer a letter from the new address, or ask the service's organiser", "you play in game %s and cannot say where letters of the others go", t.Game)
}

func (m *byMail) act(ctx context.Context, t *table.Table, rest string) error {
	who, order := player(t, rest)
	if who == "" {
		who, order, _ = strings.Cut(rest, ":") // which is refused
	}
	orders := slices.DeleteFunc(append([]string{strings.TrimSpace(order)}, m.below()...), func(l string) bool { return l == "" })
	if len(orders) == 0 {
		return fault.Wrong("write, for example, act "+t.Game+" Ben: pass, or the orders on lines of their own below", "there are no orders")
	}
	out, err := m.call(ctx, ActFor{Game: t.Game, Player: strings.TrimSpace(who), Orders: orders, DryRun: m.preview})
	if a, ok := out.(*Acted); ok && a.Refused != "" {
		m.tell(engine.Msg(key.OrganiserActedPart, engine.Text("what", a.Refused)))
	}
	return err
}

// announce announces something to a table, one of its players, any player, or everybody.
func (m *byMail) announce(ctx context.Context, args string) error {
	p := Announce{DryRun: m.preview}
	to, text, colon := strings.Cut(args, ":")
	who, anybody := strings.CutPrefix(to, "to ")
	switch {
	case colon && to == "all":
		p.All, args = true, text
	case colon && anybody && m.game == "":
		p.Person, args = strings.TrimSpace(who), text
	default:
		t, rest, err := m.named(ctx, args)
		if err != nil {
			return err
		}
		p.Game, args = t.Game, rest
		if to, text, colon := strings.Cut(rest, ":"); colon && strings.HasPrefix(to, "to ") {
			p.Player, args = strings.TrimSpace(strings.TrimPrefix(to, "to ")), text
		}
	}
	if p.Game == "" {
		if err := m.needAdmin("write to players of any game"); err != nil {
			return err
		}
	}
	p.Text = strings.TrimSpace(strings.Join(append([]string{args}, m.rest...), " "))
	out, err := m.call(ctx, p)
	if a, ok := out.(*Announced); ok {
		m.tell(engine.Msg(key.OrganiserAnnounced, engine.SeveralOf("names", a.To, engine.Text)))
	}
	return err
}

// offer offers a player's seat to those on the waiting list.
func (m *byMail) offer(ctx context.Context, t *table.Table, who string) error {
	if who == "" {
		return fault.Wrong("write, for example, offer "+t.Game+" Ben", "offer needs the player who leaves the seat")
	}
	out, err := m.call(ctx, OfferSeat{Game: t.Game, Player: who, DryRun: m.preview})
	if o, ok := out.(*OpenSeat); ok {
		m.tell(waitlist.Offered(engine.Seat(o.Seat), o.Asked))
	}
	return err
}

func (m *byMail) replace(ctx context.Context, t *table.Table, rest string) error {
	who, by, found := strings.Cut(rest, " by ")
	a, err := journal.ParseAddress(by)
	if !found || err != nil || a.Name == "" {
		return fault.Wrong("write, for example, replace "+t.Game+" Ben by Karl <karl@example.org>", "replace needs the name and address of the new player")
	}
	_, err = m.call(ctx, ReplacePlayer{Game: t.Game, Player: strings.TrimSpace(who), Name: a.Name, Address: a.Address, DryRun: m.preview})
	if err == nil && m.change != nil {
		err = m.mayAsk(ctx, m.change, a.Address)
	}
	if err == nil {
		m.tell(engine.Msg(key.OrganiserAsked, engine.Text("name", a.Name)))
	}
	return err
}

// mayAsk counts a letter to an address that an organiser of single games names, as a player's request.
func (m *byMail) mayAsk(ctx context.Context, c *journal.Change, address string) error {
	if m.admin() {
		return nil
	}
	if profiles.MayAsk(ctx, c, m.from) {
		if may, _ := profiles.MayBeAsked(ctx, c, address); may {
			return nil
		}
	}
	m.change = nil
	return fault.Wrong("tell them yourself; the service's organiser can write to them", "Railpost can't write to %s for you now: %d people a day, and one letter in 30 days to someone who never wrote here",
		address, profiles.RequestsADay)
}

// address enters a person's new address in all games that the writer organises.
func (m *byMail) address(ctx context.Context, args string) error {
	two := strings.Fields(args)
	if len(two) != 2 {
		return fault.Wrong("write, for example, address ben@example.org ben@example.net; the same address twice has letters go there again", "address needs the old and the new address")
	}
	p := MoveAddress{Old: two[0], New: two[1], DryRun: m.preview}
	names := []string{}
	err := m.each(ctx, func(t *table.Table) error {
		names = append(names, t.Game)
		old := strings.ToLower(two[0])
		if t.Ended() || len(t.SeatsOf(old)) == 0 && !t.HasGuest(old) {
			return nil
		}
		return m.mayMove(t)
	})
	if err != nil {
		return err
	}
	if !m.admin() {
		p.Games = names
		c := m.desk.NewChange(nil)
		if to, bad := journal.ParseAddress(p.New); bad == nil && !strings.EqualFold(p.Old, p.New) {
			err = m.mayAsk(ctx, c, to.Address)
		}
		if err == nil && !m.preview {
			err = m.desk.Put(ctx, c.Values)
		}
		if err != nil {
			return err
		}
	}
	out, err := m.carryOut(ctx, m.op.method, p, nil)
	if moved, ok := out.(*Moved); ok {
		m.tellGames(moved.Games)
	}
	return err
}

// tellGames names the games that a command has changed.
func (m *byMail) tellGames(rows []GameRow) {
	var names []string
	for _, g := range rows {
		if !slices.Contains(names, g.Game) {
			names = append(names, g.Game)
		}
	}
	if len(names) > 0 {
		m.tell(engine.Msg(key.OrganiserAll, engine.SeveralOf("names", names, engine.Text)))
	}
}

// renew makes a player's answer address, or the writer's own, worthless and sends a letter
// with a new one.
func (m *byMail) renew(ctx context.Context, args string) error {
	if args == "" {
		_, err := m.carryOut(ctx, "organiser.renew", RenewOrganiser{Address: m.from, DryRun: m.preview}, &m.change)
		if err == nil && !m.preview {
			m.tell(engine.Msg(key.OrganiserRenewed))
		}
		return err
	}
	t, rest, err := m.named(ctx, args)
	if err != nil {
		return err
	}
	name, _ := player(t, rest)
	if name == "" {
		return fault.Wrong("write, for example, renew "+t.Game+" Ben; renew alone is for your own answer address", "renew needs a player of the game")
	}
	_, err = m.call(ctx, RenewPlayer{Game: t.Game, Player: name, DryRun: m.preview})
	if err == nil && !m.preview {
		m.tell(engine.Msg(key.OrganiserRenewedFor, engine.Text("name", name)))
	}
	return err
}

// create begins a game: the title and a name, and a line for each player and each flag of
// the command line.
func (m *byMail) create(ctx context.Context, args string) error {
	two := strings.Fields(args)
	if len(two) != 2 {
		return fault.Wrong("write create, the title and a name for the game, as in create russian winter; then a line for each player, as in Ana <ana@example.org>", "title and name are missing")
	}
	p := CreateGame{Title: strings.ToLower(two[0]), Game: strings.ToLower(two[1]), Organiser: m.from, Options: map[string]string{}, DryRun: m.preview}
	fields := map[string]*string{"profile": &p.Profile, "language": &p.Language, "zone": &p.Zone, "answer-within": &p.AnswerWithin, "letters": &p.Letters, "organiser": &p.Organiser}
	for _, l := range m.below() {
		first, value := words.First(l), words.After(l)
		name, set, isOption := strings.Cut(value, "=")
		switch field := fields[first]; {
		case field != nil:
			*field = value
		case first == "option" && isOption:
			p.Options[strings.TrimSpace(name)] = strings.TrimSpace(set)
		case first == "rule":
			p.Rules = append(p.Rules, value)
		case first == "reminder":
			p.Reminders = append(p.Reminders, value)
		case first == "start-now":
			p.StartNow = true
		case first == "force":
			p.Force = true
		case first == "player":
			p.Players = append(p.Players, value)
		case strings.Contains(l, "@"):
			p.Players = append(p.Players, l)
		default:
			return fault.Wrong("write a player as Ana <ana@example.org>, an option as option KEY=VALUE, a rule as rule grace=2d; also "+strings.Join(slices.Sorted(maps.Keys(fields)), ", ")+" with a value, reminder, start-now, force",
				"line %q says nothing about the game", l)
		}
	}
	out, err := m.call(ctx, p)
	if c, ok := out.(*Created); ok && !m.preview {
		say := key.OrganiserCreated
		if c.State == string(table.Running) {
			say = key.OrganiserStarted
		}
		m.tell(engine.Msg(say, engine.SeveralOf("names", c.Players, engine.Text)))
	}
	return err
}

// ifAny returns a time as an argument, empty for none.
func ifAny(name string, t time.Time) engine.Arg {
	if t.IsZero() {
		return engine.Text(name, "")
	}
	a := content.At(t)
	a.Name = name
	return a
}

// ifInviting returns an answer to the invitation as long as it matters.
func ifInviting(t *table.Table, answer string) string {
	if t.State != table.Inviting {
		return ""
	}
	return cmp.Or(answer, "none")
}
