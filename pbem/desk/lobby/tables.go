package lobby

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/seats"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/compose"
	"railpost/pbem/show/letters"
)

// title returns a title by its name, or by the beginning of it.
func (v *visit) title(name string) engine.Title {
	if t := v.lobby.Titles(strings.ToLower(name)); t != nil {
		return t
	}
	t, _ := titles.Match(name)
	if t == nil || v.lobby.Titles(t.Name()) == nil {
		return nil
	}
	return t
}

// titleNames returns the names of all titles that are offered.
func (v *visit) titleNames() []string {
	_, names := titles.Match("")
	return slices.DeleteFunc(names, func(name string) bool { return v.lobby.Titles(name) == nil })
}

// noTitle says that there is no such title, and lists the titles.
func (v *visit) noTitle(name string) error {
	return refuse(key.NoTitle, engine.Text("name", name), engine.SeveralOf("names", v.titleNames(), engine.Text))
}

func titleArg(title string) engine.Arg { return engine.Say("title", engine.Msg(title+".title")) }

// titles lists the titles.
func (v *visit) titles(ctx context.Context, _ string) error {
	v.tell(engine.Msg(key.Titles))
	list := engine.Block{Head: engine.Msg(key.TitlesHead)}
	for _, name := range v.titleNames() {
		lo, hi := v.lobby.Titles(name).Seats()
		list.Lines = append(list.Lines, engine.Msg(key.Title, engine.Text("name", name), titleArg(name), engine.Int("from", lo), engine.Int("to", hi), engine.Say("about", engine.Msg(name+".about"))))
	}
	v.facts.Blocks = append(v.facts.Blocks, list)
	return nil
}

// games lists the tables in formation, or shows one.
func (v *visit) games(ctx context.Context, args string) error {
	if args != "" {
		o, err := v.named(ctx, args)
		if err == nil {
			err = v.show(ctx, o)
		}
		return err
	}
	list := profiles.Openings(ctx, v.c)
	if len(list) == 0 {
		v.tell(engine.Msg(key.GamesNone))
		return nil
	}
	v.tell(engine.Msg(key.Games))
	tables := engine.Block{Head: engine.Msg(key.GamesHead)}
	for _, o := range list {
		tables.Lines = append(tables.Lines, profiles.DescribeTable(o))
	}
	v.facts.Blocks = append(v.facts.Blocks, tables)
	return nil
}

// show tells everything that a person must know to join.
func (v *visit) show(ctx context.Context, o *table.Opening) error {
	c, err := v.draft(ctx, o)
	if err != nil {
		return err
	}
	v.tell(profiles.DescribeTable(o), engine.Msg(key.Seed, profiles.OpeningArg(o), engine.Text("hash", o.Commitment())))
	v.facts.Blocks = append(v.facts.Blocks, letters.Agreement(c.Table, v.lobby.Titles(o.Title))...)
	return nil
}

// named returns a table in formation that somebody names.
func (v *visit) named(ctx context.Context, name string) (*table.Opening, error) {
	o := profiles.Opening(ctx, v.c, tag(name))
	if o == nil {
		return nil, refuse(key.NoTable, engine.Text("name", name))
	}
	return o, nil
}

// mine returns the table that is named, or the only one at which the writer plays.
func (v *visit) mine(ctx context.Context, name string) (*table.Opening, error) {
	if name != "" {
		o, err := v.named(ctx, name)
		if err == nil && o.Seat(v.p.Address()) < 0 {
			err = refuse(key.NotYours, profiles.OpeningArg(o))
		}
		return o, err
	}
	list := slices.DeleteFunc(profiles.Openings(ctx, v.c), func(o *table.Opening) bool { return o.Seat(v.p.Address()) < 0 })
	if len(list) != 1 {
		return nil, refuse(key.WhichTable)
	}
	return list[0], nil
}

// open opens a table: the title, the number of players, a name, and changed settings.
func (v *visit) open(ctx context.Context, args string) error {
	list := fields(args)
	if len(list) < 2 {
		return refuse(key.NewHow)
	}
	t := v.title(list[0])
	if t == nil {
		return v.noTitle(list[0])
	}
	if list[1] == soloWord {
		return v.solo(ctx, t, list[2:])
	}
	if len(list) < 3 {
		return refuse(key.NewHow)
	}
	seats, err := strconv.Atoi(list[1])
	if err != nil {
		return refuse(key.NewHow)
	}
	o := &table.Opening{Game: tag(list[2]), Title: t.Name(), Lang: v.p.Lang, Seats: seats, Opened: v.c.At, Options: map[string]string{}}
	if err := v.terms(o, list[3:]); err != nil {
		return err
	}
	return v.begin(ctx, o)
}

// begin opens a table, with the writer on its first seat, if a game can be created from it.
func (v *visit) begin(ctx context.Context, o *table.Opening) error {
	err := v.mayOpen(ctx, o)
	if err != nil {
		return err
	}
	o.Service = make([]byte, 32)
	if _, err := io.ReadFull(v.lobby.Desk.Random, o.Service); err != nil {
		return fmt.Errorf("drawing a seed: %w", err)
	}
	c, err := v.draft(ctx, o)
	if err != nil {
		return err
	}
	o.Within = c.Table.Within
	how := key.OpenedHow
	if o.Seats == 1 {
		how = key.FullStart
	}
	v.tell(engine.Msg(key.Opened, profiles.OpeningArg(o)), engine.Msg(how, profiles.OpeningArg(o), engine.Text("address", v.lobby.Config.FromAddress())))
	v.seat(o, "")
	if o.Free() > 0 {
		v.whileWaiting(ctx, o.Title)
	}
	return v.show(ctx, o)
}

// terms reads changed settings: pace 3d, rule grace=2d, option KEY=VALUE.
func (v *visit) terms(o *table.Opening, list []string) error {
	for len(list) > 0 {
		if len(list) == 1 {
			return refuse(key.TermsHow, engine.Order("what", list[0]))
		}
		what, value := list[0], list[1]
		if what == "pace" && len(list) > 2 { // 2 days
			if _, err := clock.ParseDuration(value + list[2]); err == nil {
				value += list[2]
				list = list[1:]
			}
		}
		name, set, ok := strings.Cut(value, "=")
		switch {
		case what == "pace":
			o.Rules = append(o.Rules, "answer-within="+value)
		case what == "rule" && ok && name != table.HouseRule:
			o.Rules = append(o.Rules, value)
		case what == "option" && ok:
			o.Options[name] = set
		default:
			return refuse(key.TermsHow, engine.Order("what", what+" "+value))
		}
		list = list[2:]
	}
	return nil
}

// mayOpen refuses a name that is taken or says too much, and too many tables.
func (v *visit) mayOpen(ctx context.Context, o *table.Opening) error {
	if !compose.ValidTag(o.Game) || strings.HasPrefix(o.Game, "-") {
		return refuse(key.NameHow, engine.Text("name", o.Game))
	}
	taken, err := profiles.NameTaken(ctx, v.c, o.Game)
	if err != nil {
		return err
	}
	list := profiles.Openings(ctx, v.c)
	own := slices.DeleteFunc(slices.Clone(list), func(o *table.Opening) bool { return o.Seat(v.p.Address()) != 0 })
	switch {
	case taken:
		return refuse(key.NameTaken, engine.Text("name", o.Game))
	case v.p.Name == "":
		return refuse(key.WhoAreYou)
	case len(own) >= openingsMost, len(list) >= tablesMost:
		return refuse(key.OpenedMany, engine.Int("n", openingsMost))
	}
	return nil
}

// seatsMost is more than any title has.
const seatsMost = 20

// draft returns the change that would create the game with some players: a refusal of that comes now.
func (v *visit) draft(ctx context.Context, o *table.Opening) (*journal.Change, error) {
	p := params(o)
	for i := range min(o.Seats, seatsMost) {
		p.Players = append(p.Players, fmt.Sprintf("Seat %d <seat%d@railpost.invalid>", i+1, i+1))
	}
	return v.prepare(ctx, p)
}

// params are those of game.create for a table.
func params(o *table.Opening) admin.CreateGame {
	return admin.CreateGame{Title: o.Title, Game: o.Game, Language: o.Lang, Options: o.Options, Rules: o.Rules, Service: o.Service}
}

// prepare returns the change that creates a game. It refuses settings that an organiser would be warned of.
func (v *visit) prepare(ctx context.Context, p admin.CreateGame) (*journal.Change, error) {
	c, err := v.lobby.Desk.Prepare(ctx, p)
	if wrong, ok := errors.AsType[*fault.Mistake](err); ok {
		if why := content.Wrong(wrong.Cause); !why.Empty() {
			return nil, &refusal{why}
		}
		return nil, refuse(key.NotPossible, engine.Text("what", strings.TrimSuffix(wrong.What, ".")), engine.Text("hint", wrong.Hint))
	}
	return c, err
}

// seat gives the writer a seat; words are their contribution to the seed, if it is not their mail.
func (v *visit) seat(o *table.Opening, words string) {
	hash, told := seats.Addition{Words: words, ID: v.in.Message.MessageID, Content: v.in.Content}.Seal()
	o.Players = append(o.Players, table.Joined{Name: o.FreeName(v.p.Name), Address: v.p.Address(), Added: hash})
	profiles.KeepOpening(v.c, o)
	if o.Seats > 1 {
		v.tell(told)
	}
}

// join gives the writer a seat at a table.
func (v *visit) join(ctx context.Context, args string) error {
	list := fields(args)
	if len(list) == 0 && len(v.p.Invited) == 1 {
		list = v.p.Invited
	}
	if len(list) == 0 {
		return refuse(key.JoinHow)
	}
	o, err := v.named(ctx, list[0])
	switch {
	case err != nil:
		return err
	case o.Seat(v.p.Address()) >= 0:
		return refuse(key.JoinedAlready, profiles.OpeningArg(o))
	case o.Free() == 0:
		return refuse(key.Full, profiles.OpeningArg(o))
	case v.p.Name == "":
		return refuse(key.WhoAreYou)
	}
	v.p.Invited = slices.DeleteFunc(v.p.Invited, func(game string) bool { return game == o.Game })
	v.tell(engine.Msg(key.Joined, profiles.OpeningArg(o)))
	v.seat(o, strings.Join(list[1:], " "))
	name := o.Players[len(o.Players)-1].Name
	told := engine.Msg(key.JoinedOther, profiles.OpeningArg(o), engine.Text("name", name))
	if o.Free() > 0 {
		v.whileWaiting(ctx, o.Title)
		profiles.TellFirst(ctx, v.c, o, told, profiles.DescribeTable(o))
	} else {
		profiles.TellFirst(ctx, v.c, o, told, engine.Msg(key.FullStart, profiles.OpeningArg(o)))
	}
	return v.show(ctx, o)
}

// leave gives a seat back. If the first player leaves, the table passes to the next; without players it is closed.
func (v *visit) leave(ctx context.Context, args string) error {
	o, err := v.mine(ctx, args)
	if err != nil {
		return err
	}
	profiles.LeaveOpening(ctx, v.c, o, v.p)
	v.tell(engine.Msg(key.Left, profiles.OpeningArg(o)))
	return nil
}

// start creates the game of a full table, as any game is created.
func (v *visit) start(ctx context.Context, args string) error {
	o, err := v.mine(ctx, args)
	switch {
	case err != nil:
		return err
	case o.Seat(v.p.Address()) != 0:
		return refuse(key.NotFirst, profiles.OpeningArg(o), engine.Text("name", o.Players[0].Name))
	case o.Free() > 0:
		return refuse(key.NotFull, profiles.OpeningArg(o), engine.Int("n", o.Free()))
	}
	p := params(o)
	p.StartNow = true
	for _, j := range o.Players {
		p.Players = append(p.Players, fmt.Sprintf("%q <%s>", j.Name, j.Address))
		p.Added = append(p.Added, j.Added)
	}
	c, err := v.prepare(ctx, p)
	if err != nil {
		return err
	}
	profiles.CloseOpening(v.c, o)
	v.created = c
	v.tell(engine.Msg(key.Started, profiles.OpeningArg(o)))
	return nil
}
