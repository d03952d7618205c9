package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// hooksMost limits the hooks of a table.
const hooksMost = 5

// AddHook are the parameters of hook.add.
type AddHook struct {
	Game   string `arg:"" help:"${game}"`
	URL    string `arg:"" help:"Where to post, such as https://ntfy.sh/TOPIC; its host must be one of [hooks] hosts."`
	Format string `placeholder:"FORMAT" help:"json, discord, slack, matrix or ntfy; by default that of the host, or json."`
	Lang   string `placeholder:"LANGUAGE" help:"Language of what is posted, such as en."`
	DryRun bool   `json:"dry_run" help:"${dry_run}"`
}

// AddedHook is the result. The secret is never shown again.
type AddedHook struct {
	HookRow
	Secret string `json:"secret"`
}

// HookRow is a hook of a table in lists: without its address, which may be a secret.
type HookRow struct {
	ID      string      `json:"id"`
	Host    string      `json:"host"`
	Format  hook.Format `json:"format"`
	Lang    string      `json:"lang,omitempty"`
	Added   time.Time   `json:"added"`
	Waiting int         `json:"waiting"`       // postings in the queue
	Next    time.Time   `json:"next,omitzero"` // when the first of them is tried
	Last    hook.Last   `json:"last,omitzero"` // result of the last attempt
	Stopped bool        `json:"stopped,omitempty"`
}

func hookRow(h hook.Hook) HookRow {
	return HookRow{ID: h.ID, Host: h.Host(), Format: h.Format, Lang: h.Lang, Added: h.Added}
}

// addHook starts posting the public news of a game. The table is told, as for any watcher.
func (d hookDesk) addHook(ctx context.Context, p AddHook) (*AddedHook, error) {
	h, err := d.newHook(p)
	if err != nil {
		return nil, err
	}
	_, err = d.changeGame(ctx, ChangeGame{Game: p.Game, DryRun: p.DryRun}, func(g *games.Game, c *journal.Change) error {
		switch t := c.Table; {
		case t.Ended():
			return fault.Wrong("", "game %s is %s, so it has no more news", g.Name, t.State)
		case t.Rules.NoWatchers:
			return fault.Wrong("the rule watchers=yes allows it again", "the table of game %s has agreed that nobody watches", g.Name)
		case len(t.Hooks) >= hooksMost:
			return fault.Wrong("remove one: railpost game hook remove "+g.Name+" ID", "game %s already has %d webhooks", g.Name, hooksMost)
		}
		c.Table.Hooks = append(c.Table.Hooks, h)
		tellHooked(ctx, c, key.HookAdded, h)
		return nil
	})
	return &AddedHook{hookRow(h), h.ShownSecret()}, err
}

// newHook checks an address, a format and a language.
func (d hookDesk) newHook(p AddHook) (hook.Hook, error) {
	u, err := d.Config.HooksAllowed().Check(p.URL)
	if refused, ok := errors.AsType[*hook.Refused](err); ok {
		hint := map[hook.Reason]string{
			hook.Unreadable: "write https://HOST/PATH, without a name, a password or a #",
			hook.Host:       "add it to hosts in [hooks] of the configuration, with its port if that is not the usual one, and restart the service",
			hook.Private:    "allow_private = true in [hooks] of the configuration allows it",
		}[refused.Reason]
		return hook.Hook{}, fault.Wrong(hint, "%v", err)
	}
	if err != nil {
		return hook.Hook{}, err
	}
	f, ok := hook.ReadFormat(cmp.Or(p.Format, string(hook.Usual(u.Hostname()))))
	if !ok {
		return hook.Hook{}, fault.Wrong("write json, discord, slack, matrix or ntfy", "unknown format %q", p.Format)
	}
	if p.Lang != "" && !slices.Contains(d.texts.Languages(), p.Lang) {
		return hook.Hook{}, fault.Wrong("write one of "+strings.Join(d.texts.Languages(), ", "), "there are no messages in %q", p.Lang)
	}
	h, err := hook.New(u.String(), f, d.Now())
	h.Lang = p.Lang
	return h, err
}

// tellHooked tells the table that its news are posted somewhere, or no longer. A game that has
// not begun has no log for it: whoever is invited learns it when the next news come.
func tellHooked(ctx context.Context, c *journal.Change, say string, h hook.Hook) {
	if c.Next != nil {
		told := engine.Msg(say, engine.Text("host", h.Host()))
		c.Note(engine.Nobody, engine.Report{Message: told})
		tell.Table(ctx, c, engine.Nobody, told)
	}
}

// HookOf are the parameters of hook.remove and hook.test.
type HookOf struct {
	Game   string `arg:"" help:"${game}"`
	ID     string `arg:"" help:"${hook}"`
	DryRun bool   `json:"dry_run" help:"${dry_run}"`
}

// removeHook stops posting news to an address; queued postings are dropped.
func (d hookDesk) removeHook(ctx context.Context, p HookOf) (*HookRow, error) {
	var out HookRow
	_, err := d.changeGame(ctx, ChangeGame{Game: p.Game, DryRun: p.DryRun}, func(g *games.Game, c *journal.Change) error {
		h, err := findHook(c.Table, p.ID)
		if err != nil {
			return err
		}
		out = hookRow(h)
		c.Table.Hooks = slices.DeleteFunc(c.Table.Hooks, func(o hook.Hook) bool { return o.ID == h.ID })
		rows, err := d.Store.Values(ctx, hook.Prefix+h.ID+"/")
		if err != nil {
			return err
		}
		for k := range rows {
			c.Values[k] = nil
		}
		c.Values[hook.LastPrefix+h.ID] = nil
		if !g.Table.Ended() {
			tellHooked(ctx, c, key.HookRemoved, h)
		}
		return nil
	})
	return &out, err
}

func findHook(t *table.Table, id string) (hook.Hook, error) {
	i := slices.IndexFunc(t.Hooks, func(h hook.Hook) bool { return h.ID == id })
	if i < 0 {
		return hook.Hook{}, fault.Wrong("railpost game hook list "+t.Game+" shows them", "game %s has no webhook %q", t.Game, id)
	}
	return t.Hooks[i], nil
}

// testHook queues a posting without news of the game. It also retries the hook's waiting postings.
func (d hookDesk) testHook(ctx context.Context, p HookOf) (*HookRow, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	h, err := findHook(g.Table, p.ID)
	if err != nil {
		return nil, err
	}
	now := d.Now().UTC()
	rows, err := d.Store.Values(ctx, hook.Prefix+h.ID+"/")
	if err != nil {
		return nil, err
	}
	values := map[string][]byte{}
	for k, b := range rows {
		r, err := hook.ReadRow(b)
		if err != nil {
			return nil, err
		}
		if !r.Next.After(now) {
			continue // it may be in flight; written again, it would be posted twice
		}
		r.Next = now
		if values[k], err = r.Bytes(); err != nil {
			return nil, err
		}
	}
	row := hook.Row{Game: g.Name, Seat: int(engine.Nobody), Hook: h.ID, Kind: hook.Test, Queued: now, Next: now}
	if values[row.Key(uint64(now.UnixNano()))], err = row.Bytes(); err != nil {
		return nil, err
	}
	if !p.DryRun {
		if err := d.Put(ctx, values); err != nil {
			return nil, err
		}
		d.Posts()
	}
	out := hookRow(h)
	return &out, nil
}

// ListHooks are the parameters of hook.list.
type ListHooks struct {
	Game string `arg:"" help:"${game}"`
}

func (d hookDesk) listHooks(ctx context.Context, p ListHooks) ([]HookRow, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	out := []HookRow{}
	for _, h := range g.Table.Hooks {
		row := hookRow(h)
		if err := d.hookState(ctx, &row); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

// hookState adds the number of waiting postings, and the result of the last attempt.
func (d hookDesk) hookState(ctx context.Context, row *HookRow) error {
	rows, err := d.Store.Values(ctx, hook.Prefix+row.ID+"/")
	if err != nil {
		return err
	}
	keys := slices.Sorted(maps.Keys(rows))
	if row.Waiting = len(keys); row.Waiting > 0 {
		first, err := hook.ReadRow(rows[keys[0]])
		if err != nil {
			return err
		}
		row.Next = first.Next
	}
	last, err := d.Store.Get(ctx, hook.LastPrefix+row.ID)
	if err != nil || len(last) == 0 {
		return err
	}
	err = json.Unmarshal(last, &row.Last)
	row.Stopped = row.Last.Stopped()
	return err
}
