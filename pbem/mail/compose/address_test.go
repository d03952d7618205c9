package compose

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

func TestReplyAddress(t *testing.T) {
	const want = "games+winter-12345.98765." + token + "@example.org"
	got, err := ReplyAddress("games", "+", Reply{"winter-12345", Step{98765, 0}, token}, "example.org")
	if err != nil || got != want {
		t.Fatalf("%q, %v", got, err)
	}
	for _, a := range []string{
		want, strings.ToUpper(want), "Games" + want[len("games"):],
		strings.Replace(want, "example.org", "mail.example.com", 1),
	} {
		r, ok := ParseReplyAddress(a, "Games", "+")
		expect.True(t, ok && r == (Reply{"winter-12345", Step{98765, 0}, token}), "%s: %v, %v", a, r, ok)
	}
}

func TestReplyAddressFitsTheLongestBase(t *testing.T) {
	base := strings.Repeat("b", 18) // the limit config keeps
	for _, step := range []Step{{99999, 0}, {9999, 1}, {9999, 26}, {999, 27}, {999, 702}} {
		a, err := ReplyAddress(base, "+", Reply{strings.Repeat("g", MaxTag), step, token}, "example.org")
		if local, _, _ := strings.Cut(a, "@"); err != nil || len(local) != 64 {
			t.Errorf("%q, %v", a, err)
		}
	}
	if a, err := ReplyAddress(base, "+", Reply{strings.Repeat("g", MaxTag), Step{100000, 0}, token}, "example.org"); err == nil {
		t.Errorf("%q was made", a)
	}
}

func TestReplyAddressRefuses(t *testing.T) {
	for _, c := range []struct{ game, token string }{
		{"", token}, {"winter-123456", token}, {"Winter", token}, {"a.b", token}, {"a\r\nb", token},
		{"w", ""}, {"w", token[1:]}, {"w", strings.ToUpper(token)}, {"w", "1" + token[1:]},
	} {
		if a, err := ReplyAddress("games", "+", Reply{c.game, Step{1, 0}, c.token}, "example.org"); err == nil {
			t.Errorf("%q %q: %q was made", c.game, c.token, a)
		} else if c.token != "" && strings.Contains(err.Error(), c.token) {
			t.Errorf("the error tells the token: %v", err)
		}
	}
}

// After a restore the same number means another step; the first epoch is spelt as before.
func TestStepsOfLaterEpochs(t *testing.T) {
	for want, step := range map[string]Step{"0": {0, 0}, "17": {17, 0}, "17a": {17, 1}, "17b": {17, 2}, "0z": {0, 26}, "17aa": {17, 27}, "17zz": {17, 702}} {
		a, err := ReplyAddress("games", "+", Reply{"w", step, token}, "h")
		expect.True(t, err == nil && a == "games+w."+want+"."+token+"@h", "%+v: %q, %v", step, a, err)
		for _, a := range []string{a, strings.ToUpper(a)} {
			if r, ok := ParseReplyAddress(a, "games", "+"); !ok || r.Step != step {
				t.Errorf("%s: %+v, %v", a, r.Step, ok)
			}
		}
	}
}

func TestParseReplyAddressRefuses(t *testing.T) {
	for _, a := range []string{
		"", "@", "games@example.org", "games+@example.org", "games+winter@example.org",
		"games+winter.1@example.org", "games+winter.1." + token, "games+winter.1." + token + "@",
		"games+winter.." + token + "@h", "games+winter.01." + token + "@h", "games+winter.-1." + token + "@h",
		"games+winter.99999999999999999999." + token + "@h", "games+winter.1." + token + "x@h",
		"games+winter.1.x." + token + "@h", "games+winter.x." + token + "@h", "games+winter.1x1." + token + "@h", "games+winter.1xxxxxxxxx." + token + "@h", "other+winter.1." + token + "@h",
		"games-winter.1." + token + "@h", "games+win_ter.1." + token + "@h",
	} {
		if r, ok := ParseReplyAddress(a, "games", "+"); ok {
			t.Errorf("%q was read as %v", a, r)
		}
	}
}

func TestMessageID(t *testing.T) {
	for want, id := range map[string]ID{
		"winter.184.0.turn@example.org":    {"winter", 184, 0, "turn", "example.org"},
		"winter.184.x.notice@example.org":  {"winter", 184, -1, "notice", "example.org"},
		"_.57.x.help@h":                    {"", 57, -1, "help", "h"},
		"w.0.3.answer-57@mail.example.org": {"w", 0, 3, "answer-57", "mail.example.org"},
	} {
		got := MessageID(id.Game, id.Step, id.Seat, id.Kind, id.Host)
		expect.Same(t, id, got, want)
		for _, s := range []string{want, "<" + want + ">", " <" + want + "> "} {
			if back, ok := ParseMessageID(s); !ok || back != id {
				t.Errorf("%q: %v, %v", s, back, ok)
			}
		}
	}
	for _, s := range []string{
		"", "<>", "a@b", "w.1.2@h", "w.1.2.turn", "w.1.2.turn@", "w.01.2.turn@h", "w.1.02.turn@h", "w.1.100.turn@h",
		"w.1.-1.turn@h", "W.1.2.turn@h", "w.1.2.@h", "w.1.2.Turn@h", "w.1.2.turn@h@i", "w.1.2.t.u@h",
	} {
		if id, ok := ParseMessageID(s); ok {
			t.Errorf("%q was read as %v", s, id)
		}
	}
}

// FuzzAddress: an answer address or a Message-ID that is read is the one that is written for what was read.
func FuzzAddress(f *testing.F) {
	f.Add("games+winter.184."+token+"@example.org", "games", "+")
	f.Add("GAMES-W.0."+strings.ToUpper(token)+"@h", "games", "-")
	f.Add("games+a.18446744073709551615."+token+"@h", "games", "+")
	f.Add("games+a.17zz."+token+"@h", "games", "+")
	f.Add("@", "", "")
	f.Add("<winter.184.0.turn@example.org>", "", "")
	f.Add("_.57.x.help@h", "", "")
	f.Add("a.1.x.y@@", "", "")
	f.Fuzz(func(t *testing.T, address, base, sep string) {
		if r, ok := ParseReplyAddress(address, base, sep); ok {
			host := strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
			again, err := ReplyAddress(strings.ToLower(base), strings.ToLower(sep), r, host)
			expect.True(t, err == nil && again == strings.ToLower(address),
				"%q was read as %v, which is written %q (%v)", address, r, again, err)
		}
		if id, ok := ParseMessageID(address); ok {
			again := MessageID(id.Game, id.Step, id.Seat, id.Kind, id.Host)
			if back, ok := ParseMessageID(again); !ok || back != id {
				t.Errorf("%q was read as %v, written %q and read as %v", address, id, again, back)
			}
			expect.Has(t, fmt.Sprintf("%+v was read from", id), address, again)
		}
	})
}

// TestCodes: codes are found anywhere in a line, each once, but not within a longer word.
func TestCodes(t *testing.T) {
	token := strings.Repeat("k3", 13)
	code := "winter.17a." + token
	for line, want := range map[string]int{
		code: 1, "> > " + code: 1, "Code: " + code + " (leave it)": 1, "*" + strings.ToUpper(code) + "*": 1, code + ".": 1, "-.0." + token: 1,
		code + " and " + code: 1, code + " and spring.2." + token: 2,
		"games+" + code + "@post.example": 0, code + "@post.example": 0, code + "a": 0, "x." + code: 0, "winter.17." + token[1:]: 0, "winter.x." + token: 0,
	} {
		expect.Same(t, line, len(Codes([]string{line, line})), want)
		expect.Same(t, fmt.Sprintf("%q: HasCode is %v", line, want == 0), HasCode(line), want > 0)
	}
	got := Codes([]string{"winter.9." + token, "winter.17." + token, "winter.3a." + token})
	if len(got) != 3 || got[0].Step != (Step{3, 1}) || got[1].Step != (Step{N: 17}) || got[2].Step != (Step{N: 9}) {
		t.Errorf("the newest is not the first: %v", got)
	}
}
