package orders_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
)

// TestHostileLines: a mail built to burn time is refused in words before anything
// is made of its lines, and the mail of another game in the same batch is answered.
func TestHostileLines(t *testing.T) {
	level.Sequential(t)
	for _, tc := range []struct {
		name, verdict, says string
		lines               []string
	}{
		{"zones", "refused: line too long", "Line 1 of your message looks like an order but has more than 1000 characters", []string{"set zone " + strings.Repeat("A/", 120000)}},
		{"zone that NFKC makes long", "refused: line too long", "Line 1 of your message", []string{"set zone " + strings.Repeat("\ufdfa", 80000)}},
		{"small print in one line", "played", "Order played", []string{"sell red", strings.Repeat("This e-mail is meant for its reader alone. ", 40)}},
		{"talk that NFKC makes long", "answered: no orders", "Railpost found no order in your message", []string{strings.Repeat("\ufdfa", 80000)}},
		{"say that NFKC makes long", "refused: line too long", "Line 2 of your message", []string{"sell red", "say " + strings.Repeat("\ufdfa", 80000)}},
		{"brackets", "refused: line too long", "Line 1 of your message", []string{"sell red: " + strings.Repeat("(,", 120000)}},
		{"brackets that are joined", "refused: line too long", "Line 1 of your message", append([]string{"sell red: (,"}, slices.Repeat([]string{"(x,(x,(x,(x,(x,(x,(x,"}, 450)...)},
		{"many lines that NFKC makes long", "quarantined: unreadable", "", slices.Repeat([]string{strings.Repeat("\ufdfa", 55)}, 1450)},
		{"orders like talk", "refused: orders like talk", "Did you mean", slices.Repeat([]string{"I sell rde"}, 450)},
		{"talk in many lines", "refused: too many lines", "Your message has 1900 lines of your own; Railpost reads 500", slices.Repeat([]string{"Vendo los cubos rojos en cuanto pueda, si nadie tiene nada en contra."}, 1900)},
		{"orders in many lines", "refused: too many lines", "Your message has 501 lines", slices.Repeat([]string{"sell red"}, 501)},
		{"at the limit", "answered: say", "Your message has been passed on", []string{"say " + strings.Repeat("x", 996)}},
	} {
		b := pbemtest.Games(t, "autumn", "winter")
		ana := b.Boxes[pbemtest.Address("Ana")]
		raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <1@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
			pbemtest.From("Ana"), ana[0].ReplyTo, strings.Join(tc.lines, "\r\n"))
		_, words := b.Together(t, imapbox.Mail{Raw: []byte(raw)}, pbemtest.Writes(t, "Ana", ana[1], "sell red"))
		if !slices.Equal(words, []string{tc.verdict, "played"}) {
			t.Errorf("%s: %q", tc.name, words)
			continue
		}
		l, _ := b.Latest("Ana")
		for _, one := range b.Boxes[pbemtest.Address("Ana")][2:] {
			if strings.Contains(one.Subject, "[autumn]") {
				l = one
			}
		}
		expect.Has(t, fmt.Sprintf("%s: Ana %s", tc.name, l.Text), strings.Join(strings.Fields(l.Text), " "), tc.says)
		if n := strings.Count(l.Text, "Did you mean"); n > 5 {
			t.Errorf("%s: %d lines were compared with all legal ones", tc.name, n)
		}
		expect.True(t, len(l.Raw) <= 60_000, "%s: brings a letter of %d bytes", tc.name, len(l.Raw))
	}
}

// TestManyTurnsAhead: "what if" looks for a few usual turns only, even if more are requested.
func TestManyTurnsAhead(t *testing.T) {
	b := pbemtest.Playing(t, admin.CreateGame{Title: "18cz", Seed: []byte("seed")})
	for _, name := range []string{"Ana", "Ben"} {
		expect.NoError(t, b.Answer(name, mailtest.Gmail, append([]string{"what if"}, slices.Repeat([]string{"usual"}, 199)...)...))
		l, _ := b.Latest(name)
		if n := strings.Count(l.Text, "\n  line "); b.Verdict != "previewed" || !strings.Contains(l.Text, "looks 12 turns ahead") || n < 199 {
			t.Errorf("%s: %d lines\n%s", b.Verdict, n, l.Text[:min(len(l.Text), 3000)])
		}
	}
}

// TestSlowLines: the time is looked at before each line, also within a run of orders.
func TestSlowLines(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	lines := slices.Repeat([]string{"sell red"}, 100)
	looks := 0
	b.Options().Now = func() time.Time { looks++; return b.Clock }
	expect.NoError(t, b.Reopen())
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, append([]string{"partial ok"}, lines...)...))
	expect.True(t, looks >= len(lines),
		"%d looks at the clock for %d lines: %s", looks, len(lines), fmt.Sprint(b.Verdict))
}

// TestAnswersAreBounded: a program that answers every letter gets ten answers a day to mails without an order, a
// hundred to those that change nothing, and the last says so; orders are always accepted.
func TestAnswersAreBounded(t *testing.T) {
	const (
		tenth     = "Until Tue 3 Mar 00:00, Railpost won't answer any more messages from you that contain no order"
		hundredth = "Railpost won't answer another of that kind until Tue 3 Mar 00:00. It still plays your orders."
	)
	for text, last := range map[string]string{"I am away until Monday.": tenth, "Away: back on Monday": hundredth,
		"pass? I am away": hundredth, "sell rde": hundredth} {
		most := map[string]int{tenth: 10, hundredth: 100}[last]
		b := pbemtest.Begun(t, nil, nil)
		l := b.Newest("Ben")
		send := func(n int) { expect.NoError(t, b.AnswerLetter("Ben", l, mailtest.Bare, fmt.Sprint(text, " ", n))) }
		for n := range most + 3 {
			send(n)
		}
		expect.True(t, strings.HasPrefix(b.Verdict, "ignored: "), "%q: %s", text, b.Verdict)
		expect.Same(t, text, len(b.Boxes[pbemtest.Address("Ben")]), 1+most)
		expect.Same(t, "the last answer says so", b.Heard("Ben", last), 1)
		expect.Has(t, text, strings.Join(strings.Fields(b.Newest("Ben").Text), " "), last)
		expect.NoError(t, b.AnswerLetter("Ben", l, mailtest.Bare, "knock"))
		expect.Same(t, "an order after that", b.Verdict, "played")
		b.Clock = b.Clock.Add(24 * time.Hour)
		expect.NoError(t, b.Tick())
		send(most + 3)
		expect.True(t, !strings.HasPrefix(b.Verdict, "ignored: "), "%q on the next day: %s", text, b.Verdict)
		if counts, err := b.Store.Values(t.Context(), "today/"); err != nil || len(counts) > 2 {
			t.Errorf("counts kept: %q %v", counts, err)
		}
	}
}
