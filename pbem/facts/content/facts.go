// Package content is the content of letters that does not follow from the game's log, as data: desk stores it
// with a letter, and show/letters writes the letter from it.
package content

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// Calendar is a letter's change to its reader's calendar: the file that it attaches enters a deadline or moves
// it, another one removes a past one.
type Calendar struct {
	Was *table.Entry `json:"was,omitempty"` // the entry without the letter
	Now *table.Entry `json:"now,omitempty"` // the entry after it
}

// Facts are the content of a letter that does not follow from the game's log. They are stored with the letter,
// so that it can be rendered later.
type Facts struct {
	templates.Said
	Since    uint64            `json:"since,omitempty"`    // news, receipt: tell what happened after this record; 0: a receipt tells nothing
	Seen     uint64            `json:"seen,omitempty"`     // the position that the reader's last letter showed; 0: none
	Moved    uint64            `json:"moved,omitempty"`    // the reader's own last move
	Taught   bool              `json:"taught,omitempty"`   // they have read often enough how letters of this kind are answered
	Asked    time.Time         `json:"asked,omitzero"`     // since when a question waits that no letter before it has brought
	Held     time.Time         `json:"held,omitzero"`      // until when it waits for a letter that asks
	Waits    []table.Wait      `json:"waits,omitempty"`    // seats that the game waited for when the letter was queued
	Log      int               `json:"log,omitempty"`      // show this many of the last records
	Show     bool              `json:"show,omitempty"`     // to an organiser: with the game as the reader may know it
	Agreed   Agreed            `json:"agreed,omitzero"`    // show these parts of the agreement
	Export   string            `json:"export,omitempty"`   // attach the public log in this form
	History  string            `json:"history,omitempty"`  // show the rounds so far: of a company, or of "all"
	Then     []EarlierPosition `json:"then,omitempty"`     // show earlier positions
	Link     bool              `json:"link,omitempty"`     // with the secret link of the reader's page
	Verify   bool              `json:"verify,omitempty"`   // check the log
	Stats    bool              `json:"stats,omitempty"`    // show how the game went, in numbers
	Enclose  bool              `json:"enclose,omitempty"`  // with the seat's present letter
	ReplyTo  string            `json:"reply_to,omitempty"` // Message-ID of the mail this answers
	Sitter   string            `json:"sitter,omitempty"`   // name of the player's substitute, if the letter goes to them
	Guest    *Guest            `json:"guest,omitempty"`    // to somebody who does not sit at the table
	Visitor  *Visitor          `json:"visitor,omitempty"`  // to somebody about tables in formation
	Spoken   bool              `json:"spoken,omitempty"`   // the reader listens
	Plain    bool              `json:"plain,omitempty"`    // without HTML
	NoTap    bool              `json:"no_tap,omitempty"`   // without links that open answers
	Feed     bool              `json:"feed,omitempty"`     // show the secret link of the reader's calendar
	Digest   *Digest           `json:"digest,omitempty"`   // about several games
	Calendar *Calendar         `json:"calendar,omitempty"` // change to the reader's calendar
	From     string            `json:"from,omitempty"`     // the address from which the orders came that it encloses
	Lang     string            `json:"lang,omitempty"`     // the reader's language if it is not that of the seat

	Tutor      *table.Tutor `json:"tutor,omitempty"`       // explain the question; nil: do not
	TutorOffer bool         `json:"tutor_offer,omitempty"` // to somebody who plays the title for the first time

	Board    bool           `json:"board,omitempty"` // with a picture of the whole board
	Pictures table.Pictures `json:"pictures,omitempty"`
}

// Agreed selects parts of the agreement that a mail asks for.
type Agreed struct {
	Rules    bool `json:"rules,omitempty"`    // the rules of the table
	Options  bool `json:"options,omitempty"`  // all options
	Readings bool `json:"readings,omitempty"` // points that the printed rules leave open
}

// Guest is the reader of a letter who does not sit at the table.
type Guest struct {
	Name string      `json:"name"`
	Seat engine.Seat `json:"seat"`          // that they are asked to take, or sat on
	Asks time.Time   `json:"asks,omitzero"` // when they were asked; zero: the letter asks nothing

	Listed bool `json:"listed,omitempty"` // they are on the waiting list
}

// Visitor is the reader of a letter about tables in formation.
type Visitor struct {
	Name     string `json:"name,omitempty"`
	Lang     string `json:"lang,omitempty"`
	New      bool   `json:"new,omitempty"`      // they have never written to us
	Watches  bool   `json:"watches,omitempty"`  // it is about a game that they watch
	Confirms uint64 `json:"confirms,omitempty"` // the number of what a "confirm" in answer to it confirms; 0: nothing
}

// Tell returns the facts of a letter that only tells something.
func Tell(told ...engine.Message) Facts { return Facts{Said: templates.Said{Told: told}} }

// ReadFacts reads the output of Bytes.
func ReadFacts(b []byte) (Facts, error) {
	var f Facts
	if len(b) == 0 {
		return f, nil
	}
	if err := json.Unmarshal(b, &f); err != nil {
		return f, fmt.Errorf("reading the facts of a letter: %w", err)
	}
	return f, nil
}

// OwnLang is the language of a reader who is not the seat's player; "": that of the seat or
// the table.
func (f Facts) OwnLang() string {
	if f.Visitor != nil {
		return f.Visitor.Lang
	}
	return f.Lang
}

// Bytes returns the facts as they are stored with a letter.
func (f Facts) Bytes() ([]byte, error) {
	b, err := json.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("pbem: the facts of a letter: %w", err)
	}
	return b, nil
}

// At adds the present facts about the table for a letter to a seat, and its game, nil for one that has not
// begun. A game that is paused, over or called off waits for nobody.
func (f Facts) At(t *table.Table, g *engine.Game, s engine.Seat) Facts {
	switch t.State {
	case table.Paused:
		f.Halt = templates.Halt{Is: templates.Paused, Since: t.PausedAt}
	case table.Closed:
		f.Halt = templates.Halt{Is: templates.CalledOff}
	case table.Over:
		f.Halt = templates.Halt{Is: templates.Over}
	default:
		f.Waits = slices.Clone(t.Waiting)
	}
	if s >= 0 {
		f.Moved = t.Players[s].Moved
		f = f.In(t.Players[s].Form)
		f.Tutor = t.Players[s].Tutor
		f.Plans = Plans(t, g, s)
		_, f.Quiet = Quiet(t, g, s)
		f.Votes = Votes(t, s)
	}
	return f
}

// In returns the facts of a letter in the form that its reader wants.
func (f Facts) In(o table.Form) Facts {
	f.Spoken, f.Plain, f.NoTap, f.Pictures = o.View == table.Spoken, o.View == table.Text, o.NoTap, o.Pictures
	return f
}

// EarlierPosition asks for the position after an earlier record.
type EarlierPosition struct {
	Record uint64 `json:"record"`
	Part   string `json:"part,omitempty"` // of the title's view; "": what a letter shows
	Arg    string `json:"arg,omitempty"`
}
