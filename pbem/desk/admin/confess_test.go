package admin_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// watched is a game of three, in which Ben wants no letters.
func watched(t *testing.T) *pbemtest.Service {
	t.Helper()
	b := pbemtest.Playing(t, admin.CreateGame{Title: "toy", Seed: []byte("watched"), Players: pbemtest.FromAll("Ana", "Ben", "Cleo")})
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "set letters off"))
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	return b
}

// told checks that the log and the next letter of every seat say the same.
func told(t *testing.T, b *pbemtest.Service, what string, look func()) {
	t.Helper()
	before := map[string]int{}
	for box, letters := range b.Boxes {
		before[box] = len(letters)
	}
	look()
	expect.NoError(t, b.Post())
	var log admin.LogText
	expect.NoError(t, b.Handle("game.log", admin.LookAt{Game: "winter", N: 1}, &log))
	if got := strings.Join(log.Steps[0].Say, " "); got != strings.TrimSuffix(what, ".") && got != what {
		t.Errorf("the log says %q, not %q", got, what)
	}
	for _, name := range []string{"Ana", "Ben", "Cleo"} {
		box := b.Boxes[pbemtest.Address(name)]
		if len(box) == before[pbemtest.Address(name)] {
			t.Errorf("%q: %s has no letter", what, name)
			continue
		}
		text := strings.Join(strings.Fields(box[len(box)-1].Text), " ")
		mine := strings.NewReplacer("what "+name+" knows", "what you know", "from "+name, "from you", "a message for "+name, "a message for you", name+"'s answer address", "your answer address").Replace(what)
		expect.Has(t, []any{mine, name, box[len(box)-1].Text}, text, strings.TrimSuffix(mine, "."))
	}
}

// TestLooksAreTold: any look at more than the public facts is written into the log and told to every seat, even
// to one that wants no letters.
func TestLooksAreTold(t *testing.T) {
	b := watched(t)
	ask := func(method string, params any) func() {
		return func() { expect.NoError(t, b.Handle(method, params, nil)) }
	}
	const bens = "The organiser has looked at what Ben knows in this game."
	told(t, b, bens, ask("game.show", admin.LookAt{Game: "winter", Player: "Ben"}))
	told(t, b, bens, ask("game.log", admin.LookAt{Game: "winter", Player: "Ben"}))
	told(t, b, bens, ask("render", admin.RenderFor{Game: "winter", Player: "1"}))
	told(t, b, "The organiser has looked at the hidden parts of this game.", ask("game.show", admin.LookAt{Game: "winter", Secret: true}))
	expect.NoError(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
	told(t, b, bens, ask("render", admin.RenderFor{Game: "winter", Player: "1"}))
	told(t, b, "The organiser has looked at Ben's answer address, which is enough to write for that seat.", ask("player.token", admin.TokenOf{Game: "winter", Player: "1"}))

	records := func() uint64 {
		var g admin.Shown
		expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
		expect.NoError(t, b.Handle("game.log", admin.LookAt{Game: "winter"}, nil))
		return g.Step
	}
	n := records()
	expect.Same(t, "records after the public views", records(), n)
}

// TestMailsAreShownWithoutTokens: showing a mail is told, and its answer addresses are made unusable, in any
// spelling.
func TestMailsAreShownWithoutTokens(t *testing.T) {
	b := watched(t)
	l, _ := b.Latest("Cleo")
	token := regexp.MustCompile(`[a-z2-7]{26}`).FindString(l.ReplyTo)
	html := "<p>Reply-To: <a href=\"mailto:" + strings.ToUpper(l.ReplyTo) + "\">" + l.ReplyTo + "</a></p>\r\n"
	code := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("<p>Å</p>\r\n", 9) + html))
	var folded strings.Builder
	for ; len(code) > 76; code = code[76:] {
		folded.WriteString(code[:76] + "\r\n")
	}
	folded.WriteString(code + "\r\n")
	soft := strings.Replace(l.ReplyTo, token[:9], token[:9]+"=\r\n", 1)
	raw := "Delivered-To: " + l.ReplyTo + "\r\nReceived: from mx (mx [192.0.2.1]) by post.example\r\n\tfor <" + l.ReplyTo + ">; Mon, 2 Mar 2026 10:05:00 +0000\r\n" +
		"From: Cleo <cleo@example.org>\r\nTo: Railpost <" + l.ReplyTo + ">\r\nMessage-ID: <cleo-1@example.org>\r\nDate: Mon, 2 Mar 2026 10:05:00 +0000\r\n" +
		"MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nstatus\r\n> To: " + soft + "\r\n" +
		"--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + folded.String() + "--b--\r\n"
	expect.NoError(t, b.Deliver([]byte(raw)))
	expect.Must(t, "the mail was", b.Verdict, "answered")
	var q admin.Queue
	expect.NoError(t, b.Handle("mail.queue", admin.None{}, &q))
	var shown admin.MailText
	told(t, b, "The organiser has looked at a message from Cleo.", func() {
		expect.NoError(t, b.Handle("mail.show", admin.MailRef{Ref: q.In[0].Key[:admin.ShortKey]}, &shown))
	})
	checkHidden(t, shown.Bytes, token)
	expect.Same(t, "answer addresses left", bytes.Count(shown.Bytes, []byte("games+winter.")), 4)

	// A letter of the outbox.
	b.Clock = b.Clock.Add(time.Minute)
	expect.Get(b.Office.Handle(context.Background(), "game.pause", []byte(`{"game":"winter"}`)))(t)
	letters := expect.Get(b.Store.Claim(context.Background(), b.Clock, time.Minute, 1))(t)
	finished := expect.Get(b.Office.Render(context.Background(), letters[0]))(t)
	expect.NoError(t, errors.Join(b.Store.MarkSending(context.Background(), finished)...))
	expect.NoError(t, b.Store.Defer(context.Background(), letters[0].ID, b.Clock, "451"))
	who := []string{"Ana", "Ben", "Cleo"}[letters[0].Seat]
	told(t, b, "The organiser has looked at what "+who+" knows in this game.", func() {
		expect.NoError(t, b.Handle("mail.show", admin.MailRef{Ref: strconv.FormatUint(letters[0].ID, 10)}, &shown))
	})
	expect.True(t, bytes.Contains(shown.Bytes, []byte("[token]@post.example")),
		"the letter is shown as\n%s", shown.Bytes)
}

// checkHidden looks for a token in a mail as it is, without soft line breaks, and in its base64 lines.
func checkHidden(t *testing.T, raw []byte, token string) {
	t.Helper()
	text := strings.ReplaceAll(string(raw), "=\r\n", "")
	for block := range strings.SplitSeq(text, "\r\n\r\n") {
		before, _, _ := strings.Cut(block, "--")
		if plain, err := base64.StdEncoding.DecodeString(before); err == nil {
			text += string(plain)
		}
	}
	expect.Lacks(t, "the mail", strings.ToLower(text), token)
	expect.Has(t, "the mail", text, "[token]", "mailto:")
}

// TestMailByHand: a mail that the organiser hands in is marked in the log and
// told, once.
func TestMailByHand(t *testing.T) {
	b := watched(t)
	l, _ := b.Latest("Ben")
	raw, err := mailtest.Reply(mailtest.Gmail, mailtest.Answer{Letter: l.Raw, From: pbemtest.From("Ben"), Typed: []string{"preview", "sell red"}, Date: b.Clock})
	expect.NoError(t, err)
	told(t, b, "The organiser has entered a message for Ben by hand.", func() {
		expect.NoError(t, b.Handle("mail.replay", admin.ReplayMail{Bytes: raw}, nil))
	})
	var before, after admin.Shown
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &before))
	expect.NoError(t, b.Handle("mail.replay", admin.ReplayMail{Bytes: raw}, nil))
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &after))
	expect.Same(t, "a mail that was handled before is told again", before.Step, after.Step)
}
