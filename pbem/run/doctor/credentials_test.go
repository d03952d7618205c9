package doctor

import (
	"context"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/post"
	"railpost/pbem/mail/sign"
	"railpost/store/bolt"
)

// zone is a Resolver. A name without records does not exist; "timeout" is no answer.
type zone map[string][]string

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	list := z[name]
	switch {
	case len(list) == 0:
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	case list[0] == "timeout":
		return nil, &net.DNSError{Err: "i/o timeout", Name: name, IsTimeout: true, IsTemporary: true}
	}
	return slices.Clone(list), nil
}

func (z zone) LookupMX(ctx context.Context, name string) (list []*net.MX, err error) {
	hosts, err := z.LookupTXT(ctx, "mx "+name)
	for _, h := range hosts {
		list = append(list, &net.MX{Host: h})
	}
	return list, err
}

// setup is a service at games.example with its provider, and how it differs from a good one.
type setup struct {
	out    *post.Post
	in     *liar.IMAP
	conf   *config.Config
	zone   zone
	wrote  string // Authentication-Results of the mailbox's server
	change func(raw string) string
}

const good = "mx.games.example; spf=pass smtp.mailfrom=games@games.example; dkim=fail header.d=list.example; " +
	"dkim=pass header.d=games.example; dmarc=pass header.from=games.example"

// newSetup returns a good set-up with keys of both kinds. most: the largest message that its outgoing server accepts.
func newSetup(t *testing.T, most int64) *setup {
	t.Helper()
	s := &setup{in: liar.NewIMAP(), conf: config.Default(), wrote: good, change: func(raw string) string { return raw }}
	s.in.Caps = "IMAP4rev1 MOVE" // without IDLE, messages are sent before the mailbox is read
	var err error
	s.out, err = post.Start(post.Options{Domain: "games.example", Users: map[string]string{"games": "secret"}, MaxSize: most,
		Delivered: func(_ string, raw []byte) {
			if text := s.change(string(raw)); s.wrote != "" {
				s.in.Put([]byte("Authentication-Results: " + s.wrote + "\r\n" + text))
			} else {
				s.in.Put([]byte(text))
			}
		}})
	expect.NoError(t, err)
	t.Cleanup(func() { expect.NoError(t, s.out.Close()) })
	addr := expect.Get(s.in.Listen())(t)
	t.Cleanup(func() { _ = s.in.Close() }) // after its clients have left
	c := s.conf
	expect.NoError(t, pbemtest.Mailbox(c, addr, s.out.SMTPAddr(), "games", "secret"))
	c.Identity.BaseAddress, c.Security.TrustedAuthservID = "games@games.example", "mx.games.example"
	c.Store.Path, c.Store.MinFree = t.TempDir()+"/railpost.db", 10*config.MB
	expect.NoError(t, bolt.Create(c.Store.Path))
	s.zone = zone{
		"games.example":        {"google-site-verification=x", "v=spf1 mx -all"},
		"_dmarc.games.example": {"v=DMARC1; p=quarantine"},
		"mx games.example":     {"mx.games.example."},
	}
	for _, name := range []string{"ed", "rsa"} {
		text := expect.Get(sign.Generate(name == "rsa"))(t)
		k := expect.Get(sign.Parse(name+".pem", text))(t)
		c.Mail.Out.DKIMKeys, c.Mail.Out.Keys = append(c.Mail.Out.DKIMKeys, name+".pem"), append(c.Mail.Out.Keys, k)
		s.zone[k.Name("games.example")] = []string{k.Record()}
	}
	expect.NoError(t, c.Check())
	return s
}

// unsigned takes the keys away.
func (s *setup) unsigned() {
	s.conf.Mail.Out.DKIMKeys, s.conf.Mail.Out.Keys = nil, nil
}

// report returns a line for each check, with its advice.
func (s *setup) report(t *testing.T, o Options) (text string, well bool) {
	t.Helper()
	o.Config = s.conf
	well = Examine(t.Context(), o, func(c Check) {
		text += c.Name + ": " + string(c.State) + ": " + c.Found
		if c.Hint != "" {
			text += " -> " + c.Hint
		}
		text += "\n"
		expect.True(t, (c.State == Failed || c.State == Note) == (c.Hint != ""), "%s is %s with hint %q", c.Name, c.State, c.Hint)
	})
	return text, well
}

// TestGoodSetup: nothing is wrong, and there is nothing to better but IDLE.
func TestGoodSetup(t *testing.T) {
	s := newSetup(t, 10<<20)
	text, well := s.report(t, Options{DNS: s.zone, Wait: time.Minute})
	expect.True(t, well, "something failed:\n%s", text)
	expect.True(t, strings.Count(text, ": note: ") == 1 && !strings.Contains(text, ": skip: "), "something could be better:\n%s", text)
	expect.Has(t, "the report", text,
		"dns spf: ok: games.example: v=spf1 mx -all", "dns dkim ed: ok: ", "dns dkim rsa: ok: ", "dns dmarc: ok: ",
		"dns mx: ok: messages to games.example go to mx.games.example",
		"size: ok: the outgoing server accepts 10MB; Railpost reads messages of up to 1MB",
		"idle: note: not offered: no push, polled every 5m (mail.in.poll_interval) -> "+slowAnswers, "header: ok: arrived as it was sent", "signature ed: ok: valid on arrival", "signature rsa: ok: ",
		"alignment: ok: From is of the organisation that signs or sends: games.example",
		`authentication: ok: the results of "mx.games.example" are trusted`, "spf: ok: pass", "dkim: ok: pass", "dmarc: ok: pass")
}

// TestBadSetups: doctor says what is missing and what to do.
func TestBadSetups(t *testing.T) {
	replace := func(old, with string) func(string) string {
		return func(raw string) string { return strings.Replace(raw, old, with, 1) }
	}
	for name, c := range map[string]struct {
		bad  func(s *setup)
		size int64
		well bool
		says []string
	}{
		"no key published": {bad: func(s *setup) {
			delete(s.zone, "ed._domainkey.games.example")
			s.wrote = "mx.games.example; spf=pass smtp.mailfrom=games@games.example; dkim=permerror header.d=games.example; dmarc=pass header.from=games.example"
		}, says: []string{"dns dkim ed: FAIL: dkim: no key for signature", "-> publish this TXT record at ed._domainkey.games.example: v=DKIM1; k=ed25519; p=",
			"dns dkim rsa: ok: ", "dkim: FAIL: the receiving server says permerror -> let the outgoing server sign"}},
		"another key published": {bad: func(s *setup) {
			s.zone["ed._domainkey.games.example"] = s.zone["rsa._domainkey.games.example"]
		}, says: []string{"dns dkim ed: FAIL: dkim: inappropriate key algorithm"}},
		"no records at all": {bad: func(s *setup) { s.zone = zone{} }, says: []string{
			"dns spf: FAIL: lookup games.example: no such host -> publish one TXT record for games.example",
			`dns dmarc: FAIL: dmarc: no policy found for domain -> publish a TXT record at _dmarc.games.example: "v=DMARC1; p=none"`,
			"dns mx: FAIL: lookup mx games.example: no such host -> publish an MX record"}},
		"two SPF records": {bad: func(s *setup) { s.zone["games.example"] = []string{"v=spf1 -all", "V=SPF1 mx -all", "v=spf10"} },
			says: []string{"dns spf: FAIL: games.example has 2 SPF records and needs exactly one"}},
		"DNS is silent": {bad: func(s *setup) {
			s.zone = zone{"games.example": {"timeout"}, "mx games.example": {"timeout"}, "_dmarc.games.example": {"timeout"}}
		}, says: []string{"dns spf: FAIL: lookup games.example: i/o timeout -> the name servers of this machine gave no answer", "dns dmarc: FAIL: dmarc: TXT record unavailable", "dns mx: FAIL: lookup mx games.example: i/o timeout"}},
		"DMARC of the organisation": {well: true, bad: func(s *setup) {
			s.unsigned()
			s.conf.Mail.Out.From = "turns@post.games.example"
			s.zone["post.games.example"] = []string{"v=spf1 mx -all"}
		}, says: []string{"dns spf: ok: post.games.example", "dns dmarc: ok: ", "alignment: ok: From is of the organisation that signs or sends: post.games.example"}},
		"no plus-addresses": {bad: func(s *setup) { s.conf.Mail.Out.PlusSeparator = "=" },
			says: []string{"mail with an extension: FAIL: the server rejected it: 550", `write plus_separator = "" under [mail.out]`}},
		"From not aligned": {bad: func(s *setup) {
			s.unsigned()
			s.change = func(raw string) string {
				return "DKIM-Signature: v=1; a=rsa-sha256; d=bulk.example; s=x; h=from; bh=x; b=x\r\n" + strings.Replace(raw, "Return-Path: <games@games.example>", "Return-Path: <b-1@bulk.example>", 1)
			}
			s.wrote = "mx.games.example; spf=pass smtp.mailfrom=b-1@bulk.example; dkim=pass header.d=bulk.example; dmarc=fail header.from=games.example"
		}, says: []string{"alignment: FAIL: letters are from games.example, and signatures and envelope are of bulk.example",
			"-> use an address of the other domain as mail.out.from, or sign for games.example", "dmarc: FAIL: the receiving server says fail"}},
		"SIZE too small": {size: 500 << 10, bad: func(*setup) {},
			says: []string{"size: FAIL: the outgoing server accepts 500KB; letters may have 1MB, and pictures in addition -> raise the server's limit"}},
		"nothing checked": {well: true, bad: func(s *setup) {
			s.wrote = ""
			s.change = func(raw string) string { return "Received-SPF: SoftFail (mx) client-ip=192.0.2.1\r\n" + raw }
		}, says: []string{`authentication: note: the mailbox's server wrote no Authentication-Results; Received-SPF: SoftFail (mx) client-ip=192.0.2.1 -> send a letter to an address at Gmail`}},
		"own users are not checked": {well: true, bad: func(s *setup) { s.wrote = "mx.games.example; auth=pass smtp.auth=games" },
			says: []string{"spf: skip: not among the results", "dkim: skip: ", "dmarc: skip: "}},
		"no trusted name": {well: true, bad: func(s *setup) { s.conf.Security.TrustedAuthservID = "" },
			says: []string{`authentication: note: the mailbox's server calls itself "mx.games.example" -> if "mx.games.example" is your own server, write trusted_authserv_id = "mx.games.example" under [security]`}},
		"another name": {bad: func(s *setup) { s.conf.Security.TrustedAuthservID = "mail.games.example" },
			says: []string{`authentication: FAIL: the topmost Authentication-Results is of "mx.games.example", and not of "mail.games.example"`}},
		"results nobody can read": {bad: func(s *setup) { s.wrote = "=" }, says: []string{"authentication: FAIL: "}},
		"weak verdicts": {bad: func(s *setup) {
			s.wrote = "mx.games.example; spf=softfail smtp.mailfrom=games@games.example; dkim=none; dmarc=none header.from=games.example"
		}, says: []string{"spf: FAIL: the receiving server says softfail -> add the outgoing server to the SPF record of games.example", "dkim: note: none -> ", "dmarc: note: none -> "}},
		"the text is changed": {bad: func(s *setup) { s.change = replace("It can be deleted.", "It can be deleted. Scanned!") },
			says: []string{"signature ed: FAIL: dkim: body hash did not verify -> let no server change letters", "signature rsa: FAIL: "}},
		"signatures are removed": {bad: func(s *setup) {
			s.change = func(raw string) string { return strings.ReplaceAll(raw, "DKIM-Signature:", "X-Was:") }
		}, says: []string{"signature ed: FAIL: the signature is missing", "signature rsa: FAIL: the signature is missing"}},
		"From is replaced": {bad: func(s *setup) {
			s.change = replace("From: \"Railpost\" <games@games.example>", "From: account@games.example")
		},
			says: []string{`header: FAIL: From became "account@games.example"; it was`, "-> the outgoing server must leave these fields alone"}},
		"no button": {bad: func(s *setup) { s.change = replace("List-Unsubscribe: ", "X-Was: ") }, says: []string{`header: FAIL: List-Unsubscribe became ""; it was`}},
		"no button for one click": {bad: func(s *setup) {
			s.conf.Web.Listen, s.conf.Web.BaseURL = "127.0.0.1:9181", "https://games.example"
			s.change = replace("List-Unsubscribe-Post: ", "X-Was: ")
		}, says: []string{`header: FAIL: List-Unsubscribe-Post became ""; it was "List-Unsubscribe=One-Click"`}},
		"another Message-ID": {well: true, bad: func(s *setup) {
			s.unsigned()
			s.change = replace("Message-ID: <", "Message-ID: <0102018c-")
		}, says: []string{"mail to itself: ok: ", "header: ok: "}},
		"nobody signs": {bad: func(s *setup) {
			s.unsigned()
			s.change = func(raw string) string { return strings.ReplaceAll(raw, "Return-Path:", "X-Was:") }
		}, says: []string{"alignment: FAIL: letters are from games.example, and signatures and envelope are of nobody"}},
	} {
		t.Run(name, func(t *testing.T) {
			if c.size == 0 {
				c.size = 10 << 20
			}
			s := newSetup(t, c.size)
			c.bad(s)
			text, well := s.report(t, Options{DNS: s.zone, Wait: time.Minute})
			expect.Same(t, "well, in\n"+text, well, c.well)
			expect.Has(t, "the report", text, c.says...)
		})
	}
}

// TestSlowPush: a server that announces mail late is no failure, but slow.
func TestSlowPush(t *testing.T) {
	var got Check
	e := &examination{report: func(c Check) { got = c }}
	now := time.Now()
	for after, want := range map[time.Duration]State{time.Second: OK, 11 * time.Second: Note} {
		p := &probe{sent: now, seen: now.Add(after), arrived: &imapbox.Mail{}}
		e.pushed([]*probe{p})
		expect.Same(t, got.Found, got.State, want)
	}
}

// TestNamesAreAskedOnlyIfWanted: without a resolver no name is looked up.
func TestNamesAreAskedOnlyIfWanted(t *testing.T) {
	s := newSetup(t, 10<<20)
	text, _ := s.report(t, Options{Wait: time.Minute})
	expect.Lacks(t, "the report", text, "dns ")
}
