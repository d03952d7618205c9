// Package admin carries out the organiser's requests, over the control socket of the
// running daemon or on the store directly. Each method has parameters and a result of its
// own, which are JSON on the wire.
package admin

import (
	"context"
	"io"

	"railpost/pbem/desk/due"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/show/letters"
	"railpost/pbem/show/picture"
	"railpost/templates"
)

// Desk carries out the organiser's requests.
type Desk struct {
	*journal.Journal
	Letters   *letters.Writer
	Templates *templates.Set
	Random    io.Reader // keys and seeds of games
	Inbox     *inbox.Inbox
	Keeper    *due.Keeper
	Drawer    *picture.Drawer
	// TakeIn delivers a mail as if it were in the mailbox.
	TakeIn func(ctx context.Context, raw []byte) (*inbox.Mail, *journal.Change, error)

	held **journal.Change // changes go here instead of into the store; nil: they are stored
}
