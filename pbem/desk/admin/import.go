package admin

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// ImportGame are the parameters of game.import: those of game.create, except players and
// start, which the file determines. It determines the options up to its end, too.
type ImportGame struct {
	CreateGame
	File      string            `json:"file"`            // a game of the public 18xx site, as JSON, or a log that was exported
	Addresses map[string]string `json:"addresses"`       // player's name in the file: address
	Until     int               `json:"until,omitempty"` // id of the last action that counts; 0: all
	// OwnRulings: after the end of the file, each option that may change has its usual value, or that in Options.
	OwnRulings bool `json:"own_rulings,omitempty"`
}

// importGame takes over a game that was begun on the public 18xx site. It continues here at
// once, from its position there.
func (d createDesk) importGame(ctx context.Context, p ImportGame) (*Created, error) {
	if strings.HasPrefix(p.File, `{"hash":`) { // a log that was exported
		return d.importLog(ctx, p)
	}
	file, err := log18xx.Read(strings.NewReader(p.File))
	if err != nil {
		return nil, err
	}
	if len(p.Options) > 0 && !p.OwnRulings {
		return nil, fault.Wrong("add --own-rulings, and they hold from its end on", "the file says by which options its game was played")
	}
	if p.Until > 0 {
		file.Truncate(p.Until)
	}
	title, err := siteTitle(d.Titles, p.Title)
	if err != nil {
		return nil, err
	}
	if p.Players, err = addressed(file, p.Addresses); err != nil {
		return nil, err
	}
	p.StartNow = true
	t, err := d.newTable(ctx, p.CreateGame)
	if err != nil {
		return nil, err
	}
	c, err := d.newGame(ctx, t)
	if err != nil {
		return nil, err
	}
	foreign, err := log18xx.Import(t.Game, title, file, t.Seed)
	if err != nil {
		return nil, d.explainImport(err)
	}
	if foreign.Game.Pos.Over() {
		return nil, fault.Wrong("import a game that is still running, or continue from an earlier action with --until", "the game in the file is over; there is nothing left to play")
	}
	if err := takeOver(ctx, c, file, foreign, p); err != nil {
		return nil, err
	}
	return d.created(ctx, c, p.DryRun)
}

// siteTitle returns the converter of a title that is also played on the public site.
func siteTitle(titles engine.Titles, name string) (log18xx.Title, error) {
	title, ok := titles(name).(log18xx.Title)
	if !ok {
		return nil, fault.Wrong("railpost titles lists what this program plays", "%q is not played on the public 18xx site", name)
	}
	return title, nil
}

// takeOver makes the game ours.
func takeOver(ctx context.Context, c *journal.Change, file *log18xx.File, foreign *log18xx.Foreign, p ImportGame) error {
	t := c.Table
	t.Setup, t.State, t.Site = foreign.Game.Setup, table.Running, &file.Header
	c.Add(foreign.Game, foreign.Records...)
	for i := range t.Players { // earlier events are not reported again
		t.Players[i].Moved, t.Players[i].Told = c.Seq(), c.Seq()
	}
	told := []engine.Message{engine.Msg(key.PlayedElsewhere, engine.Int("n", int(t.HiddenRecords.Step(c.Seq(), engine.Nobody))))}
	if p.OwnRulings {
		says, to := ownRulings(foreign.Game, p.Options)
		if len(to) == 0 {
			return fault.Wrong("leave out --own-rulings", "the options of %s that may change have these values already", p.Title)
		}
		step := engine.Int("step", int(t.HiddenRecords.Step(c.Seq(), engine.Nobody)))
		told = append(told, engine.Msg(key.SwitchedRulings, step, engine.Several("options", says...)))
		c.Switch(t.Setup.Choosing(to), told[1:]...)
	}
	turn.Advance(ctx, c, engine.Nobody)
	f := content.Tell(told...)
	f.Since = c.Seq()
	tell.All(ctx, c, templates.Start, f)
	return c.Err
}

// ownRulings returns the options that change where a game leaves the site's rulings, with their values from
// there on, and as a list.
func ownRulings(g *engine.Game, chosen map[string]string) (says []engine.Arg, to map[string]string) {
	to = map[string]string{}
	for _, o := range g.Title.Options() {
		value, named := chosen[o.Key]
		if !named && o.Changes && engine.Matters(o.ForSeat, g.Setup.Seats) {
			value, named = o.Values[0], true
		}
		if named && value != g.Setup.Options[o.Key] {
			to[o.Key], says = value, append(says, engine.Text("", o.Key+" = "+value))
		}
	}
	return says, to
}

// addressed returns the players of a file in its order, each with their address.
func addressed(file *log18xx.File, addresses map[string]string) ([]string, error) {
	left := maps.Clone(addresses)
	var list, names, missing []string
	for _, p := range file.Players {
		address, ok := addresses[p.Name]
		if !ok {
			missing = append(missing, p.Name)
		}
		delete(left, p.Name)
		names = append(names, p.Name)
		list = append(list, (&mail.Address{Name: p.Name, Address: address}).String())
	}
	hint := fmt.Sprintf("give them with --player '%s=ADDRESS'", strings.Join(append(missing, file.Players[0].Name)[:1], ""))
	if len(missing) > 0 {
		return nil, fault.Wrong(hint, "the addresses of these players are missing: %s", strings.Join(missing, ", "))
	}
	if len(left) > 0 {
		return nil, fault.Wrong("write the names as in the file: "+strings.Join(names, ", "),
			"no player in the file is called %s", strings.Join(slices.Sorted(maps.Keys(left)), ", "))
	}
	return list, nil
}

// explainImport returns an error that says which of our rules forbids an action.
func (d createDesk) explainImport(err error) error {
	var stopped *log18xx.Stopped
	refusal, refused := engine.AsRefusal(err)
	if !refused || !errors.As(err, &stopped) {
		return err
	}
	said := d.texts.Say(templates.English, nil, nil, refusal.Why)
	return fault.Wrong("nothing was imported; if the site accepted this action, please report it with the file",
		"%s, here %q: %s [%s]", stopped.Action, stopped.Line, said, refusal.Rule)
}
