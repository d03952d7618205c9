package journal

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// queuePosts adds the postings of a change to a commit: to hooks of the table, its public news; to hooks of
// players, that they are asked.
func (c *Change) queuePosts(out *store.Commit) error {
	if c.Create || c.Next == nil || c.Game.Table == nil || c.Rename != "" || c.Erase {
		return nil
	}
	row := hook.Row{Game: c.Game.Name, Seat: int(engine.Nobody), Kind: c.tidings(), From: c.Game.Head.Seq, To: c.Seq(), Queued: c.At.UTC(), Next: c.At.UTC()}
	if c.Table.State == table.Running {
		for _, w := range c.Table.Waiting {
			row.Waits = append(row.Waits, hook.Wait{Seat: int(w.Seat), Asked: w.Asked, Until: w.Until})
		}
	}
	rows := map[string][]byte{}
	var failed error
	put := func(h hook.Hook, row hook.Row) {
		row.Hook = h.ID
		b, err := row.Bytes()
		rows[row.Key(out.Expect+1)] = b
		failed = errors.Join(failed, err)
	}
	if row.Kind != "" && !c.Table.Rules.NoWatchers {
		former := c.Game.Table.Hooks
		for _, h := range c.Table.Hooks {
			if !c.onlyHooks() || !slices.ContainsFunc(former, func(f hook.Hook) bool { return f.ID == h.ID }) {
				put(h, row)
			}
		}
	}
	for i, p := range c.Table.Players {
		if p.Hook == nil {
			continue
		}
		own, w := row, c.Table.WaitFor(engine.Seat(i))
		fresh := c.Game.Table.Players[i].Hook == nil || c.Game.Table.Players[i].Hook.ID != p.Hook.ID
		own.Seat, own.Kind, own.Waits = i, hook.Test, nil
		switch {
		case w != nil && c.Table.State == table.Running && (fresh || c.asksNow(*w)):
			own.Kind, own.Waits = hook.Asked, []hook.Wait{{Seat: i, Asked: w.Asked, Until: w.Until}}
			put(*p.Hook, own)
		case fresh: // it is tried at once
			put(*p.Hook, own)
		}
	}
	if len(rows) > 0 {
		maps.Copy(rows, out.Put)
		out.Put = rows
	}
	return failed
}

// asksNow reports whether the change asks a seat anew what no plan plays, or lets its time run again.
func (c *Change) asksNow(w table.Wait) bool {
	was := c.Game.Table.WaitFor(w.Seat)
	return !c.Quiet(w.Seat) && (was == nil || was.Asked != w.Asked || c.Game.Table.State != table.Running || c.WasQuiet(w.Seat))
}

// tidings is the change's public news; "" for none.
func (c *Change) tidings() hook.Kind {
	was, is := c.Game.Table, c.Table
	switch {
	case was.State == is.State:
	case is.State == table.Over:
		return hook.Over
	case is.State == table.Closed:
		return hook.Ended
	case is.State == table.Paused:
		return hook.Paused
	case was.State == table.Paused:
		return hook.Resumed
	case was.State == table.Inviting && is.State == table.Running:
		return hook.Begun
	}
	public := slices.DeleteFunc(slices.Clone(c.Records), func(r *engine.Record) bool { return r.Hidden })
	if slices.ContainsFunc(public, func(r *engine.Record) bool { return r.Kind != engine.Noted && r.Kind != engine.Switched }) {
		return hook.Moved
	}
	if slices.ContainsFunc(is.Waiting, func(w table.Wait) bool {
		before := was.WaitFor(w.Seat)
		return w.Late && before != nil && before.Asked == w.Asked && !before.Late
	}) {
		return hook.Late
	}
	if len(public) > 0 {
		return hook.News
	}
	return ""
}

// onlyHooks reports whether a change only adds or removes hooks: a new hook is tried at once, and readers of
// the others need no posting about it.
func (c *Change) onlyHooks() bool {
	return len(c.Records) > 0 && !slices.ContainsFunc(c.Records, func(r *engine.Record) bool {
		return len(r.Reports) != 1 || r.Reports[0].Key != key.HookAdded && r.Reports[0].Key != key.HookRemoved
	})
}

// posts reports whether a commit has queued anything for hooks.
func posts(commit store.Commit) bool {
	for key, b := range commit.Put {
		if strings.HasPrefix(key, hook.Prefix) && len(b) > 0 {
			return true
		}
	}
	return false
}
