// Package deed is what a word of the service may use and change when the mail of a player is worked out. Each room
// binds its own words; orders carries them out.
package deed

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// Deed is the state of a mail as its words see it: the change that it makes, and the reply.
type Deed struct {
	Change  *journal.Change
	Seat    engine.Seat // of the player in whose name it is
	Texts   *templates.Set
	Content store.Hash // of the mail
	Answers string     // Message-ID of the letter that it answers
	Reply   content.Facts
	Kind    templates.Kind // of the reply

	Below   bool // orders of the game stand below the word
	Grouped bool // the last of table.LastGroups is this mail's

	Moved   bool             // orders were played or taken back
	Acted   bool             // settings or talk changed something
	Begun   bool             // the game has begun
	Rezoned bool             // the player has another time zone
	Undone  bool             // the seat's last message was taken back
	Late    bool             // the lines below the word come too late
	Sends   *journal.Pending // sent in place of the word

	Advance Advance
}

// Advance lets a game go on after moves of a seat: turn.Advance, which lies above the rooms whose words need it.
type Advance func(ctx context.Context, c *journal.Change, actor engine.Seat)

// Do carries out a word with the rest of its line. false: the mail is refused.
type Do func(ctx context.Context, d *Deed, rest string) bool

var bound = words.Deeds[Do]{}

// Bind has a word of the service do something.
func Bind(word string, do Do) words.Word { return bound.Bind(word, do) }

// Of returns what a word does; nil for one that only asks.
func Of(word string) Do { return bound[word] }

// Self returns the player in whose name the mail is.
func (d *Deed) Self() *table.Player { return &d.Change.Table.Players[d.Seat] }

// Tell says something in the reply.
func (d *Deed) Tell(m engine.Message) { d.Reply.Told = append(d.Reply.Told, m) }

// Done reports the effect of a setting or talk.
func (d *Deed) Done(told engine.Message) bool {
	d.Acted = true
	d.Tell(told)
	return true
}

// Refuse says why a word cannot be carried out; the mail is refused.
func (d *Deed) Refuse(key string, args ...engine.Arg) bool {
	d.Tell(engine.Msg(key, args...))
	d.Kind = templates.Refusal
	return false
}
