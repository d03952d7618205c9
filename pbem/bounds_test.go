package pbem_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
)

// deliver hands over several mails at once, and returns what became of them.
func deliver(t *testing.T, b *pbemtest.Service, ms ...imapbox.Mail) (verdicts []imapbox.Verdict, words []string) {
	t.Helper()
	b.Options().Count = func(v verdict.Verdict, _, _ int) { words = append(words, v.String()) }
	must(t, b.Reopen())
	verdicts = expect.Get(b.Office.Deliver(context.Background(), ms))(t)
	must(t, b.Post())
	return verdicts, words
}

func many(n int, line string) []string { return slices.Repeat([]string{line}, n) }

// TestHostileLines: a mail built to burn time is refused in words before anything
// is made of its lines, and the mail of another game in the same batch is answered.
func TestHostileLines(t *testing.T) {
	level.Sequential(t)
	for _, tc := range []struct {
		name, verdict, says string
		lines               []string
	}{
		{"zones", "refused: line too long", "Line 1 of your mail looks like an order but has more than 1000 characters", []string{"set zone " + strings.Repeat("A/", 120000)}},
		{"zone that NFKC makes long", "refused: line too long", "Line 1 of your mail", []string{"set zone " + strings.Repeat("\ufdfa", 80000)}},
		{"small print in one line", "played", "Done: your order was played", []string{"sell red", strings.Repeat("This e-mail is meant for its reader alone. ", 40)}},
		{"talk that NFKC makes long", "answered: no orders", "Nothing in your mail reads as an order", []string{strings.Repeat("\ufdfa", 80000)}},
		{"say that NFKC makes long", "refused: line too long", "Line 2 of your mail", []string{"sell red", "say " + strings.Repeat("\ufdfa", 80000)}},
		{"brackets", "refused: line too long", "Line 1 of your mail", []string{"sell red: " + strings.Repeat("(,", 120000)}},
		{"brackets that are joined", "refused: line too long", "Line 1 of your mail", append([]string{"sell red: (,"}, many(450, "(x,(x,(x,(x,(x,(x,(x,")...)},
		{"many lines that NFKC makes long", "quarantined: unreadable", "", many(1450, strings.Repeat("\ufdfa", 55))},
		{"orders like talk", "refused: orders like talk", "Did you mean", many(450, "I sell rde")},
		{"talk in many lines", "refused: too many lines", "Your message has 1900 lines of your own; Railpost reads 500", many(1900, "Vendo los cubos rojos en cuanto pueda, si nadie tiene nada en contra.")},
		{"orders in many lines", "refused: too many lines", "Your message has 501 lines", many(501, "sell red")},
		{"at the limit", "answered: say", "Your message has been passed on", []string{"say " + strings.Repeat("x", 996)}},
	} {
		b := pbemtest.Games(t, "autumn", "winter")
		ana := b.Boxes[pbemtest.Address("Ana")]
		raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <1@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
			pbemtest.From("Ana"), ana[0].ReplyTo, strings.Join(tc.lines, "\r\n"))
		_, words := deliver(t, b, imapbox.Mail{Raw: []byte(raw)}, pbemtest.Writes(t, "Ana", ana[1], "sell red"))
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

// slowClock makes the mails with the given turns take long: each look at the clock
// while they are read finds it 3 s later. Turn 1 is the first mail read; a mail beside a slow
// one is read once more.
func slowClock(b *pbemtest.Service, turns ...int) {
	turn := 0
	b.Options().Hook = func(point string) {
		if point == "reading" {
			turn++
		}
	}
	b.Options().Now = func() time.Time {
		if slices.Contains(turns, turn) {
			b.Clock = b.Clock.Add(3 * time.Second)
		}
		return b.Clock
	}
}

// TestDecodingHoldsUpNobody: while a message is being decoded, commands are answered and the clock goes on.
func TestDecodingHoldsUpNobody(t *testing.T) {
	b := pbemtest.Games(t, "autumn")
	ana, _ := b.Latest("Ana")
	asked := 0
	b.Options().Hook = func(point string) {
		if point != "decoding" {
			return
		}
		asked++
		expect.Get(b.Office.Handle(t.Context(), "game.list", nil))(t)
		must(t, b.Office.Tick(t.Context(), b.Clock))
	}
	must(t, b.Reopen())
	if _, words := deliver(t, b, pbemtest.Writes(t, "Ana", ana, "sell red")); !slices.Equal(words, []string{"played"}) || asked != 1 {
		t.Errorf("%q after %d commands", words, asked)
	}
}

// TestSlowMail: a mail that takes too long is tried once more, after the others.
func TestSlowMail(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	ana := b.Boxes[pbemtest.Address("Ana")]
	slowClock(b, 1)
	verdicts, words := deliver(t, b, pbemtest.Writes(t, "Ana", ana[0], "sell red"), pbemtest.Writes(t, "Ana", ana[1], "sell red", "say first"))
	if !slices.Equal(words, []string{"played", "played"}) || slices.Contains(verdicts, imapbox.Later) {
		t.Errorf("%q %v", words, verdicts)
	}
	expect.Has(t, "the slow mail was answered before the other", b.Newest("Ana").Subject, "[autumn] Done")
}

// TestLaborious: a mail whose time is over after many steps is set aside at once; not the clock is to blame.
func TestLaborious(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	ana, _ := b.Latest("Ana")
	reads, looks := 0, 0
	b.Options().Hook = func(point string) {
		if point == "reading" {
			reads++
		}
	}
	b.Options().Now = func() time.Time {
		if looks++; looks > 60 {
			b.Clock = b.Clock.Add(3 * time.Second)
		}
		return b.Clock
	}
	_, words := deliver(t, b, pbemtest.Writes(t, "Ana", ana, append([]string{"partial ok"}, many(100, "sell red")...)...))
	if !slices.Equal(words, []string{"quarantined: too slow"}) || reads != 1 {
		t.Errorf("%q after %d attempts", words, reads)
	}
}

// TestManyTurnsAhead: "what if" looks for a few usual turns only, however many are asked for.
func TestManyTurnsAhead(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	must(t, b.Handle("game.create", admin.CreateGame{Title: "18cz", Game: "winter", Seed: []byte("seed"), StartNow: true,
		Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
	must(t, b.Post())
	for _, name := range []string{"Ana", "Ben"} {
		must(t, b.Answer(name, mailtest.Gmail, append([]string{"what if"}, many(199, "usual")...)...))
		l, _ := b.Latest(name)
		if n := strings.Count(l.Text, "\n  line "); b.Verdict != "previewed" || !strings.Contains(l.Text, "looks 12 usual turns ahead") || n < 199 {
			t.Errorf("%s: %d lines\n%s", b.Verdict, n, l.Text[:min(len(l.Text), 3000)])
		}
	}
}

// TestSlowTwice: a mail that takes too long again is set aside, and its player and the
// organiser get its lines back; an organiser who plays at the table does not.
func TestSlowTwice(t *testing.T) {
	for _, organiser := range []string{"boss@example.org", pbemtest.Address("Ben")} {
		b := pbemtest.Games(t, "winter")
		must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "autumn", StartNow: true, Organiser: organiser, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
		must(t, b.Post())
		ana := b.Boxes[pbemtest.Address("Ana")]
		slowClock(b, 1, 4)
		verdicts, words := deliver(t, b, pbemtest.Writes(t, "Ana", ana[1], "sell red", "say quick"), pbemtest.Writes(t, "Ana", ana[0], "sell red"))
		if !slices.Equal(words, []string{"played", "quarantined: too slow"}) || !slices.Equal(verdicts, []imapbox.Verdict{imapbox.Poison, imapbox.Done}) {
			t.Fatalf("%q %v", words, verdicts)
		}
		player, _ := b.Latest("Ana")
		notice, _ := b.Latest(organiser)
		for name, l := range map[string]pbemtest.Letter{"player": player, "organiser": notice} {
			expect.Has(t, []any{name, l.Text}, strings.Join(strings.Fields(l.Text), " "), "too long to process")
			expect.Same(t, []any{name, organiser, l.Text},
				strings.Contains(l.Text, "\n  sell red\n  say quick\n"), name == "player" || organiser != pbemtest.Address("Ben"))
		}
	}
}

// TestSlowLines: the time is looked at before each line, also within a run of orders.
func TestSlowLines(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	lines := many(100, "sell red")
	looks := 0
	b.Options().Now = func() time.Time { looks++; return b.Clock }
	must(t, b.Reopen())
	must(t, b.Answer("Ana", mailtest.Gmail, append([]string{"partial ok"}, lines...)...))
	if looks < len(lines) {
		t.Errorf("%d looks at the clock for %d lines: %s", looks, len(lines), fmt.Sprint(b.Verdict))
	}
}

// TestManyLists: however many lists a mail asks for, the legal lines are looked for a few
// times only.
func TestManyLists(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	var lines []string
	for i := range 100 {
		lines = append(lines, fmt.Sprintf("moves none%d", i))
	}
	must(t, b.Answer("Ana", mailtest.Gmail, lines...))
	l, _ := b.Latest("Ana")
	text := strings.Join(strings.Fields(l.Text), " ")
	if n := strings.Count(text, "none"); n < 5 || n > 10 || !strings.Contains(text, "at most 5 lists") {
		t.Errorf("%d lists were looked for:\n%s", n, l.Text)
	}
}

// TestSlowByHand: a mail that the organiser hands in is alone already.
func TestSlowByHand(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	m := pbemtest.Writes(t, "Ana", b.Boxes[pbemtest.Address("Ana")][0], "sell red")
	slowClock(b, 0)
	must(t, b.Reopen())
	var out admin.Replayed
	must(t, b.Handle("mail.replay", admin.ReplayMail{Bytes: m.Raw}, &out))
	expect.Same(t, out, out.Verdict, "quarantined: too slow")
}

// TestHundredthAnswer: the last answer of a day to mails that change nothing says so,
// and orders are taken after it.
func TestHundredthAnswer(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	l := b.Boxes[pbemtest.Address("Ana")][0]
	read := func(n int) string { // what Ana gets for one more
		t.Helper()
		before := len(b.Boxes[pbemtest.Address("Ana")])
		must(t, b.AnswerLetter("Ana", l, mailtest.Bare, fmt.Sprintf("sell rde%d", n)))
		text := ""
		for _, l := range b.Boxes[pbemtest.Address("Ana")][before:] {
			text += strings.Join(strings.Fields(l.Text), " ")
		}
		return text
	}
	const last = "Railpost won't answer another such mail until Tue 3 Mar 00:00. It still plays your orders."
	for n := 1; n < 100; n++ {
		if text := read(n); !strings.Contains(text, "NOTHING was changed") || strings.Contains(text, "last answer") {
			t.Fatalf("mail %d is answered with %q", n, text)
		}
	}
	expect.Has(t, "the hundredth answer is", read(100), last)
	expect.Same(t, "the next mail is answered with", read(101), "")
	must(t, b.AnswerLetter("Ana", l, mailtest.Bare, "sell red"))
	expect.Has(t, "an order is answered", b.Newest("Ana").Subject, "Done: 1 order")
}
