package admin

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/near"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// Announce are the parameters of announce: a text of the organiser for one table, one
// player, or everybody who plays.
type Announce struct {
	Game   string `arg:"" optional:"" help:"Write to the players of this game; its log contains the text."`
	Player string `arg:"" optional:"" help:"Write to this player of the game alone."`
	Text   string `required:"" placeholder:"TEXT" help:"The text, in quotes."`
	Person string `name:"to" placeholder:"WHO" help:"Write to this person, whatever they play: a name or an address."`
	All    bool   `help:"Write to everyone who plays; one letter each."`
	DryRun bool   `json:"dry_run" help:"Only list the readers."`
}

// Announced is the result.
type Announced struct {
	Letters int      `json:"letters"`
	To      []string `json:"to"` // names
}

// announceMost limits the characters of an announcement.
const announceMost = 10_000

func (d announceDesk) announce(ctx context.Context, p Announce) (*Announced, error) {
	text := strings.TrimSpace(p.Text)
	switch {
	case text == "":
		return nil, fault.Wrong("write what to tell", "there is no text")
	case len([]rune(text)) > announceMost:
		return nil, fault.Wrong("shorten it, or send it in parts", "the text has more than %d characters", announceMost)
	case p.All && p.Game+p.Person != "", p.Game != "" && p.Person != "":
		return nil, fault.Wrong("name a game, or use either --to or --all", "more than one kind of reader is named")
	case p.Game != "":
		return d.announceAt(ctx, p, text)
	case p.Person == "" && !p.All:
		return nil, fault.Wrong("name a game, or use --to WHO or --all", "no reader is named")
	}
	readers, err := d.readers(ctx, p.Person)
	if err != nil {
		return nil, err
	}
	c, out, say := d.NewChange(nil), &Announced{}, key.Announced
	if !p.All {
		say = key.AnnouncedYou
	}
	for _, r := range readers {
		tell.To(ctx, c, engine.Nobody, r.Address(), templates.Told, content.Tell(engine.Msg(say, engine.Text("text", text))))
		out.To = append(out.To, r.Name)
	}
	out.Letters = len(c.Letters)
	return out, d.commit(ctx, c, p.DryRun)
}

// announceAt announces something to a table, in its log, or to one of its players, secretly.
func (d announceDesk) announceAt(ctx context.Context, p Announce, text string) (*Announced, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	c, out := d.NewChange(g), &Announced{}
	told := engine.Msg(key.Announced, engine.Personal("text", text))
	only, err := seatIfNamed(g.Table, p.Player)
	if err != nil {
		return nil, err
	}
	if only != engine.Nobody {
		told = engine.Msg(key.AnnouncedYou, engine.Personal("text", text))
	} else if g.Table.State != table.Over {
		c.Note(engine.Nobody, engine.Report{Message: told})
	}
	for s, player := range c.Table.Players {
		if (only == engine.Nobody || only == engine.Seat(s)) && player.Address() != "" {
			tell.Letter(ctx, c, engine.Seat(s), templates.Told, content.Tell(told))
			out.To = append(out.To, player.Name)
		}
	}
	out.Letters = len(c.Letters)
	return out, d.commit(ctx, c, p.DryRun)
}

// readers returns the people at the tables that have not ended, each once: all, or the one with a name or an address.
func (d announceDesk) readers(ctx context.Context, who string) ([]table.Player, error) {
	var out []table.Player
	var names []string
	err := d.EachTable(ctx, func(t *table.Table, _ uint64) error {
		names = append(names, t.Names()...)
		for s, p := range t.Players {
			known := slices.ContainsFunc(out, func(r table.Player) bool { return r.Address() == p.Address() })
			if !t.Ended() && !known && (who == "" || engine.Fold(p.Name) == engine.Fold(who) || t.Players[engine.Seat(s)].OnFile(extract.Address(who))) {
				out = append(out, p)
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case len(out) == 0 && who == "":
		return nil, fault.Wrong("railpost game list shows all games", "no game is under way")
	case len(out) == 0:
		return nil, fault.Wrong(near.Advice(who, names, "railpost game show GAME shows the players of a game"), "no player of a game under way has the name or address %s", who)
	case len(out) > 1 && who != "":
		return nil, fault.Wrong("give the address, or the game and the name", "%d players are called %s", len(out), who)
	}
	return out, nil
}
