// Package admin carries out the organiser's requests, over the control socket of the
// running daemon or on the store directly. Each method has parameters and a result of its
// own, which are JSON on the wire. Tags of parameters are for the command line;
// help such as ${game} stands there.
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

// Desk carries out the organiser's requests. Each kind of them has its own desk.
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

	held **journal.Change // see desk
}

// desk is the basis of all of them: it stores changes, and tells tables about looks at hidden facts.
type desk struct {
	*journal.Journal
	letters *letters.Writer
	texts   *templates.Set
	held    **journal.Change // changes go here instead of into the store; nil: they are stored
}

// The desks, by their subjects.
type (
	gameDesk struct { // the course of a game
		desk
		admission
	}
	createDesk struct { // new and imported games
		desk
		admission
		random io.Reader
	}
	playerDesk struct { // players, and their addresses
		desk
		admission
	}
	waitingDesk struct { // the waiting list, open seats and tables in formation
		desk
		admission
	}
	announceDesk struct{ desk } // announcements
	hookDesk     struct{ desk } // hooks of tables
	webDesk      struct{ desk } // addresses of pages
	lookDesk     struct {       // games as text, their logs and figures
		desk
		keeper *due.Keeper
	}
	drawDesk struct { // letters and pictures of games
		desk
		drawer *picture.Drawer
	}
	mailDesk struct { // queued letters, and received mails
		desk
		inbox  *inbox.Inbox
		keeper *due.Keeper
		takeIn func(ctx context.Context, raw []byte) (*inbox.Mail, *journal.Change, error)
	}
	upkeepDesk struct { // clock, backups, mended rules
		desk
		keeper *due.Keeper
	}
)

func (d *Desk) basis() desk          { return desk{d.Journal, d.Letters, d.Templates, d.held} }
func (d *Desk) admission() admission { return admission{d.Config, d.Templates} }

// From returns a desk with what its requests need of the whole; see method.
func (gameDesk) From(d *Desk) gameDesk         { return gameDesk{d.basis(), d.admission()} }
func (createDesk) From(d *Desk) createDesk     { return createDesk{d.basis(), d.admission(), d.Random} }
func (playerDesk) From(d *Desk) playerDesk     { return playerDesk{d.basis(), d.admission()} }
func (waitingDesk) From(d *Desk) waitingDesk   { return waitingDesk{d.basis(), d.admission()} }
func (announceDesk) From(d *Desk) announceDesk { return announceDesk{d.basis()} }
func (hookDesk) From(d *Desk) hookDesk         { return hookDesk{d.basis()} }
func (webDesk) From(d *Desk) webDesk           { return webDesk{d.basis()} }
func (lookDesk) From(d *Desk) lookDesk         { return lookDesk{d.basis(), d.Keeper} }
func (drawDesk) From(d *Desk) drawDesk         { return drawDesk{d.basis(), d.Drawer} }
func (mailDesk) From(d *Desk) mailDesk         { return mailDesk{d.basis(), d.Inbox, d.Keeper, d.TakeIn} }
func (upkeepDesk) From(d *Desk) upkeepDesk     { return upkeepDesk{d.basis(), d.Keeper} }
