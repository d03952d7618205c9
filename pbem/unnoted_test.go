package pbem_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

// unnoted is a store in which nobody notes that letters were sent.
type unnoted struct{ store.Store }

func (unnoted) Sent(_ context.Context, letters ...store.Accepted) []error {
	return make([]error, len(letters))
}

// TestAnswersBeforeTheNote: players may answer a letter before it is noted that it was sent, and to a daemon that has not
// written it: another has, or it has died since. They answer that letter all the same.
func TestAnswersBeforeTheNote(t *testing.T) {
	type service = *pbemtest.Service
	type answer struct {
		name   string
		before service
		send   func(service) error // the letter
		answer func(service) error
		want   string
	}
	writes := func(name string, s mailtest.Style, lines ...string) func(service) error {
		return func(b service) error { return b.Answer(name, s, lines...) }
	}
	raw := func(from, to, answers, line string) []byte {
		return fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nMessage-ID: <1@x>\r\nIn-Reply-To: <%s>\r\n\r\n%s\r\n", from, to, answers, line)
	}
	elsewhere := func(b service) error {
		l := b.Newest("Ana")
		return b.Deliver(raw("ana@work.example", l.ReplyTo, l.ID, "sell red"))
	}
	withoutToken := func(b service) error {
		return b.Deliver(raw(pbemtest.From("Ana"), "games@post.example", b.Newest("Ana").ID, "undo"))
	}
	sat := pbemtest.Games(t, "winter")
	expect.NoError(t, sat.Answer("Ana", mailtest.Bare, "work mine-1", "sitter Eva <eva@example.org> until 20 mar"))
	expect.NoError(t, sat.Answer("Eva", mailtest.Bare, "accept"))
	daily := pbemtest.Games(t, "winter", "praha")
	expect.NoError(t, daily.Answer("Ana", mailtest.Bare, "set letters digest"))
	expect.NoError(t, daily.Pass(22*time.Hour-time.Minute))
	daily.Clock = daily.Clock.Add(time.Minute)
	list := []answer{
		{"another address", pbemtest.Games(t, "winter"), elsewhere, writes("Ana", mailtest.Bare, "play"), "played"},
		{"an address to add", pbemtest.Games(t, "winter"), elsewhere, writes("Ana", mailtest.Bare, "add"), "answered: add"},
		{"a mended line", pbemtest.Games(t, "winter"), writes("Ana", mailtest.Bare, "work dcek"), writes("Ana", mailtest.Bare, "yes"), "played"},
		{"no token", pbemtest.Games(t, "winter", "autumn"), writes("Ana", mailtest.Bare, "work mine-1"), withoutToken, "answered: no token"},
		{"several games", daily, service.Tick, writes("Ana", mailtest.OutlookInline, "winter:", "[2]", "praha:", "[3]"), "played"},
		{"a substitute", sat, writes("Ben", mailtest.Bare, "pass"), writes("Eva", mailtest.OutlookInline, "[2]"), "played"},
	}
	for _, style := range mailtest.Styles() {
		b := pbemtest.Games(t, "winter")
		expect.NoError(t, b.Answer("Ana", mailtest.Bare, "work mine-1"))
		expect.NoError(t, b.Answer("Ben", mailtest.Bare, "pass"))
		list = append(list, answer{string(style), b, writes("Ana", mailtest.Bare, "pass"), writes("Ana", style, "[2]"), "played"})
	}
	for _, a := range list {
		b := a.before
		expect.NoError(t, b.Use(unnoted{b.Store}))
		expect.NoError(t, errors.Join(a.send(b), b.Reopen(), a.answer(b)))
		expect.Same(t, a.name, b.Verdict, a.want)
	}
}
