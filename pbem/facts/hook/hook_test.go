package hook

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/golden"
)

var at = time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)

// rude is an event with players' names that other programs might interpret.
func rude() Event {
	text := "[winter] @everyone: place *black* - <!channel> is next\n1. [x](https://evil.example) `code` & <b>\nNow: Žofie_1 until Thu 5 Mar 11:05 (Europe/Prague), in 3 days."
	return Event{Version: 1, Kind: Moved, Site: "Railpost", Game: "winter", Title: "18mag", Step: 7, At: at, Happened: []string{"1. [x](https://evil.example) `code` & <b>"},
		Waiting: []Waiting{{"Žofie_1", at.Add(72 * time.Hour)}}, Subject: "[winter] Žofie: place", Text: text}
}

// Each format as it is sent. The signature is that of the Standard Webhooks scheme.
func TestFormats(t *testing.T) {
	h := Hook{ID: "0a1b2c3d", URL: "https://example.org/x", Secret: []byte("a secret of 24 bytes ...")}
	var out strings.Builder
	for _, f := range Formats() {
		h.Format = f
		d := NewDelivery(h, rude(), "hookpost/0a1b2c3d/1", at)
		r := expect.Get(d.Request(at.Add(time.Minute)))(t)
		fmt.Fprintf(&out, "== %s\n", f)
		for _, name := range []string{"Content-Type", "Title", "Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
			if v := r.Header.Get(name); v != "" {
				fmt.Fprintf(&out, "%s: %s\n", name, v)
			}
		}
		fmt.Fprintf(&out, "\n%s\n", r.Body)
		expect.True(t, f == Ntfy || json.Valid(r.Body), "%s: no JSON", f)
		again, err := d.Request(at.Add(time.Hour))
		if err != nil || again.Header.Get("Webhook-Id") != r.Header.Get("Webhook-Id") || again.Header.Get("Webhook-Signature") == r.Header.Get("Webhook-Signature") {
			t.Errorf("%s: the ID must stay, the signature must not: %v", f, err)
		}
	}
	golden.Check(t, "testdata/formats.golden", out.String())
	if _, err := NewDelivery(Hook{Format: "fax"}, rude(), "", at).Request(at); err == nil {
		t.Error("an unknown format is sent")
	}
}

// A known value of the scheme, computed with openssl from the text that its specification names.
func TestSign(t *testing.T) {
	secret := expect.Get(base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))(t)
	const want = "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	expect.Same(t, "signature",
		Sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`)), want)
	expect.Same(t, "shown secret", (Hook{Secret: secret}).ShownSecret(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
}

func TestLongTexts(t *testing.T) {
	e := rude()
	e.Text = strings.Repeat("Žofie: place_black-1\n", 2000)
	one := strings.Repeat("Ž", 9000) // a single line
	for _, text := range []string{e.Text, one} {
		for f, most := range map[Format]int{Discord: discordMost, Slack: otherMost, Matrix: otherMost, Ntfy: ntfyMost} {
			e.Text = text
			_, b, err := f.body(e)
			if err != nil || !utf8.Valid(b) {
				t.Fatal(f, err)
			}
			said, n := string(b), len(b)
			if f != Ntfy {
				var v map[string]any
				expect.NoError(t, json.Unmarshal(b, &v))
				key := map[Format]string{Discord: "content", Slack: "text", Matrix: "html"}[f]
				said = v[key].(string)
				n = len(said)
			}
			if f == Discord {
				n = utf8.RuneCountInString(said)
			}
			if f == Matrix {
				n = len(strings.ReplaceAll(said, "<br>", "\n"))
			}
			if n > most || n < most*9/10 || !strings.HasSuffix(said, cutSign) {
				t.Errorf("%s: %d of %d, ends %q", f, n, most, said[len(said)-20:])
			}
		}
	}
}

func TestAllowed(t *testing.T) {
	open := Allowed{Hosts: []string{"discord.com", "ntfy.example.org:8443", "10.0.0.7", "127.0.0.1:8080", "localhost", "[::1]:8080", "169.254.169.254"}}
	near := open
	near.Private = true
	for _, c := range []struct {
		url        string
		open, near Reason
	}{
		{"https://discord.com/api/webhooks/1/x?wait=true", "", ""},
		{"https://DISCORD.com:443/x", "", ""},
		{"https://discord.com:8443/x", Host, Host},
		{"https://ntfy.example.org:8443/x", "", ""},
		{"https://ntfy.example.org/x", Host, Host},
		{"https://evil.discord.com/", Host, Host},
		{"https://discord.com.evil.example/", Host, Host},
		{"https://discord.com@evil.example/", Unreadable, Unreadable},
		{"https://evil.example\\@discord.com/", Unreadable, Unreadable},
		{"https://discord.com/#x", Unreadable, Unreadable},
		{"http://discord.com/x", Scheme, Scheme},
		{"ftp://discord.com/x", Scheme, Scheme},
		{"http://10.0.0.7/x", Scheme, Scheme},
		{"https://10.0.0.7/x", Private, ""},
		{"http://127.0.0.1:8080/x", Private, ""},
		{"http://[::1]:8080/x", Private, ""},
		{"http://localhost/x", Private, ""},
		{"https://localhost/x", Private, ""},
		{"https://169.254.169.254/latest", Private, ""},
		{"https://2852039166/x", Host, Host},
		{"javascript:alert(1)", Unreadable, Unreadable},
		{"https:///x", Unreadable, Unreadable},
		{"", Unreadable, Unreadable},
		{"https://discord.com/" + strings.Repeat("x", urlMost), Unreadable, Unreadable},
	} {
		for _, who := range []struct {
			a    Allowed
			want Reason
		}{{open, c.open}, {near, c.near}} {
			u, err := who.a.Check(c.url)
			if who.want == "" {
				expect.True(t, err == nil && u != nil, "%s, private %v: %v", c.url, who.a.Private, err)
				continue
			}
			if r, ok := err.(*Refused); !ok || r.Reason != who.want {
				t.Errorf("%s, private %v: %v, want %s", c.url, who.a.Private, err, who.want)
			}
		}
	}
	expect.Fails(t, "nothing is allowed, and yet it is", expect.Err((Allowed{}).Check("https://discord.com/")), "")
}

// Addresses behind a name are checked on dialling.
func TestDialled(t *testing.T) {
	for text, public := range map[string]bool{
		"1.1.1.1": true, "2606:4700::1111": true,
		"127.0.0.1": false, "::1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false,
		"0.0.0.0": false, "255.255.255.255": false, "224.0.0.1": false, "198.18.0.1": false, "fe80::1": false, "fc00::1": false, "ff02::1": false, "::": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "::127.0.0.1": false, "fe80::1%eth0": false,
	} {
		ip := netip.MustParseAddr(text)
		expect.Same(t, text+": dialled", (Allowed{}).Dialled(ip, false) == nil, public)
		if err := (Allowed{Private: true}).Dialled(ip, false); err != nil {
			t.Errorf("%s: with private ones allowed: %v", text, err)
		}
		expect.Same(t, text+": in the clear", (Allowed{Private: true}).Dialled(ip, true) == nil, ip.Unmap().IsLoopback())
	}
}
