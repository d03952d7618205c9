package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/near"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/store"
	"railpost/templates"
	letterkey "railpost/templates/key"
)

// mailsADay limits the answers to an organiser's mails: a program may answer each.
const mailsADay = 100

// byMail is an organiser's mail being worked out.
type byMail struct {
	desk    *Desk
	from    string
	op      *operation
	game    string // that of the letter it answers; "" for one of the service
	line    string // the command
	rest    []string
	preview bool
	change  *journal.Change // the command's change
	facts   content.Facts   // the reply's content
	about   string          // the game whose state the reply shows
}

// ByMail carries out the one command of an authenticated organiser's mail, and answers it. Everything is one
// change, except commands for several games: each game is one, and is skipped when the mail comes again.
func (d *Desk) ByMail(ctx context.Context, in *inbox.Mail) *journal.Change {
	m := &byMail{desk: d, from: in.Message.From, game: in.Tag}
	m.facts.ReplyTo = in.Message.MessageID
	err := m.read(ctx, in)
	if err == nil {
		err = m.run(ctx)
	}
	c, act := m.change, verdict.Answered
	if err != nil {
		act = verdict.Refused
	}
	if err != nil || c == nil {
		if c, err = m.answer(ctx, err); err != nil {
			return d.NewChange(nil).Fail(err)
		}
	}
	if c.CountToday(ctx, "organiser/"+m.from) > mailsADay && len(c.Records) == 0 {
		return d.NewChange(nil).Judged(verdict.Ignored, verdict.WithoutEffect)
	}
	c.NeedOrganisersKey(ctx)
	tell.To(ctx, c, engine.Nobody, m.from, templates.Notice, m.facts)
	return c.Judged(act, verdict.Organiser)
}

// read finds the command in a mail: its first line, and the lines below that belong to it.
func (m *byMail) read(ctx context.Context, in *inbox.Mail) error {
	said := words.New(m.desk.Templates, "", engine.Nobody)
	quoted, err := m.desk.Letters.AnsweredLetter(ctx, in.Message.InReplyTo, m.from, said, templates.Notice)
	if err != nil {
		return err
	}
	lines := in.Message.Typed(quoted)
	if len(lines) > 0 && words.First(lines[0]) == "preview" {
		m.preview = true
		if lines[0] = words.After(lines[0]); lines[0] == "" {
			lines = lines[1:]
		}
	}
	if len(lines) == 0 {
		return nil
	}
	m.line, m.rest = lines[0], lines[1:]
	all := strings.ToLower(strings.Join(lines, "\n"))
	if slices.ContainsFunc(m.desk.Config.AnswerBases(), func(base string) bool { return strings.Contains(all, base) }) {
		return fault.Wrong("leave it out", "the message contains an answer address, and anyone who reads it could write in your place")
	}
	return nil
}

// below returns the lines below the command, without a farewell.
func (m *byMail) below() []string {
	said := words.New(m.desk.Templates, "", engine.Nobody)
	if i := slices.IndexFunc(m.rest, func(l string) bool { return said.Greeting(words.First(l)) }); i >= 0 {
		return m.rest[:i]
	}
	return m.rest
}

// why returns a reason that begins on the command's line and continues below.
func (m *byMail) why(first string) string {
	return strings.TrimSpace(strings.Join(append([]string{first}, m.below()...), " "))
}

// tell adds to the reply.
func (m *byMail) tell(told ...engine.Message) { m.facts.Told = append(m.facts.Told, told...) }

// answer returns a change that only answers: a question, a preview, or a command that cannot
// be carried out.
func (m *byMail) answer(ctx context.Context, err error) (*journal.Change, error) {
	if err != nil {
		var wrong *fault.Mistake
		if !errors.As(err, &wrong) {
			return nil, err
		}
		m.facts = content.Facts{ReplyTo: m.facts.ReplyTo}
		hint, stop := hintByMail(wrong.Hint), "."
		if strings.HasSuffix(hint, "?") {
			stop = ""
		}
		m.repeat(key.OrganiserRefused, engine.Text("what", strings.TrimSuffix(wrong.What, ".")), engine.Text("hint", hint), engine.Text("stop", stop))
	}
	if m.about == "" {
		return m.desk.NewChange(nil), nil
	}
	g, err := m.desk.Games.Load(ctx, m.about)
	return m.desk.NewChange(g), err
}

// hintByMail translates a hint for the command line for readers who have only mail: a flag is a word there, and
// the command's name the first. It omits hints that need the command line.
func hintByMail(hint string) string {
	for _, only := range []string{"--force", "railpost check", "railpost restore", "railpost titles", "railpost player", "railpost lobby"} {
		if strings.Contains(hint, only) {
			return ""
		}
	}
	return strings.NewReplacer("railpost game ", "", "railpost ", "", "--", "").Replace(hint)
}

func (m *byMail) run(ctx context.Context) error {
	word := words.First(m.line)
	m.op = operationOf(func(o operation) bool { return o.word == word && o.mail != nil })
	switch {
	case m.line == "":
		return fault.Wrong("write the command above the letter you answer", "Railpost found no line of your own above the letter")
	case m.op == nil:
		return fault.Wrong(near.Advice(word, organisersWords(), "help lists them all"), "there is no command %q", word)
	}
	if err := m.needAdmin(m.op.only); m.op.only != "" && err != nil {
		return err
	}
	return m.op.mail(m, ctx, strings.TrimSpace(words.After(m.line)))
}

// call carries out the method of the word without storing anything: that is done with the answer.
func (m *byMail) call(ctx context.Context, params any) (any, error) {
	return m.carryOut(ctx, m.op.method, params, &m.change)
}

func (m *byMail) carryOut(ctx context.Context, method string, params any, held **journal.Change) (any, error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	desk := *m.desk
	desk.held = held
	out, err := desk.Handle(ctx, method, raw)
	if err != nil {
		m.change = nil
		return nil, err
	}
	say := key.OrganiserDone
	if m.preview {
		say = key.OrganiserWould
	}
	m.repeat(say)
	return out, nil
}

// admin reports whether the writer organises the whole service.
func (m *byMail) admin() bool { return m.who().all(m.from) }

func (m *byMail) who() organisers { return organisers{m.desk.Journal} }

// needAdmin refuses a command to anybody but organisers of the whole service.
func (m *byMail) needAdmin(what string) error {
	if m.admin() {
		return nil
	}
	return fault.Wrong("ask the service's organiser", "only organisers of the whole service can %s", what)
}

// each calls do for each game that the writer organises.
func (m *byMail) each(ctx context.Context, do func(t *table.Table) error) error {
	return m.who().each(ctx, m.from, do)
}

// named takes the game out of the arguments of a command: the first word if it is one, else
// that of the answered letter. The writer must organise it.
func (m *byMail) named(ctx context.Context, args string) (t *table.Table, rest string, err error) {
	game, rest := m.game, args
	first, after, _ := strings.Cut(args, " ")
	name := strings.ToLower(strings.TrimRight(first, ":,."))
	switch _, err := m.desk.Store.Head(ctx, name); {
	case err == nil:
		game, rest = name, strings.TrimSpace(after)
	case !errors.Is(err, store.ErrNoGame) && !errors.Is(err, store.ErrInvalid):
		return nil, "", err
	}
	if game == "" && name != "" {
		return nil, "", m.desk.noGame(ctx, "", name)
	}
	if game == "" {
		return nil, "", fault.Wrong("write the name of the game after the first word; list shows all", "no game is named")
	}
	g, err := m.desk.Games.Load(ctx, game)
	if err == nil && !m.who().of(g.Table, m.from) {
		err = fault.Wrong("list shows the games you organise", "you do not organise game %s", game)
	}
	if err != nil {
		return nil, "", err
	}
	m.about = game
	return g.Table, strings.TrimSpace(strings.TrimPrefix(rest, ":")), nil
}

// player removes the player's name with which a text begins; "" if there is none.
func player(t *table.Table, text string) (name, rest string) {
	for _, p := range t.Players {
		if len(p.Name) <= len(name) || len(text) < len(p.Name) || engine.Fold(text[:len(p.Name)]) != engine.Fold(p.Name) {
			continue
		}
		if after := text[len(p.Name):]; after == "" || strings.ContainsAny(after[:1], " :,.") {
			name, rest = p.Name, strings.TrimSpace(strings.TrimLeft(after, " :,."))
		}
	}
	if name == "" {
		return "", text
	}
	return name, rest
}

// repeat tells what became of the command and repeats it, and quotes each line below it; without an answer address.
func (m *byMail) repeat(say string, args ...engine.Arg) {
	hidden := func(name, text string) engine.Arg { return engine.Text(name, string(hideTokens([]byte(text)))) }
	m.tell(engine.Msg(say, append(args, hidden("line", m.line))...))
	m.tell(engine.Each(m.below(), func(l string) engine.Message { return engine.Msg(letterkey.Quote, hidden("text", l)) })...)
}

// AskToOrganise is the word by which an organiser without a letter to answer gets one.
const AskToOrganise = "organise"

// FirstLetter sends an organiser who asks for it a letter to answer, at the address on file;
// nil if the mail is none that asks. An answer to a letter with a token that was renewed asks
// for it, too. Anybody can write such a mail, so there are two a day.
func (d *Desk) FirstLetter(ctx context.Context, in *inbox.Mail) *journal.Change {
	former := in.Proof == inbox.FormerOrganiser
	lines := in.Message.Typed(nil)
	if in.Message.From == "" || !former && !strings.EqualFold(strings.TrimSpace(cmp.Or(append(lines, in.Message.Subject)...)), AskToOrganise) {
		return nil
	}
	known, err := organisers{d.Journal}.know(ctx, in.Message.From)
	c := d.NewChange(nil).Fail(err)
	switch ignored := c.CountToday(ctx, "organise/"+in.Message.From) > 2; {
	case former && (ignored || !known):
		return c.Judged(verdict.Ignored, verdict.WrongToken)
	case ignored || !known:
		return nil
	}
	m := &byMail{desk: d, from: in.Message.From}
	m.facts.ReplyTo = in.Message.MessageID
	if former {
		m.tell(engine.Msg(key.OrganiserFormer))
	}
	_ = m.help(ctx, "")
	c.NeedOrganisersKey(ctx)
	tell.To(ctx, c, engine.Nobody, m.from, templates.Notice, m.facts)
	return c.Judged(verdict.Answered, verdict.NoToken)
}
