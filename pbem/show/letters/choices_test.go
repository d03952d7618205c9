package letters_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/emersion/go-message/mail"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/reader"
)

var players = regexp.MustCompile(`[a-z0-9]+@example\.org`)

// checkLetter reads a letter with another parser and finds forbidden parts.
func checkLetter(l pbemtest.Letter, to string) error {
	r, err := mail.CreateReader(bytes.NewReader(l.Raw))
	if err != nil {
		return err
	}
	from, err := r.Header.AddressList("From")
	if err != nil || len(from) != 1 || from[0].Address != "games@post.example" {
		return fmt.Errorf("From is %v (%v)", from, err)
	}
	for _, field := range []string{"To", "Reply-To"} {
		list, err := r.Header.AddressList(field)
		if err != nil || len(list) != 1 || field == "To" && list[0].Address != to {
			return fmt.Errorf("%s is %v (%v)", field, list, err)
		}
	}
	if r.Header.Has("Cc") || r.Header.Has("Bcc") || !r.Header.Has("Auto-Submitted") || !r.Header.Has("X-Railpost-Loop") {
		return fmt.Errorf("header fields: %v", r.Header.Map())
	}
	if err := checkToken(l); err != nil {
		return err
	}
	for _, a := range players.FindAllString(strings.ReplaceAll(string(l.Raw), "=\r\n", ""), -1) {
		if a != to && a != "host@example.org" && a != "you@example.org" { // the organiser's, and one of an example
			return fmt.Errorf("the address of another, %s, stands in it", a)
		}
	}
	return checkParts(r)
}

// ballots are the answers that news may ask for: to a proposal, or a move taken back.
var ballots = regexp.MustCompile(`^(ok|no) \d+\r\n|^undo\r\n`)

// checkToken: besides Reply-To and List-Post the token occurs in links that write to that address, and nowhere else.
func checkToken(l pbemtest.Letter) error {
	secret := pbemtest.TokenIn(l.ReplyTo)
	if secret == "" {
		return nil
	}
	taps, page, err := mailtest.Taps(l)
	if err != nil {
		return err
	}
	ballot := func(tap mailtest.Tap) bool { return ballots.MatchString(tap.Body) }
	if !slices.ContainsFunc(taps, ballot) && len(taps) > 0 && slices.Contains([]string{"news", "end", "closed", "enclosed", "confirm", "notice", "told"}, l.Kind) {
		return fmt.Errorf("a letter that asks for no order has links: %+v", taps)
	}
	for _, tap := range taps {
		if tap.To != l.ReplyTo || pbemtest.TokenIn(tap.Subject+tap.Body) != "" {
			return fmt.Errorf("a link that is no answer: %+v", tap)
		}
	}
	header, _, _ := strings.Cut(string(l.Raw), "\r\n\r\n")
	header = strings.ReplaceAll(strings.ReplaceAll(header, "\r\n ", " "), "\r\nList-Post: <mailto:"+l.ReplyTo+">", "")
	if strings.Count(header, secret) != 1 || strings.Contains(l.Text+page, secret) {
		return fmt.Errorf("the token stands outside Reply-To and the links of choices")
	}
	return nil
}

// missing is the text in place of a missing message.
var missing = regexp.MustCompile(`\[(toy|tram|pbem|letter|engine|russian|18mag|18cz)\.`)

func checkParts(r *mail.Reader) error {
	for i, want := range []string{"text/plain", "text/html"} {
		p, err := r.NextPart()
		if err != nil {
			return fmt.Errorf("part %d: %w", i, err)
		}
		body, err := io.ReadAll(p.Body)
		if err != nil {
			return err
		}
		if kind := p.Header.Get("Content-Type"); !strings.HasPrefix(kind, want) {
			return fmt.Errorf("part %d is %s", i, kind)
		}
		if missing.Match(body) {
			return fmt.Errorf("a message is missing in\n%s", body)
		}
		for _, line := range strings.Split(string(body), "\r\n") {
			if i == 0 && utf8.RuneCountInString(line) > 76 {
				return fmt.Errorf("a line of %d columns: %s", utf8.RuneCountInString(line), line)
			}
		}
	}
	return nil
}

// checkBoxes checks all letters that have come since the last call.
func checkBoxes(t *testing.T, b *pbemtest.Service, read map[string]int) {
	t.Helper()
	for address, box := range b.Boxes {
		for _, l := range box[read[address]:] {
			expect.NoError(t, checkLetter(l, address), fmt.Sprintf("%s to %s", l.ID, address))
		}
		read[address] = len(box)
	}
}

// TestChoices: every choice of a letter is accepted when it is sent back unchanged, and by its number, in any
// mail program's way of quoting.
func TestChoices(t *testing.T) {
	level.Sequential(t)
	for _, title := range []string{"toy", "tram", "russian", "18mag", "18cz"} {
		t.Run(title, func(t *testing.T) {
			b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
			names := []string{"Ana", "Ben", "Cleo"}
			p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("choices"), StartNow: true}
			p.Players = pbemtest.FromAll(names...)
			expect.NoError(t, b.Handle("game.create", p, nil))
			expect.NoError(t, b.Post())
			rng := rand.New(rand.NewPCG(level.Seed(t, 1), 2))
			read := map[string]int{}
			for i := range level.Of(8, 40, 400) {
				checkBoxes(t, b, read)
				if !tryChoices(t, b, rng, names, i) {
					break
				}
			}
			expect.NoError(t, b.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))
		})
	}
}

// tryChoices lets an acting seat preview some of its choices, and play one. false: no seat must act.
func tryChoices(t *testing.T, b *pbemtest.Service, rng *rand.Rand, names []string, move int) bool {
	t.Helper()
	var g admin.Shown
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
	if len(g.Waiting) == 0 {
		return false
	}
	name := names[g.Waiting[0].Seat]
	l, _ := b.Latest(name)
	asked := expect.Get(reader.Read(l.Raw))(t)
	if len(asked.Choices) == 0 {
		t.Fatalf("%s is asked and has no choices:\n%s", name, l.Text)
	}
	styles := mailtest.Styles()
	for k := range 4 {
		style := styles[(move*4+k)%len(styles)]
		c := asked.Choices[rng.IntN(len(asked.Choices))]
		typed := append([]string{"preview"}, printed(l.Text, c)...)
		if k%2 == 1 {
			typed = []string{"preview", c.Mark}
		}
		if k == 2 && len(asked.Usual) > 0 {
			typed = append([]string{"preview"}, asked.Usual...)
		}
		expect.NoError(t, b.AnswerLetter(name, l, style, typed...))
		told, _ := b.Latest(name)
		if b.Verdict != "previewed" || strings.Contains(told.Text, "not understood") || strings.Contains(told.Text, "not allowed") || strings.Contains(told.Text, "not complete") {
			t.Fatalf("%s answers as %s: %q\nverdict %s\n%s\nto\n%s", name, style, typed, b.Verdict, told.Text, l.Text)
		}
	}
	c := asked.Choices[rng.IntN(len(asked.Choices))]
	style := styles[rng.IntN(len(styles))]
	typed := printed(l.Text, c)
	if len(asked.Usual) > 0 && move%4 > 0 {
		typed = asked.Usual
	}
	expect.NoError(t, b.AnswerLetter(name, l, style, typed...))
	if b.Verdict != "played" {
		told, _ := b.Latest(name)
		t.Fatalf("%s answers as %s: %q: %s\n%s\nto\n%s", name, style, typed, b.Verdict, told.Text, l.Text)
	}
	return true
}

// printed is a choice as printed in a letter, with the lines after it.
func printed(text string, c reader.Choice) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if len(out) < len(c.Lines) && strings.HasPrefix(strings.TrimPrefix(strings.TrimSpace(line), c.Mark+" "), c.Lines[len(out)]) {
			out = append(out, strings.TrimSpace(line))
		}
	}
	if len(out) != len(c.Lines) || !strings.Contains(strings.Join(out, " "), c.Mark) {
		return c.Lines
	}
	return out
}
