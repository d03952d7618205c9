// Package lobby is where tables come together by mail: players open, join and start them, and
// keep a profile, the defaults of their seats. The From field identifies nobody, so a mail
// without a token changes nothing: the sender gets a letter with their personal lobby address,
// and mail to that address counts.
//
// A table in formation, a profile and an entry of a waiting list are rows of the store, not games.
// When a table starts, game.create makes the game in the transaction that deletes the row; "leave"
// forgets a person with one write.
package lobby

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// Lobby answers mails about tables in formation.
type Lobby struct {
	*journal.Journal
	Desk *admin.Desk
}

const (
	mailsADay    = 50 // of one profile that are answered: a program may answer each
	linesMost    = 20 // of commands in a mail
	onFileADay   = 2  // letters to a player's address for mails without a token, with any content
	openingsMost = 5  // tables that one person may have open
	tablesMost   = 200
)

// FirstLetter answers a mail that proves nothing with a letter to its From, which has the
// personal address; nil if the mail is none for the lobby, or its sender is not let in.
// Anybody can write such a mail: one a day is answered.
func (l *Lobby) FirstLetter(ctx context.Context, in *inbox.Mail) *journal.Change {
	from := in.Message.From
	if !compose.ValidAddress(from) || journal.IsOwn(l.Config, from) || !inbox.Authentic(l.Config, in.Message) {
		return nil
	}
	c := l.NewChange(nil)
	onFile := in.Proof == inbox.OnFile
	if in, err := l.letsIn(ctx, c, from, onFile); err != nil || !in {
		return orNil(c, err)
	}
	v := &visit{lobby: l, c: c, from: from}
	lines, more := v.meant(ctx, in.Message.Typed(nil))
	if len(lines)+len(v.lacks) == 0 && !more && (onFile || !l.helps()) {
		return nil
	}
	if !l.mayAnswer(ctx, c, in, onFile) {
		return c.Judged(verdict.Ignored, in.Lacks(verdict.Stranger))
	}
	v.p = profiles.Visitor(ctx, c, from, l.validName(in.Message.FromName))
	v.facts.ReplyTo = in.Message.MessageID
	v.answerUnproven(ctx, lines, more)
	return c.Judged(verdict.Answered, in.Lacks(verdict.Stranger))
}

// Asks reports whether a mail has a line for an open lobby.
func (l *Lobby) Asks(ctx context.Context, in *inbox.Mail) bool {
	v := &visit{lobby: l, c: l.NewChange(nil)}
	lines, more := v.meant(ctx, in.Message.Typed(nil))
	return l.Config.Lobby.Open != config.OpenNobody && (len(lines)+len(v.lacks) > 0 || more)
}

// helps reports whether a stranger's mail that asks for nothing is answered with help.
func (l *Lobby) helps() bool {
	return l.Config.Lobby.Open == config.OpenAnyone || l.Config.Security.UnknownSender == config.Help
}

// mayAnswer counts a letter to the sender of a mail that identifies nobody. Mail that our own host
// authenticates is counted separately, so that nobody can use up another's.
func (l *Lobby) mayAnswer(ctx context.Context, c *journal.Change, in *inbox.Mail, onFile bool) bool {
	from := in.Message.From
	host := l.Config.Security.TrustedAuthservID
	switch {
	case profiles.Stopped(ctx, c, from):
		return false
	case host != "" && inbox.TrustedPass(in.Message, host):
		return c.CountToday(ctx, "lobby-authentic/"+from) <= onFileADay
	case onFile:
		return c.CountToday(ctx, "onfile/"+from) <= onFileADay
	}
	return profiles.MayAnswerStranger(ctx, c, from)
}

func orNil(c *journal.Change, err error) *journal.Change {
	if err != nil {
		return c.Fail(err)
	}
	return nil
}

// letsIn reports whether the configuration lets somebody in.
func (l *Lobby) letsIn(ctx context.Context, c *journal.Change, from string, onFile bool) (bool, error) {
	switch l.Config.Lobby.Open {
	case config.OpenAnyone:
		return true, nil
	case config.OpenPlayers:
		if onFile || slices.ContainsFunc(l.Config.Security.AdminAddresses, func(a string) bool { return extract.Address(a) == from }) {
			return true, nil
		}
		if n, err := l.Newcomer(ctx, from); err != nil || n != nil {
			return !n.Agreed.IsZero(), err
		}
		p := c.Profile(ctx, from)
		return p != nil && p.Proven(), c.Err
	}
	return false, nil
}

// Answer carries out a person's mail to their personal address.
func (l *Lobby) Answer(ctx context.Context, in *inbox.Mail) *journal.Change {
	c := l.NewChange(nil)
	if !inbox.Authentic(l.Config, in.Message) {
		return c.Judged(verdict.Ignored, verdict.NotAuthentic)
	}
	if c.CountToday(ctx, "lobby/"+in.Visitor.Address()) > mailsADay {
		return c.Judged(verdict.Ignored, verdict.WithoutEffect)
	}
	said := words.New(l.Desk.Templates, cmp.Or(in.Visitor.Lang, l.Config.Identity.Language), engine.Nobody)
	quoted, err := l.Desk.Letters.AnsweredLetter(ctx, in.Message.InReplyTo, in.Message.From, said, templates.Lobby)
	if err != nil {
		return c.Fail(err)
	}
	v := &visit{lobby: l, c: c, from: in.Message.From, in: in, p: in.Visitor}
	v.p.Name = cmp.Or(l.validName(v.p.Name), l.validName(in.Message.FromName))
	return v.answer(ctx, in.Message.Typed(quoted))
}

// visit is a mail to the lobby being worked out.
type visit struct {
	lobby   *Lobby
	c       *journal.Change
	in      *inbox.Mail // nil: it identifies nobody
	from    string
	p       *table.Profile
	before  table.Profile // as it was
	of      string        // the profile to which "confirm" adds the address
	facts   content.Facts
	talk    []string         // lines that begin with no word of the lobby
	lacks   []engine.Message // missing parts of lines in an unidentified message
	created *journal.Change  // the game that has begun
	gone    bool             // the profile is deleted
}

func (v *visit) tell(told ...engine.Message) { v.facts.Told = append(v.facts.Told, told...) }

// refusal is why a line is not carried out.
type refusal struct{ why engine.Message }

func (r *refusal) Error() string { return r.why.Key }

// asRefusal separates why a line is not carried out from faults of ours.
func asRefusal(err error) (*engine.Message, error) {
	if r, ok := errors.AsType[*refusal](err); ok {
		return &r.why, nil
	}
	return nil, err
}

func refuse(key string, args ...engine.Arg) error { return &refusal{engine.Msg(key, args...)} }

// answerUnproven answers lines that change nothing at once, and keeps the rest until its sender confirms it.
func (v *visit) answerUnproven(ctx context.Context, lines []string, more bool) {
	var unsure []string
	for _, line := range lines {
		if w := wordOf(line); w.asks {
			if why, err := asRefusal(w.do(v, ctx, rest(line))); why != nil {
				v.tell(engine.Msg(key.WrongLine, engine.Order("line", line), engine.Say("why", *why)))
			} else {
				v.c.Fail(err)
			}
		} else {
			unsure = append(unsure, line)
		}
	}
	v.tell(v.lacks...)
	if len(unsure) > 0 {
		v.facts.Told = append([]engine.Message{engine.Msg(key.Unsure), engine.Msg(key.UnsureHow)}, v.facts.Told...)
		v.facts.Again = unsure
	}
	if more {
		v.tell(engine.Msg(key.WriteHere))
	}
	v.tell(v.how()...)
	if len(lines)+len(v.lacks) == 0 && !more {
		v.facts.Help = usages()
	}
	if len(unsure) > 0 {
		v.p.Ask(v.c.At, unsure, "")
	}
	profiles.Keep(v.c, v.p)
	if len(unsure) > 0 {
		profiles.Ask(ctx, v.c, v.p, v.from, v.facts)
	} else {
		profiles.Tell(ctx, v.c, v.p, v.from, v.facts)
	}
}

// how says that the address is the reader's own, and, in an otherwise empty reply, explains the lobby.
func (v *visit) how() []engine.Message {
	list := []engine.Message{v.keep()}
	if len(v.facts.Told) == 0 {
		list = append([]engine.Message{v.what(), engine.Msg(key.How)}, list...)
	}
	return list
}

// keep tells the reader to keep their token secret.
func (v *visit) keep() engine.Message {
	if v.lobby.Config.ByCode() {
		return engine.Msg(key.Code)
	}
	return engine.Msg(key.Address)
}

// answer carries out the lines of an identified mail: all, or none.
func (v *visit) answer(ctx context.Context, lines []string) *journal.Change {
	untouched := v.c.Clone()
	v.before = *v.p
	v.before.Addresses, v.before.Invited = slices.Clone(v.p.Addresses), slices.Clone(v.p.Invited)
	v.p.Wrote = v.c.At
	lines = v.confirmed(v.words(ctx, lines))
	var wrong []engine.Message
	for i, line := range lines {
		err := error(refuse(key.Many, engine.Int("n", linesMost)))
		if i < linesMost {
			err = v.run(ctx, line)
		}
		if why, err := asRefusal(err); why != nil {
			wrong = append(wrong, engine.Msg(key.WrongLine, engine.Order("line", line), engine.Say("why", *why)))
		} else {
			v.c.Fail(err)
		}
	}
	v.facts.ReplyTo = v.in.Message.MessageID
	switch {
	case v.c.Err != nil:
		return v.c
	case len(wrong) > 0:
		v.c, v.created, v.gone = untouched, nil, false
		v.facts = content.Facts{ReplyTo: v.facts.ReplyTo}
		v.tell(append(append([]engine.Message{engine.Msg(key.Wrong)}, wrong...), engine.Msg(key.WrongHow))...)
		v.before.Wrote = v.c.At
		profiles.Keep(v.c, &v.before)
		profiles.Tell(ctx, v.c, &v.before, v.from, v.facts)
		return v.c.Judged(verdict.Refused, verdict.None)
	case len(lines) == 0:
		v.facts.Help = usages()
		v.notRead(func(string) bool { return true })
		v.tell(v.how()...)
	default:
		v.notRead(v.misspelt)
	}
	if !v.gone {
		profiles.Keep(v.c, v.p)
	}
	if v.created == nil || len(lines) > 1 {
		profiles.Tell(ctx, v.c, v.p, v.from, v.facts)
	}
	if v.created != nil {
		v.c = v.begun()
	}
	used := engine.Each(lines, words.First)
	return v.c.Judged(verdict.Answered, verdict.OfWords(used...))
}

// begun returns the change that creates a game, with all other changes of the mail.
func (v *visit) begun() *journal.Change {
	maps.Copy(v.created.Values, v.c.Values)
	v.created.Letters = append(v.created.Letters, v.c.Letters...)
	return v.created.Fail(v.c.Err)
}

// run carries out one line.
func (v *visit) run(ctx context.Context, line string) error {
	if v.created != nil {
		return refuse(key.AfterStart)
	}
	switch {
	case line == confirmWord && v.of != "":
		return v.joinProfile(ctx, v.of)
	case line == confirmWord:
		return refuse(key.NothingToConfirm)
	}
	w := wordOf(line)
	if v.lobby.Config.Lobby.Open == config.OpenNobody && w.opens {
		return refuse(key.Closed)
	}
	return w.do(v, ctx, rest(line))
}

// confirmed replaces "confirm" by the request of a former mail.
func (v *visit) confirmed(lines []string) []string {
	i := slices.Index(lines, confirmWord)
	if i < 0 {
		return lines
	}
	if u := v.p.Unsure; u != nil && u.N == v.in.Step && v.c.At.Sub(u.At) <= journal.PendingFor {
		v.p.Unsure = nil
		if v.of = u.Of; v.of == "" {
			lines = slices.Concat(lines[:i], u.Lines, lines[i+1:])
		}
	}
	return lines
}

// english returns a line that begins with a word of the lobby in another language in English;
// others as they are. After a word of everyday talk something the lobby knows must follow.
func (v *visit) english(ctx context.Context, line string) string {
	lang := ""
	if v.p != nil {
		lang = v.p.Lang
	}
	l := v.lobby.Desk.Templates.Book(lang, "").ReadService(line)
	w, args := wordOf(l.English), rest(l.English)
	switch {
	case isConfirm(l.English):
	case w != nil && w.name == "help" && v.lobby.Desk.Templates.Language(args) != "": // "ayuda en"
	case w == nil, l.Loose && args != "" && w.bare == nil:
		return line
	case l.Loose && args != "":
		if _, is := w.bare(ctx, v, args); is == talk {
			return line
		}
	}
	return l.English
}

// words returns the lines of a mail that begin with a word of the lobby; the others are talk.
func (v *visit) words(ctx context.Context, lines []string) (out []string) {
	for _, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		line = v.english(ctx, strings.TrimSpace(line))
		switch {
		case isConfirm(line):
			out = append(out, confirmWord)
		case wordOf(line) != nil:
			out = append(out, line)
		case line != "":
			v.talk = append(v.talk, line)
		}
	}
	return out
}

// meant returns the lines of an unidentified mail that can only be meant for the lobby, in a form that a letter
// can repeat: a forger or guesser must not get a reply to a sentence, nor cause one to another person. more
// says whether there are others, and visit.lacks lists missing parts of incomplete lines.
func (v *visit) meant(ctx context.Context, lines []string) (out []string, more bool) {
	for _, line := range v.words(ctx, lines) {
		w := wordOf(line)
		if w == nil || w.bare == nil {
			continue
		}
		bare, is := w.bare(ctx, v, rest(line))
		bare = strings.TrimSpace(w.name + " " + bare)
		switch {
		case is == talk:
		case is == long || len(out)+len(v.lacks) == linesMost:
			more = true
		case is == short:
			v.lacks = append(v.lacks, engine.Msg(key.WrongLine, engine.Order("line", bare), engine.Say("why", engine.Msg(w.how))))
		default:
			out = append(out, bare)
		}
	}
	return out, more
}
