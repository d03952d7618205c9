package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/control"
	"railpost/pbem/extract"
	"railpost/pbem/inbox"
	"railpost/pbem/journal"
	"railpost/pbem/key"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/pbem/verdict"
	"railpost/pbem/words"
	"railpost/store"
	"railpost/templates"
)

// mailsADay limits the answers to an organiser's mails: a program may answer each.
const mailsADay = 100

// byMail is an organiser's mail being worked out.
type byMail struct {
	desk    *Desk
	ctx     context.Context
	from    string
	game    string // that of the letter it answers; "" for one of the service
	line    string // the command
	rest    []string
	preview bool
	change  *journal.Change // what the command does
	told    []engine.Message
	about   string // the game whose standing the answer shows
}

// organiserWords are what an organiser can write, each the command of that name.
var organiserWords map[string]func(m *byMail, args string) error

func init() {
	organiserWords = map[string]func(m *byMail, args string) error{
		"help": (*byMail).help, "list": (*byMail).list, "show": (*byMail).show, "create": (*byMail).create,
		"pause": simply("game.pause"), "resume": simply("game.resume"), "end": simply("game.end"), "undo": (*byMail).undo,
		"extend": (*byMail).extend, "replace": (*byMail).replace, "act": (*byMail).act, "announce": (*byMail).announce,
	}
}

// ByMail carries out the one command of an organiser's mail, which has proven itself, and
// answers it. Everything is one change.
func (d *Desk) ByMail(ctx context.Context, in *inbox.Mail) *journal.Change {
	m := &byMail{desk: d, ctx: ctx, from: in.Message.From, game: in.Tag}
	lines := in.Message.Typed(nil)
	if len(lines) > 0 && words.First(lines[0]) == "preview" {
		m.preview = true
		if lines[0] = words.After(lines[0]); lines[0] == "" {
			lines = lines[1:]
		}
	}
	if len(lines) > 0 {
		m.line, m.rest = lines[0], lines[1:]
	}
	err := m.run()
	c := m.change
	if err != nil || c == nil {
		if c, err = m.answer(err); err != nil {
			return d.NewChange(ctx, nil).Fail(err)
		}
	}
	if c.CountToday("organiser/"+m.from) > mailsADay && len(c.Records) == 0 {
		return d.NewChange(ctx, nil).Judged(verdict.Ignored, verdict.WithoutEffect)
	}
	c.NeedOrganisersKey()
	c.QueueTo(engine.Nobody, m.from, templates.Notice, letters.Facts{ReplyTo: in.Message.MessageID, Said: templates.Said{Told: m.told}})
	return c.Judged(verdict.Answered, verdict.Settings)
}

// answer returns a change that only answers: a question, a preview, or a command that cannot
// be carried out.
func (m *byMail) answer(err error) (*journal.Change, error) {
	if err != nil {
		var wrong *control.Error
		if !errors.As(err, &wrong) {
			return nil, err
		}
		hint := wrong.Hint
		if strings.Contains(hint, "--") || strings.Contains(hint, "railpost ") {
			hint = "" // it is for the command line
		}
		m.told = []engine.Message{engine.Msg(key.OrganiserRefused, m.written(), engine.Text("what", wrong.What), engine.Text("hint", hint))}
	}
	if m.about == "" {
		return m.desk.NewChange(m.ctx, nil), nil
	}
	g, err := m.desk.Games.Load(m.ctx, m.about)
	if err != nil {
		return nil, err
	}
	return m.desk.NewChange(m.ctx, g), nil
}

func (m *byMail) run() error {
	word := words.First(m.line)
	do := organiserWords[word]
	if do == nil {
		return control.Wrong("", "the mail does not begin with a word for organisers")
	}
	return do(m, strings.TrimSpace(words.After(m.line)))
}

// call carries out a method without storing anything: that is done with the answer.
func (m *byMail) call(method string, params any) (any, error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	desk := *m.desk
	desk.held = &m.change
	out, err := desk.Handle(m.ctx, method, raw)
	if err != nil {
		m.change = nil
		return nil, err
	}
	say := key.OrganiserDone
	if m.preview {
		say = key.OrganiserWould
	}
	m.told = append(m.told, engine.Msg(say, m.written()))
	return out, nil
}

// admin reports whether the writer organises the whole service.
func (m *byMail) admin() bool {
	return slices.ContainsFunc(m.desk.Config.Security.AdminAddresses, func(a string) bool { return extract.Address(a) == m.from })
}

func (m *byMail) organises(t *table.Table) bool {
	return m.admin() || extract.Address(t.Organiser) == m.from
}

// named takes the game out of the arguments of a command: the first word if it is one, else
// that of the answered letter. The writer must organise it.
func (m *byMail) named(args string) (game, rest string, err error) {
	game, rest = m.game, args
	first, after, _ := strings.Cut(args, " ")
	name := strings.ToLower(strings.TrimRight(first, ":,"))
	switch _, err := m.desk.Store.Head(m.ctx, name); {
	case err == nil:
		game, rest = name, strings.TrimSpace(after)
	case !errors.Is(err, store.ErrNoGame) && !errors.Is(err, store.ErrInvalid):
		return "", "", err
	}
	if game == "" {
		return "", "", control.Wrong("write the name of the game after the first word; list shows all", "it is not said which game is meant")
	}
	g, err := m.desk.Games.Load(m.ctx, game)
	if err == nil && !m.organises(g.Table) {
		err = control.Wrong("list shows the games you organise", "you do not organise game %s", game)
	}
	if err == nil {
		m.about = game
	}
	return game, strings.TrimSpace(strings.TrimPrefix(rest, ":")), err
}

// simply returns a command that needs no more than a game and perhaps a reason.
func simply(method string) func(m *byMail, args string) error {
	return func(m *byMail, args string) error {
		game, why, err := m.named(args)
		if err == nil {
			_, err = m.call(method, ChangeGame{Game: game, Why: m.text(why), DryRun: m.preview})
		}
		return err
	}
}

// written returns the command as the answer repeats it.
func (m *byMail) written() engine.Arg {
	return engine.Text("line", strings.Join(append([]string{m.line}, m.rest...), " / "))
}

// text returns the end of the command's line with the lines below it.
func (m *byMail) text(first string) string {
	return strings.TrimSpace(strings.Join(append([]string{first}, m.rest...), " "))
}

func (m *byMail) help(string) error {
	m.told = append(m.told, engine.Msg(key.OrganiserHelp))
	for _, k := range []string{"list", "show", "pause", "extend", "replace", "act", "announce", "undo", "end", "create", "preview"} {
		m.told = append(m.told, engine.Msg(key.OrganiserHelpOf+k))
	}
	return nil
}

func (m *byMail) list(string) error {
	err := m.desk.eachTable(m.ctx, func(t *table.Table) error {
		if !m.organises(t) || t.Archived() {
			return nil
		}
		args := []engine.Arg{engine.Text("game", t.Game), engine.Text("title", t.Title), engine.Text("state", string(t.State))}
		say, names := key.OrganiserListed, []string{}
		for _, w := range t.Waiting {
			names = append(names, t.Players[w.Seat].Name)
			if say = key.OrganiserListedWaits; w.Late {
				names[len(names)-1] += " (late)"
			}
		}
		m.told = append(m.told, engine.Msg(say, append(args, engine.Text("names", strings.Join(names, ", ")))...))
		return nil
	})
	if err == nil && len(m.told) == 0 {
		m.told = append(m.told, engine.Msg(key.OrganiserListedNone))
	}
	return err
}

func (m *byMail) show(args string) error {
	game, _, err := m.named(args)
	if err != nil {
		return err
	}
	g, err := m.desk.Games.Load(m.ctx, game)
	if err != nil {
		return err
	}
	seats, err := m.desk.seats(m.ctx, g.Table)
	for _, s := range seats {
		args := []engine.Arg{engine.Text("name", s.Name), engine.Text("address", s.Addresses[0]), engine.Text("answer", s.Answer), engine.Text("stopped", "")}
		if !s.Suspended.IsZero() {
			args[3].Text = "yes"
		}
		m.told = append(m.told, engine.Msg(key.OrganiserSeat, args...))
	}
	return err
}

func (m *byMail) undo(args string) error {
	game, rest, err := m.named(args)
	if err != nil {
		return err
	}
	to, why, _ := strings.Cut(strings.TrimPrefix(rest, "to "), " ")
	n, err := strconv.ParseUint(strings.TrimRight(to, ":,."), 10, 64)
	if err != nil {
		return control.Wrong("write, for example, undo winter to 41", "it is not said to which step")
	}
	_, err = m.call("game.undo", ChangeGame{Game: game, To: n, Why: m.text(why), DryRun: m.preview})
	return err
}

func (m *byMail) extend(args string) error {
	game, rest, err := m.named(args)
	if err != nil {
		return err
	}
	by, player, _ := strings.Cut(rest, " ")
	_, err = m.call("game.extend", ExtendGame{Game: game, By: by, Player: strings.TrimPrefix(player, "for "), DryRun: m.preview})
	return err
}

func (m *byMail) replace(args string) error {
	game, rest, err := m.named(args)
	if err != nil {
		return err
	}
	who, by, found := strings.Cut(rest, " by ")
	a, err := journal.ParseAddress(by)
	if !found || err != nil || a.Name == "" {
		return control.Wrong("write, for example, replace winter Ben by Karl <karl@example.org>", "it is not said who takes the seat")
	}
	_, err = m.call("player.replace", ReplacePlayer{Game: game, Player: strings.TrimSpace(who), Name: a.Name, Address: a.Address, DryRun: m.preview})
	return err
}

func (m *byMail) act(args string) error {
	game, rest, err := m.named(args)
	if err != nil {
		return err
	}
	who, order, _ := strings.Cut(rest, ":")
	orders := slices.DeleteFunc(append([]string{strings.TrimSpace(order)}, m.rest...), func(l string) bool { return l == "" })
	if len(orders) == 0 {
		return control.Wrong("write, for example, act winter Ben: pass, or the orders on lines of their own below", "there are no orders")
	}
	out, err := m.call("game.act", ActFor{Game: game, Player: strings.TrimSpace(who), Orders: orders, DryRun: m.preview})
	if a, ok := out.(*Acted); ok && a.Refused != "" {
		m.told = append(m.told, engine.Msg(key.OrganiserActedPart, engine.Text("what", a.Refused)))
	}
	return err
}

func (m *byMail) announce(args string) error {
	game, rest, err := m.named(args)
	if err != nil {
		return err
	}
	p := Announce{Game: game, DryRun: m.preview}
	if to, text, found := strings.Cut(rest, ":"); found && strings.HasPrefix(to, "to ") {
		p.Player, rest = strings.TrimSpace(strings.TrimPrefix(to, "to ")), strings.TrimSpace(text)
	}
	p.Text = m.text(rest)
	_, err = m.call("announce", p)
	return err
}

// create begins a game: the title and a name, and a line for each player, option or rule.
func (m *byMail) create(args string) error {
	if !m.admin() {
		return control.Wrong("ask whoever runs the service", "only organisers of the whole service can create games")
	}
	words := strings.Fields(args)
	if len(words) != 2 {
		return control.Wrong("write create, the title and a name for the game, as in create russian winter; then a line for each player, as in Ana <ana@example.org>", "title and name are missing")
	}
	p := CreateGame{Title: strings.ToLower(words[0]), Game: strings.ToLower(words[1]), Organiser: m.from, Options: map[string]string{}, DryRun: m.preview}
	for _, l := range m.rest {
		name, value, set := strings.Cut(l, "=")
		option, isOption := strings.CutPrefix(name, "option ")
		switch rule, isRule := strings.CutPrefix(l, "rule "); {
		case set && isOption:
			p.Options[strings.TrimSpace(option)] = strings.TrimSpace(value)
		case set && isRule:
			p.Rules = append(p.Rules, strings.TrimSpace(rule))
		case strings.Contains(l, "@"):
			p.Players = append(p.Players, l)
		default:
			return control.Wrong("write a player as Ana <ana@example.org>, an option as option KEY=VALUE, a rule as rule grace=2d", "line %q says nothing about the game", l)
		}
	}
	_, err := m.call("game.create", p)
	return err
}

// AskToOrganise is what an organiser without a letter to answer writes to get one.
const AskToOrganise = "organise"

// FirstLetter sends an organiser who asks for it a letter to answer, at the address on file;
// nil if the mail is none that asks. Anybody can write one, so there are two a day.
func (d *Desk) FirstLetter(ctx context.Context, in *inbox.Mail) *journal.Change {
	lines := in.Message.Typed(nil)
	if in.Message.From == "" || !strings.EqualFold(strings.TrimSpace(cmp.Or(append(lines, in.Message.Subject)...)), AskToOrganise) {
		return nil
	}
	m := &byMail{desk: d, ctx: ctx, from: in.Message.From}
	known := m.admin()
	err := d.eachTable(ctx, func(t *table.Table) error {
		known = known || m.organises(t)
		return nil
	})
	c := d.NewChange(ctx, nil).Fail(err)
	if !known || c.CountToday("organise/"+m.from) > 2 {
		return nil
	}
	m.told = nil
	_ = m.help("")
	c.NeedOrganisersKey()
	c.QueueTo(engine.Nobody, m.from, templates.Notice, letters.Facts{ReplyTo: in.Message.MessageID, Said: templates.Said{Told: m.told}})
	return c.Judged(verdict.Answered, verdict.NoToken)
}
