package tell

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// says reports whether the change holds talk that a seat reads.
func says(c *journal.Change, s engine.Seat) bool {
	return slices.ContainsFunc(c.Records, func(r *engine.Record) bool { return content.Says(r) && !c.Table.Ignores(s, r.Seat) })
}

// onlySays reports whether the change holds talk and nothing else.
func onlySays(c *journal.Change) bool {
	return len(c.Records) > 0 && !slices.ContainsFunc(c.Records, func(r *engine.Record) bool { return !content.Says(r) })
}

// Whisper gives a seat a private message: at once, or with its next letter, unless the game has ended. It is in
// no record, so that the others' step numbers do not reveal it.
func Whisper(ctx context.Context, c *journal.Change, from, to engine.Seat, m engine.Message) {
	p := &c.Table.Players[to]
	if c.Table.Ignores(to, from) {
		if c.Table.Players[to].SitterAt(c.At) != nil { // a substitute must not learn whom the player ignores
			Sitter(ctx, c, to, templates.Told, content.Tell(m), "")
		}
		return
	}
	p.Private = append(slices.Clip(p.Private), table.Whispered{From: from, Says: m})
	now := p.TalkNow() && (p.Talk == table.TalkNow || !c.Digests(ctx, to)) || c.Table.Ended()
	if now && p.Letters != table.Off && !p.Resigned {
		Seat(ctx, c, to)
	}
}

// whispers takes the messages for a seat's next letter.
func whispers(c *journal.Change, s engine.Seat) (out []engine.Message) {
	p := &c.Table.Players[s]
	for _, w := range p.Private {
		out = append(out, w.Says)
	}
	p.Private = nil
	return out
}
