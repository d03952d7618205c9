package pbem_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/journal"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// failure is a delivery report, as anybody can write one.
func failure(n int, id, recipient string) []byte {
	return []byte(strings.ReplaceAll(fmt.Sprintf(`From: MAILER-DAEMON@mx.example
To: games@post.example
Message-ID: <%d@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; %s
Action: failed
Status: 5.1.1

--b
Content-Type: text/rfc822-headers

Message-ID: <%s>

--b--
`, n, recipient, id), "\n", "\r\n"))
}

// TestForgedReports: whoever knows the Message-ID of a letter can write
// delivery reports about it. They stop no mail, bring the organiser one notice
// a day, and that names the address the letter really went to.
func TestForgedReports(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	l, _ := b.Latest("Ana")
	for n, recipient := range []string{"somebody@example.net", strings.Repeat("a", 3000) + "@example.org", "x@example.net", "y@example.net"} {
		must(t, b.Deliver(failure(n, l.ID, recipient)))
		expect.Same(t, recipient, b.Last, imapbox.Done)
	}
	expect.Must(t, "the organiser", len(b.Boxes[pbemtest.Host]), 1)
	if text := b.Boxes[pbemtest.Host][0].Text; !strings.Contains(text, "ana@example.org") || strings.Contains(text, "somebody") {
		t.Errorf("the notice says %s", text)
	}
}

// TestGuessedReports: who has not got a letter cannot name it, whatever he knows of
// the game, and his reports bring nobody a notice.
func TestGuessedReports(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	l, _ := b.Latest("Ana")
	id, ok := compose.ParseMessageID(l.ID)
	kind, mark, _ := strings.Cut(id.Kind, "-")
	if !ok || len(mark) != 8 {
		t.Fatalf("Message-ID %s", l.ID)
	}
	var guesses []string
	for n := range 40 {
		guesses = append(guesses, strconv.Itoa(n))
	}
	other, _ := b.Latest("Ben")
	theirs, _ := compose.ParseMessageID(other.ID)
	_, theirMark, _ := strings.Cut(theirs.Kind, "-")
	for n, guess := range append(guesses, "", "aaaaaaaa", mark[:7], theirMark) {
		must(t, b.Deliver(failure(n, compose.MessageID(id.Game, id.Step, id.Seat, kind+"-"+guess, id.Host), "ana@example.org")))
	}
	expect.Same(t, "the organiser", len(b.Boxes[pbemtest.Host]), 0)
	must(t, b.Deliver(failure(99, l.ID, "ana@example.org")))
	expect.Same(t, "a true report", len(b.Boxes[pbemtest.Host]), 1)
}

// unwritable are addresses to which our letters cannot go.
var unwritable = []string{
	strings.Repeat("a", 900) + "@x.example",
	"a@" + strings.Repeat("b", 900),
	`"a b"@x.example`,
	`"a\"b"@x.example`,
	"josé@x.example",
}

// TestUnwritableStrangers: a stranger whose address cannot be written stops no
// mail and gets no answer, also where strangers are helped.
func TestUnwritableStrangers(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Security.UnknownSender = config.Help }))(t)
	for n, from := range append(unwritable, "a@x.example") {
		must(t, b.Deliver(fmt.Appendf(nil, "From: <%s>\r\nTo: games@post.example\r\nMessage-ID: <%d@x>\r\n\r\nhello\r\n", from, n)))
		expect.Same(t, from, b.Last, imapbox.Done)
	}
	if len(b.Boxes) != 1 || len(b.Boxes["a@x.example"]) != 1 {
		t.Errorf("answers went to %d addresses", len(b.Boxes))
	}
}

// TestUnwritableAddresses: no seat gets an address that its letters could not
// go to, by whomever.
func TestUnwritableAddresses(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	for _, a := range unwritable {
		before := len(b.Boxes[pbemtest.Address("Ana")])
		must(t, b.Answer("Ana", mailtest.Gmail, "set address "+a))
		if b.Verdict != "refused" || len(b.Boxes[pbemtest.Address("Ana")]) != before+1 {
			t.Errorf("set address %.30s: %s", a, b.Verdict)
		}
		if b.Handle("player.set", admin.SetPlayer{Game: "winter", Seat: 1, Address: a}, nil) == nil {
			t.Errorf("the organiser can set %.30s", a)
		}
		for _, p := range []admin.CreateGame{
			{Title: "toy", Game: "other", Players: []string{pbemtest.From("Ana"), "Ben <" + a + ">"}},
			{Title: "toy", Game: "other", Organiser: a, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}},
		} {
			expect.True(t, b.Handle("game.create", p, nil) != nil, "a game is created with %.30s", a)
		}
	}
}

// TestManyAddresses: a seat cannot have letters sent to any number of people
// who have not asked for them, neither by one mail nor by many.
func TestManyAddresses(t *testing.T) {
	level.Sequential(t)
	b := pbemtest.Games(t, "winter")
	first, _ := b.Latest("Ana")
	var all []string
	for i := range 50 {
		all = append(all, fmt.Sprintf("set address v%d@x.example", i))
	}
	must(t, b.AnswerLetter("Ana", first, mailtest.Gmail, all...))
	expect.Same(t, "50 in one mail", b.Verdict, "refused")
	expect.Same(t, "50 in one mail", len(b.Boxes), 2)
	for _, line := range all {
		must(t, b.AnswerLetter("Ana", first, mailtest.Gmail, line))
	}
	expect.Same(t, journal.RequestsADay, len(b.Boxes), 2+journal.RequestsADay)
}

// TestReplacedPlayer: a letter that waited while its seat went to somebody else
// goes where it was meant to, without the token of the new player.
func TestReplacedPlayer(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
	must(t, b.Handle("player.set", admin.SetPlayer{Game: "winter", Seat: 0, Address: "new@example.org"}, nil))
	must(t, b.Post())
	old, _ := b.Latest("Ana")
	now, _ := b.Latest("new@example.org")
	if old.ReplyTo != "games@post.example" || !strings.HasPrefix(now.ReplyTo, "games+winter.") {
		t.Errorf("Reply-To of the old player %q, of the new one %q", old.ReplyTo, now.ReplyTo)
	}
}

// TestRepeatedQuestions: what is asked many times in one mail is answered once;
// after a move it may be asked again.
func TestRepeatedQuestions(t *testing.T) {
	length := func(lines ...string) int {
		b := pbemtest.Games(t, "winter")
		must(t, b.Answer("Ana", mailtest.Gmail, lines...))
		l, _ := b.Latest("Ana")
		return strings.Count(l.Text, "\n")
	}
	once, often := length("status"), length(strings.Split(strings.Repeat("status\n", 150), "\n")[:150]...)
	expect.Same(t, "once", once, often)
	if before, both := length("sell red", "status"), length("status", "sell red", "status"); both <= before {
		t.Errorf("%d lines with the status after a move, %d with that before it too", before, both)
	}
}

// picky is a store that cannot keep the change of one game's mails.
type picky struct {
	store.Store
	game string
}

func (s picky) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	errs := make([]error, len(cs))
	for i, c := range cs {
		if c.Game == s.game && len(c.Append) > 0 {
			errs[i] = fmt.Errorf("%w: for the test", store.ErrInvalid)
			continue
		}
		one, err := s.Store.Commit(ctx, c)
		if err != nil {
			return one, err
		}
		errs[i] = one[0]
	}
	return errs, nil
}

// TestChangeThatCannotBeKept: a mail whose change the store never takes is put
// aside, and holds up none after it.
func TestChangeThatCannotBeKept(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	must(t, b.Use(picky{b.Store, "autumn"}))
	box := b.Boxes[pbemtest.Address("Ana")]
	verdicts, err := b.Office.Deliver(context.Background(), []imapbox.Mail{pbemtest.Writes(t, "Ana", box[0], "sell red"), pbemtest.Writes(t, "Ana", box[1], "sell red")})
	must(t, err)
	if verdicts[0] != imapbox.Poison || verdicts[1] != imapbox.Done {
		t.Errorf("verdicts %v", verdicts)
	}
	must(t, b.Post())
	if len(b.Boxes[pbemtest.Host]) != 1 || !strings.Contains(b.Boxes[pbemtest.Host][0].Text, "set aside") {
		t.Error("the organiser was not told")
	}
}

// flipped is a store whose snapshots have gone bad on the disk.
type flipped struct{ store.Store }

func (s flipped) Load(ctx context.Context, game string, upTo uint64, full bool) (store.Log, error) {
	log, err := s.Store.Load(ctx, game, upTo, full)
	if log.Snapshot != nil {
		bad := *log.Snapshot
		bad.Data = []byte(strings.Replace(string(bad.Data), `"round":1`, `"round":2`, 1))
		log.Snapshot = &bad
	}
	return log, err
}

// TestBadSnapshot: nobody takes a move back to a position that never was.
func TestBadSnapshot(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Store.SnapshotEvery = 1 }))(t)
	must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", Seed: []byte("seed"), StartNow: true, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
	must(t, b.Post())
	must(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	must(t, b.Use(flipped{b.Store}))
	must(t, b.Answer("Ana", mailtest.Gmail, "undo"))
	expect.Same(t, "undo", b.Verdict, "played")
	must(t, b.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))
}

// TestOrdersExchanged: "play" and "add" agree to the orders that their letter
// enclosed, not to others that have come since, however late they are written.
func TestOrdersExchanged(t *testing.T) {
	for _, answer := range []string{"play", "add"} {
		b := pbemtest.Games(t, "winter")
		turn, _ := b.Latest("Ana")
		send := func(id, from, lines string) {
			must(t, b.Deliver(fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nMessage-ID: <%s@x.example>\r\n\r\n%s\r\n", from, turn.ReplyTo, id, lines)))
		}
		send("1", "ana@work.example", "sell red")
		read, _ := b.Latest("Ana")
		b.Clock = b.Clock.Add(8 * 24 * time.Hour) // those before wait no longer
		send("2", "thief@x.example", "set address thief@x.example\r\nsell red")
		fresh, _ := b.Latest("Ana")
		must(t, b.AnswerLetter("Ana", read, mailtest.Gmail, answer))
		if b.Verdict != "refused" || len(b.Boxes["thief@x.example"]) > 0 {
			t.Errorf("%s in answer to the first letter: %s", answer, b.Verdict)
		}
		must(t, b.AnswerLetter("Ana", fresh, mailtest.Gmail, answer))
		expect.True(t, b.Verdict != "refused", "%s in answer to the second letter: %s", answer, b.Verdict)
	}
}

// TestNamesSeen: no player has a name with signs that cannot be seen, and no game one
// that a command takes for a flag.
func TestNamesSeen(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	for _, name := range []string{"Be\u202en", "B\u200ben", "Ben\u2066", "Be\u00adn", "Ben\ufeff", "Be\u0007n", "Be\u2028n", "Be\u00a0n"} {
		players := []string{pbemtest.From("Ana"), `"` + name + `" <ben@example.org>`}
		if b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "other", Players: players}, nil) == nil {
			t.Errorf("a game is created with a player called %+q", name)
		}
		if b.Handle("player.set", admin.SetPlayer{Game: "winter", Seat: 1, Name: name}, nil) == nil {
			t.Errorf("a player can be called %+q", name)
		}
	}
	for _, name := range []string{"Józef Łoś", "O'Neill, Jr.", "Ana 2"} {
		must(t, b.Handle("player.set", admin.SetPlayer{Game: "winter", Seat: 1, Name: name}, nil))
	}
	for _, tag := range []string{"-", "--help", "-a"} {
		if b.Handle("game.create", admin.CreateGame{Title: "toy", Game: tag, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil) == nil {
			t.Errorf("a game is called %s", tag)
		}
	}
}
