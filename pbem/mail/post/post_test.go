package post

import (
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newPost(t *testing.T) *Post {
	t.Helper()
	p, err := Start(Options{Domain: "pbem.test", MaxSize: 20_000,
		Users: map[string]string{"game": "secret", "ana": "a", "Ben@Example.ORG": "b"}})
	expect.NoError(t, err)
	t.Cleanup(func() {
		expect.Is(t, "close", p.Close(), nil)
	})
	return p
}

// login opens an IMAP connection; news gets a token at each EXISTS.
func login(t *testing.T, p *Post, user, password string, news chan struct{}) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(p.IMAPAddr(), &imapclient.Options{
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: func(d *imapclient.UnilateralDataMailbox) {
			if d.NumMessages != nil && news != nil {
				news <- struct{}{}
			}
		}},
	})
	expect.NoError(t, err)
	t.Cleanup(func() {
		if err := c.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			t.Log(err)
		}
	})
	expect.NoError(t, c.Login(user, password).Wait())
	return c
}

func send(p *Post, from, to, text string) error {
	return smtp.SendMail(p.SMTPAddr(), nil, from, []string{to}, []byte(text))
}

const hello = "From: a@b\r\nSubject: hello\r\n\r\ntext\r\n"

func TestOnlyLoopback(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":2525", "192.0.2.1:25", "mail.example.org:25", "[::]:0"} {
		for _, o := range []Options{{SMTPAddr: addr}, {IMAPAddr: addr}} {
			p, err := Start(o)
			if err == nil {
				t.Errorf("%s was taken", addr)
				expect.Is(t, "close", p.Close(), nil)
				continue
			}
			expect.Fails(t, addr, err, "not on loopback")
		}
	}
	expect.Fails(t, "no port", expect.Err(Start(Options{SMTPAddr: "127.0.0.1"})), "host:port")
}

func TestBusyAddressIsSaid(t *testing.T) {
	p := newPost(t)
	expect.Fails(t, "error", expect.Err(Start(Options{IMAPAddr: p.IMAPAddr()})), "something else listening")
}

func TestWhoGetsMail(t *testing.T) {
	p := newPost(t)
	for _, tc := range []struct {
		to, user, refusal string
	}{
		{"game@pbem.test", "game", ""},
		{"game+winter.3.TOKEN@pbem.test", "game", ""},
		{"GAME+Winter@PBEM.test", "game", ""},
		{"ben@example.org", "ben@example.org", ""},
		{"nobody@pbem.test", "", "550"},
		{"game@example.org", "", "550"},
		{"ana@pbem.test.example.org", "", "550"},
	} {
		before := len(p.Messages(tc.user, Inbox))
		err := send(p, "a@b", tc.to, hello)
		if tc.refusal != "" {
			expect.True(t, err != nil && strings.HasPrefix(err.Error(), tc.refusal),
				"%s: %v, want %s", tc.to, err, tc.refusal)
			continue
		}
		expect.True(t, err == nil, "%s: %v", tc.to, err)
		got := p.Messages(tc.user, Inbox)
		expect.True(t, len(got) == before+1 && strings.Contains(string(got[before]), "Delivered-To: "+tc.to+"\r\n"),
			"%s: %d mails, %q", tc.to, len(got), got)
	}
}

func TestSizeLimit(t *testing.T) {
	p := newPost(t)
	big := hello + strings.Repeat("0123456789\r\n", 2000)
	if err := send(p, "a@b", "game@pbem.test", big); err == nil || !strings.HasPrefix(err.Error(), "552") {
		t.Errorf("SMTP: %v", err)
	}
	expect.Fails(t, "Deliver took it", p.Deliver("game", []byte(big)), "")
	c := login(t, p, "game", "secret", nil)
	cmd := c.Append("INBOX", int64(len(big)), nil)
	_, _ = cmd.Write([]byte(big)) // the server refuses before the text; Wait returns it
	_ = cmd.Close()
	expect.Fails(t, "APPEND", expect.Err(cmd.Wait()), "TOOBIG")
}

func TestLogins(t *testing.T) {
	p := newPost(t)
	p.AddUser("ana", "new")
	for _, tc := range []struct {
		user, password string
		good           bool
	}{
		{"game", "secret", true}, {"GAME", "secret", true}, {"game@pbem.test", "secret", true}, {"ana", "new", true},
		{"ben@example.org", "b", true}, {"ana", "a", false}, {"game", "", false}, {"game+x", "secret", false}, {"nobody", "", false},
	} {
		c, err := imapclient.DialInsecure(p.IMAPAddr(), nil)
		expect.NoError(t, err)
		if err := c.Login(tc.user, tc.password).Wait(); (err == nil) != tc.good {
			t.Errorf("IMAP %s/%s: %v", tc.user, tc.password, err)
		}
		expect.Is(t, "close", c.Close(), nil)
		err = smtp.SendMail(p.SMTPAddr(), smtp.PlainAuth("", tc.user, tc.password, "127.0.0.1"), "a@b", []string{"game@pbem.test"}, []byte(hello))
		expect.Same(t, fmt.Sprintf("SMTP %s/%s: %v", tc.user, tc.password, err), err == nil, tc.good)
	}
}

func TestWhatAMailProgramDoes(t *testing.T) {
	p := newPost(t)
	for n := range 4 {
		expect.NoError(t, p.Deliver("ana", fmt.Appendf(nil, "From: game@pbem.test\r\nSubject: letter %d\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\n\r\nBe quick, %d\r\n", n, n)))
	}
	c := login(t, p, "ana", "a", nil)
	for _, want := range []imap.Cap{imap.CapIMAP4rev1, imap.CapIMAP4rev2, imap.CapMove, imap.CapUIDPlus, imap.CapNamespace, imap.CapIdle} {
		expect.True(t, c.Caps().Has(want), "%s is not announced", want)
	}
	check := func(err error) {
		t.Helper()
		expect.NoError(t, err)
	}
	check(c.Create("Old/Winter", nil).Wait())
	list, err := c.List("", "*", &imap.ListOptions{ReturnStatus: &imap.StatusOptions{NumMessages: true}}).Collect()
	check(err)
	var names []string
	for _, l := range list {
		names = append(names, fmt.Sprintf("%s=%d", l.Mailbox, *l.Status.NumMessages))
	}
	expect.Same(t, "LIST", strings.Join(names, " "), "INBOX=4 Old/Winter=0 Processed=0 Quarantine=0")
	sel, err := c.Select("inbox", nil).Wait()
	check(err)
	expect.True(t, sel.NumMessages == 4 && sel.UIDNext == 5 && sel.UIDValidity != 0, "SELECT: %+v", sel)
	search := func(criteria *imap.SearchCriteria, want string) {
		t.Helper()
		data, err := c.UIDSearch(criteria, nil).Wait()
		check(err)
		expect.Same(t, criteria, fmt.Sprint(data.AllUIDs()), want)
	}
	search(&imap.SearchCriteria{}, "[1 2 3 4]")
	search(&imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Subject", Value: "LETTER 2"}}}, "[3]")
	search(&imap.SearchCriteria{Body: []string{"quick, 1"}}, "[2]")
	search(&imap.SearchCriteria{Text: []string{"letter 3"}}, "[4]")
	search(&imap.SearchCriteria{UID: []imap.UIDSet{{{Start: 3, Stop: 0}}}}, "[3 4]")
	search(&imap.SearchCriteria{UID: []imap.UIDSet{{{Start: 9, Stop: 0}}}}, "[4]") // n:* holds the last message always
	search(&imap.SearchCriteria{Or: [][2]imap.SearchCriteria{{{Body: []string{"quick, 0"}}, {Body: []string{"quick, 3"}}}}}, "[1 4]")
	search(&imap.SearchCriteria{Not: []imap.SearchCriteria{{UID: []imap.UIDSet{imap.UIDSetNum(1, 2)}}}}, "[3 4]")
	search(&imap.SearchCriteria{SentSince: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}, "[]")
	search(&imap.SearchCriteria{Larger: 10_000}, "[]")

	msgs, err := c.Fetch(imap.UIDSetNum(2), &imap.FetchOptions{Envelope: true, Flags: true, RFC822Size: true, BodyStructure: &imap.FetchItemBodyStructure{Extended: true},
		BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	check(err)
	if len(msgs) != 1 || msgs[0].Envelope.Subject != "letter 1" || string(msgs[0].BodySection[0].Bytes) != string(p.Messages("ana", Inbox)[1]) {
		t.Errorf("FETCH: %+v", msgs)
	}
	search(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, "[1 2 3 4]")
	_, err = c.Fetch(imap.UIDSetNum(2), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{}}}).Collect()
	check(err)
	search(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, "[1 3 4]")

	moved, err := c.Move(imap.UIDSetNum(1, 3, 77), "Old/Winter").Wait()
	check(err)
	expect.Same(t, "MOVE", moved.SourceUIDs.String(), "1,3")
	expect.Same(t, "MOVE", moved.DestUIDs.String(), "1:2")
	expect.Same(t, "the client was not told of the move", c.Mailbox().NumMessages, 2)
	if _, err = c.Move(imap.UIDSetNum(1, 3), "Old/Winter").Wait(); err != nil {
		t.Errorf("a repeated MOVE: %v", err)
	}
	_, err = c.Move(imap.UIDSetNum(2), "Nowhere").Wait()
	expect.Fails(t, "MOVE to nowhere", err, "TRYCREATE")
	check(c.Store(imap.SeqSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close())
	check(c.Expunge().Close())
	search(&imap.SearchCriteria{}, "[4]")
	status, err := c.Status("Old/Winter", &imap.StatusOptions{NumMessages: true, UIDValidity: true, NumUnseen: true}).Wait()
	check(err)
	expect.Same(t, "STATUS", *status.NumMessages, 2)
	expect.Same(t, "STATUS", *status.NumUnseen, 2)
	check(c.Delete("Old/Winter").Wait())
	check(c.Create("Old/Winter", nil).Wait())
	again, err := c.Status("Old/Winter", &imap.StatusOptions{UIDValidity: true}).Wait()
	check(err)
	expect.True(t, again.UIDValidity > status.UIDValidity,
		"UIDVALIDITY %d after %d", again.UIDValidity, status.UIDValidity)
	check(c.Logout().Wait())
}

func TestExamineChangesNothing(t *testing.T) {
	p := newPost(t)
	expect.NoError(t, p.Deliver("game", []byte(hello)))
	c := login(t, p, "game", "secret", nil)
	expect.Get(c.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait())(t)
	expect.Fails(t, "MOVE worked", expect.Err(c.Move(imap.UIDSetNum(1), Processed).Wait()), "")
	if err := c.Store(imap.UIDSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close(); err == nil {
		t.Error("STORE worked")
	}
	if _, err := c.Fetch(imap.UIDSetNum(1), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{}}}).Collect(); err != nil {
		t.Error(err)
	}
	data, err := c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	expect.True(t, err == nil && len(data.AllUIDs()) == 1, "%v, %v", data, err)
}

// The library's own IDLE loses a wake-up in one of sixteen deliveries that
// come just when it begins.
func TestIdleLosesNoWakeUp(t *testing.T) {
	p := newPost(t)
	news := make(chan struct{}, 64)
	c := login(t, p, "game", "secret", news)
	expect.Get(c.Select("INBOX", nil).Wait())(t)
	for range 500 {
		idle := expect.Get(c.Idle())(t)
		expect.NoError(t, p.Deliver("game", []byte(hello)))
		<-news // or the test hangs
		expect.NoError(t, errors.Join(idle.Close(), idle.Wait()))
	}
}

func TestRestartKeepsAddressAndMail(t *testing.T) {
	p := newPost(t)
	smtpAddr, imapAddr := p.SMTPAddr(), p.IMAPAddr()
	c := login(t, p, "game", "secret", nil)
	expect.NoError(t, p.Deliver("game", []byte(hello)))
	expect.NoError(t, p.Down())
	<-c.Closed()
	expect.Fails(t, "the SMTP port answers while down", expect.Err(net.Dial("tcp", smtpAddr)), "")
	for p.Up() != nil { // another process may hold a port for a moment
		time.Sleep(5 * time.Millisecond)
	}
	expect.Same(t, "the addresses changed", p.SMTPAddr(), smtpAddr)
	expect.Same(t, "the addresses changed", p.IMAPAddr(), imapAddr)
	expect.Same(t, "mails", len(p.Messages("game", Inbox)), 1)
	expect.Fails(t, "Up twice", p.Up(), "")
}

func TestUIDValidityAndRebuild(t *testing.T) {
	p := newPost(t)
	for range 3 {
		expect.NoError(t, p.Deliver("game", []byte(hello)))
	}
	c := login(t, p, "game", "secret", nil)
	first := expect.Get(c.Select("INBOX", nil).Wait())(t)
	expect.Get(c.Move(imap.UIDSetNum(1), Processed).Wait())(t)
	expect.NoError(t, p.NewUIDValidity("game", Inbox))
	<-c.Closed()
	look := func() *imap.SelectData {
		t.Helper()
		data := expect.Get(login(t, p, "game", "secret", nil).Select("INBOX", nil).Wait())(t)
		return data
	}
	second := look()
	expect.True(t, second.UIDValidity > first.UIDValidity && second.UIDNext == 4, "%+v after %+v", second, first)
	expect.NoError(t, p.Rebuild("game", Inbox, true))
	if third := look(); third.UIDValidity != second.UIDValidity || third.UIDNext != 3 {
		t.Errorf("%+v after %+v", third, second)
	}
	expect.Fails(t, "unknown user", errors.Join(p.NewUIDValidity("nobody", Inbox)), "")
	expect.Fails(t, "unknown mailbox", p.Rebuild("game", "Nowhere", false), "")
}

// Several programs at once move the same mails to and fro while new ones come.
func TestManySessionsLoseNothing(t *testing.T) {
	p := newPost(t)
	const mails, programs = 60, 4
	var wg sync.WaitGroup
	for n := range programs {
		c := login(t, p, "game", "secret", nil)
		wg.Go(func() {
			from, to := Inbox, Processed
			if n%2 == 1 {
				from, to = to, from
			}
			for range 30 {
				if _, err := c.Select(from, nil).Wait(); err != nil {
					t.Error(err)
					return
				}
				data, err := c.UIDSearch(&imap.SearchCriteria{}, nil).Wait()
				if err != nil {
					t.Error(err)
					return
				}
				if uids := data.AllUIDs(); len(uids) > 0 {
					if _, err := c.Move(imap.UIDSetNum(uids[:(len(uids)+1)/2]...), to).Wait(); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	for n := range mails {
		expect.Is(t, "send", send(p, "a@b", "game@pbem.test", fmt.Sprintf("Subject: %d\r\n\r\n", n)), nil)
	}
	wg.Wait()
	seen := map[string]int{}
	for _, raw := range append(p.Messages("game", Inbox), p.Messages("game", Processed)...) {
		seen[string(raw)]++
	}
	expect.Same(t, "different mails", len(seen), mails)
	for raw, n := range seen {
		expect.Same(t, raw, n, 1)
	}
}

func TestFaultsCountAndHeal(t *testing.T) {
	p := newPost(t)
	p.Fail(Fault{At: AtRcpt, To: "ana", Code: 451, Times: 2})
	p.Fail(Fault{At: AtData, Code: 554})
	if err := send(p, "a@b", "game@pbem.test", hello); err == nil || !strings.HasPrefix(err.Error(), "554") {
		t.Errorf("FailNext: %v", err)
	}
	for n, want := range []string{"451", "451", ""} {
		err := send(p, "a@b", "ana@pbem.test", hello)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("try %d: %v", n, err)
		}
	}
	p.Fail(Fault{At: AtMail, Code: 451, Times: -1})
	p.Heal()
	expect.Is(t, "send", send(p, "a@b", "ana@pbem.test", hello), nil)
}
