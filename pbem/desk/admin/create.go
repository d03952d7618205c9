package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem/desk/archive"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/near"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/compose"
	"railpost/store"
	"railpost/templates"
)

// CreateGame are the parameters of game.create. Empty ones default to [game.defaults].
type CreateGame struct {
	Title        string            `json:"title"`
	Game         string            `json:"game"`             // the tag in subjects: 1 to 12 of a-z, 0-9, -
	Players      []string          `json:"players"`          // "Ana <ana@example.org> es"; without a language: their own, or the table's
	Robots       []string          `json:"robots,omitempty"` // "Bot:hard", on the seats after the players'
	Options      map[string]string `json:"options,omitempty"`
	Profile      string            `json:"profile,omitempty"`  // values of options by one name; Options take precedence
	Language     string            `json:"language,omitempty"` // of players who have chosen none
	Zone         string            `json:"zone,omitempty"`
	AnswerWithin string            `json:"answer_within,omitempty"`
	Reminders    []string          `json:"reminders,omitempty"`
	Rules        []string          `json:"rules,omitempty"` // "grace=2d"
	Letters      string            `json:"letters,omitempty"`
	Force        bool              `json:"force,omitempty"` // also seats that share an address
	Organiser    string            `json:"organiser,omitempty"`
	StartNow     bool              `json:"start_now,omitempty"`
	DryRun       bool              `json:"dry_run,omitempty"`
	Service      []byte            `json:"-"` // its part of a seed to which the players have contributed, see Prepare
	Added        []string          `json:"-"` // contributions, by seat
	Tutor        bool              `json:"-"` // the letters of the first player explain the steps
	erased       []bool            // seats of an imported log whose players were erased
	Seed         []byte            `json:"-"` // for tests and demonstrations, see Create; nil: drawn
}

// Created is the result.
type Created struct {
	Game       string   `json:"game"`
	State      string   `json:"state"`
	Commitment string   `json:"commitment"`
	Letters    int      `json:"letters"` // queued
	Players    []string `json:"players"`
}

// Create is game.create for callers within the program: only they can give a seed.
func (d *Desk) Create(ctx context.Context, p CreateGame) (out *Created, err error) {
	err = store.Decide(ctx, func(ctx context.Context) (err error) {
		out, err = createDesk{}.From(d).createGame(ctx, p)
		return err
	})
	if err != nil {
		return nil, d.explain("game.create", err)
	}
	return out, nil
}

// Prepare returns the change that game.create would store, for callers within the program
// that store more with it.
func (d *Desk) Prepare(ctx context.Context, p CreateGame) (*journal.Change, error) {
	var held *journal.Change
	desk := createDesk{}.From(d)
	desk.held = &held
	if _, err := desk.createGame(ctx, p); err != nil {
		return nil, d.explain("game.create", err)
	}
	return held, nil
}

func (d createDesk) createGame(ctx context.Context, p CreateGame) (*Created, error) {
	t, err := d.newTable(ctx, p)
	if err != nil {
		return nil, err
	}
	if p.Service == nil && profiles.Opening(ctx, d.NewChange(nil), t.Game) != nil {
		return nil, fault.Wrong("choose another name", "players are forming a table with this name")
	}
	c, err := d.newGame(ctx, t)
	if err != nil {
		return nil, err
	}
	if p.StartNow {
		turn.Begin(ctx, c)
		tell.All(ctx, c, templates.Start, content.Facts{})
	} else {
		c.ChaseLater()
		tell.All(ctx, c, templates.Invitation, content.Facts{})
	}
	return d.created(ctx, c, p.DryRun)
}

// created stores a new game, and returns the report of it.
func (d createDesk) created(ctx context.Context, c *journal.Change, dry bool) (*Created, error) {
	if err := d.commit(ctx, c, dry); err != nil {
		return nil, err
	}
	t := c.Table
	return &Created{Game: t.Game, State: string(t.State), Commitment: t.Commitment(), Letters: len(c.Letters), Players: t.Names()}, nil
}

// newGame returns the change that creates a game. It may reuse the name of one that was called off before it
// began, which leaves nothing worth keeping.
func (d createDesk) newGame(ctx context.Context, t *table.Table) (*journal.Change, error) {
	c := d.NewChange(nil)
	head, err := d.Store.Head(ctx, t.Game)
	switch {
	case errors.Is(err, store.ErrNoGame):
		c.Create = true
	case err != nil:
		return nil, err
	default:
		if err := d.nameIsFree(ctx, head); err != nil {
			return nil, err
		}
	}
	archived, err := archive.Names(ctx, d.desk.Journal, t.Game)
	if err != nil {
		return nil, err
	}
	if len(archived) > 0 { // mail programs must not mix its letters with those of the former game
		t.Thread = "root-" + t.Created.UTC().Format("20060102t150405")
	}
	c.Table, c.Game = t, &games.Game{Name: t.Game, Head: head, Table: t}
	for _, player := range t.Players {
		for _, a := range player.Addresses {
			c.Remember(ctx, a)
		}
	}
	waitlist.ForgetOffers(ctx, c, t.Game)
	return c, nil
}

func (d createDesk) nameIsFree(ctx context.Context, head store.Head) error {
	was, err := table.Read(head.Doc)
	if err != nil {
		return err
	}
	if was.Ended() && head.Seq > 0 {
		return fault.Wrong("railpost game archive "+was.Game+" frees its name; or choose another", "a game with this name already exists; it has ended")
	}
	if was.State != table.Closed || head.Seq > 0 {
		return store.ErrExists
	}
	letters, err := d.Store.Letters(ctx)
	if err != nil {
		return err
	}
	for _, l := range letters {
		if l.Game == head.Game && l.State == store.Waiting { // it would be rendered from the new game
			return fault.Wrong("try again once it has gone out, or choose another name", "a letter of game %s, which was called off, is still waiting to be sent", head.Game)
		}
	}
	return nil
}

// noTitle refuses a title, and lists the known ones.
func noTitle(name string) error {
	_, names := titles.Match("")
	return fault.Wrong(near.Advice(name, names, "the titles are "+strings.Join(names, ", ")), "there is no title %q", name)
}

// newTable checks the parameters and makes a game document from them.
func (d createDesk) newTable(ctx context.Context, p CreateGame) (*table.Table, error) {
	title := d.Titles(p.Title)
	if title == nil {
		return nil, noTitle(p.Title)
	}
	if !compose.ValidTag(p.Game) || strings.HasPrefix(p.Game, "-") { // a command would take it for a flag
		return nil, fault.Wrong("use 1 to 12 of a-z, 0-9 and -, starting with a letter or digit, such as winter or cz-7", "%q is not a valid name for a game", p.Game)
	}
	if len(p.Players) == 0 && len(p.Robots) > 0 {
		return nil, fault.Wrong("add a player; railpost demo --robots all shows a game among robots", "a game needs at least one person")
	}
	version, _, err := d.Newest(ctx, title)
	if err != nil {
		return nil, err
	}
	setup, err := engine.CheckSetup(title, engine.Setup{Version: version, Seats: len(p.Players) + len(p.Robots), Options: engine.WithProfile(p.Options, p.Profile)})
	if err != nil {
		return nil, err
	}
	if p.Organiser != "" {
		if p.Organiser, err = d.organiser(p.Organiser); err != nil {
			return nil, err
		}
	}
	defaults := d.Config.Game.Defaults
	t := &table.Table{Game: p.Game, Title: title.Name(), Setup: setup, State: table.Inviting, Created: d.Now(), Organiser: p.Organiser,
		Within: int64(defaults.AnswerWithin.Duration / time.Second), HalfTime: defaults.HalfTimeReminder, Key: make([]byte, 32)}
	service := make([]byte, 32)
	for _, drawn := range [][]byte{t.Key, service} {
		if _, err := io.ReadFull(d.random, drawn); err != nil {
			return nil, fmt.Errorf("drawing key and seed: %w", err)
		}
	}
	switch {
	case p.Seed != nil:
		t.Seed = p.Seed
	case p.Service != nil:
		t.Service = p.Service
	case p.StartNow: // nobody is asked, so nobody can contribute
		t.Seed = service
	default:
		t.Service = service
	}
	if err := d.setTimes(t, p); err != nil {
		return nil, err
	}
	return t, d.seatPlayers(ctx, d.NewChange(nil), t, p)
}

func (d createDesk) setTimes(t *table.Table, p CreateGame) error {
	t.Rules = table.Usual()
	steps := d.Titles(p.Title).Steps()
	rules := slices.Concat(d.Config.Game.Defaults.Rules, p.Rules)
	if p.AnswerWithin != "" {
		rules = append(rules, "answer-within="+p.AnswerWithin)
	}
	if err := t.Terms().SetAll(rules, steps); err != nil {
		return err
	}
	for _, e := range d.Config.Game.Defaults.Reminders {
		t.Reminders = append(t.Reminders, e.String())
	}
	return setReminders(t, p.Reminders)
}

// speaker splits the language from "Ana <ana@example.org> es"; "" if there is none.
func (d createDesk) speaker(text string) (rest, lang string, err error) {
	end := strings.LastIndex(text, ">") + 1
	if word := strings.TrimSpace(text[end:]); end > 0 && word != "" {
		lang, err = d.language(word)
		return text[:end], lang, err
	}
	return text, "", nil
}

func (d createDesk) seatPlayers(ctx context.Context, c *journal.Change, t *table.Table, p CreateGame) error {
	zone := cmp.Or(p.Zone, d.Config.Game.Defaults.Zone)
	if _, err := clock.LoadZone(zone); err != nil {
		return fault.Wrong("write an IANA name, such as Europe/Madrid", "zone: %v", err)
	}
	letters := table.ReadLetters(cmp.Or(p.Letters, string(d.Config.Game.Defaults.Letters)))
	if letters == "" {
		return wrongLetters(p.Letters)
	}
	lang, err := d.language(cmp.Or(p.Language, d.Config.Game.Defaults.Language))
	if err != nil {
		return err
	}
	t.Lang, t.Zone, t.Letters = lang, zone, letters
	for i, text := range p.Players {
		text, speaks, err := d.speaker(text)
		if err != nil {
			return err
		}
		a, err := journal.ParseAddress(text)
		if err != nil {
			return fault.Wrong(`write "Ana <ana@example.org>"`, "player %q: %v", text, err)
		}
		if p.Service == nil { // players from the lobby have requested it
			if err := mayWrite(ctx, c, a.Address); err != nil {
				return err
			}
		}
		local, _ := compose.SplitAddress(a.Address)
		t.Players = append(t.Players, profiles.NewPlayer(ctx, c, cmp.Or(a.Name, local), a.Address, t))
		t.Players[i].Lang = cmp.Or(speaks, t.Players[i].Lang)
		if len(p.Added) > i {
			t.Players[i].Added = p.Added[i]
		}
		check := d.checkPlayer
		if len(p.erased) > i && p.erased[i] {
			check = d.checkAddress
		}
		if err := check(t, i, p.Force); err != nil {
			return err
		}
	}
	if p.Tutor && templates.Teaches(t.Title) && len(t.Players) > 0 {
		t.Players[0].Tutor = new(table.Tutor)
	}
	for _, text := range p.Robots {
		bot, err := readRobot(t, text)
		if err != nil {
			return err
		}
		t.Players = append(t.Players, bot)
		if err := d.checkPlayer(t, len(t.Players)-1, p.Force); err != nil {
			return err
		}
	}
	return c.Err
}

// readRobot returns the robot that a text names.
func readRobot(t *table.Table, text string) (table.Player, error) {
	name, level, err := table.ReadRobot(text)
	if err != nil {
		return table.Player{}, fault.Wrong("write NAME or NAME:LEVEL, such as Bot:hard; the levels are easy, normal and hard", "%q does not name a robot", text)
	}
	return t.NewRobot(name, level), nil
}
