package outbox

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"railpost/pbem/mail/smtpout"
	"railpost/store"
)

// Kind of an Event.
type Kind string

const (
	Stopped      Kind = "stopped"       // the server refuses us: no letter is sent for a time
	Unreachable  Kind = "unreachable"   // the server has been out of reach for a while; reported once per outage
	RecipientBad Kind = "recipient-bad" // the server refuses the recipient, or the letter's size: the letter is given up
	Refused      Kind = "refused"       // the server refuses this one letter: it is given up
	Late         Kind = "late"          // not accepted for hours, or refused twice while nothing else passed; reported once per letter
	Unsure       Kind = "unsure"        // the server broke off twice when it had it: it waits for the organiser
	GivenUp      Kind = "given-up"      // not accepted for days: the letter is given up
	RenderFailed Kind = "render-failed" // the letter could not be rendered, however often that was tried: a bug
	Short        Kind = "short"         // less than a quarter of the day's letters is left: news waits
	Spent        Kind = "spent"         // none is left: no letter is sent for a time
	StoreFailed  Kind = "store-failed"  // the store fails: nothing is sent
)

// Event is something the organiser should know.
type Event struct {
	Kind   Kind
	Letter store.Letter // zero for events of no letter
	Code   int          // SMTP reply code, 0 if there was none
	Text   string       // text of the server or the program
	Until  time.Time    // Spent: when letters are sent again
}

func (p *Pump) tell(ctx context.Context, e Event) {
	p.o.Log.Error("outbox", "what", string(e.Kind), "queue", e.Letter.ID, "game", e.Letter.Game, "seat", e.Letter.Seat,
		"kind", e.Letter.Kind, "code", e.Code, "text", withoutAddresses(e.Text))
	p.o.Notify(ctx, e)
}

var address = regexp.MustCompile(`[^\s<>"]+@[^\s<>"]+`)

// withoutAddresses returns a server's text in a form that may be logged.
func withoutAddresses(s string) string { return address.ReplaceAllString(s, "...") }

// answer returns the last code that is stored of a result: "451 4.2.1 text".
func answer(r smtpout.Result) string {
	if r.Code == 0 {
		return r.Text
	}
	if r.Enhanced == "" {
		return fmt.Sprintf("%d %s", r.Code, r.Text)
	}
	return fmt.Sprintf("%d %s %s", r.Code, r.Enhanced, r.Text)
}
