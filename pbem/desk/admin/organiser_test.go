package admin_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

var tokenInText = regexp.MustCompile(`[a-z2-7]{26}`)

// TestOrganisersMailPrograms: whatever program an organiser writes with, only what they typed
// reaches the players, and the token in their letters never does. What is typed into a letter
// without marks is refused.
func TestOrganisersMailPrograms(t *testing.T) {
	const text = "We meet on Sunday at Ana's."
	for _, style := range mailtest.Styles() {
		b := pbemtest.Begun(t, nil, nil)
		expect.NoError(t, b.Handle("organiser.renew", admin.RenewOrganiser{Address: "host@example.org"}, nil))
		expect.NoError(t, b.Post())
		expect.NoError(t, b.Answer("host", style, "show winter"))
		expect.NoError(t, b.Answer("host", style, "announce: "+text))
		l, _ := b.Latest("Ana")
		if answer, _ := b.Latest("host"); style == mailtest.OutlookInline {
			expect.Has(t, style, answer.Text, "write the command above")
			continue
		}
		said := strings.Join(strings.Fields(l.Text), " ")
		if !strings.Contains(said, "The organiser writes: "+text+" Toy Yard: round 1.") {
			answer, _ := b.Latest("host")
			t.Errorf("%s: %s\n%s\nthe organiser:\n%s", style, b.Verdict, l.Text, answer.Text)
		}
		for _, name := range []string{"Ana", "Ben"} {
			for _, l := range b.Boxes[pbemtest.Address(name)] {
				expect.True(t, !strings.Contains(l.Text, "games+") && !tokenInText.MatchString(l.Text),
					"%s: a letter to %s:\n%s", style, name, l.Text)
			}
		}
	}
}

var (
	helpWord  = regexp.MustCompile("(?m)^`([a-z]+)|, `([a-z]+) [a-z]|; `([a-z]+) winter")
	firstWord = regexp.MustCompile("`([a-z]+)")
)

// TestOrganisersVerdict: the log tells an organiser's command from a player's setting, and one that was done
// from one that was not.
func TestOrganisersVerdict(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	expect.NoError(t, b.Handle("organiser.renew", admin.RenewOrganiser{Address: "host@example.org"}, nil))
	expect.NoError(t, b.Post())
	for _, c := range []struct{ line, want string }{{"list", "answered: organiser"}, {"pause nowhere", "refused: organiser"}} {
		expect.NoError(t, b.Answer("host", mailtest.Gmail, c.line))
		expect.NoError(t, b.Post())
		expect.Same(t, c.line, b.Verdict, c.want)
	}
}

// TestOrganisersList: a list by mail marks a player whose letter has not been sent, as the lists of the command line do.
func TestOrganisersList(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	expect.NoError(t, b.Handle("organiser.renew", admin.RenewOrganiser{Address: "host@example.org"}, nil))
	expect.NoError(t, b.Post())
	list := func(sent bool) {
		t.Helper()
		expect.NoError(t, b.Answer("host", mailtest.Gmail, "list"))
		expect.NoError(t, b.Post())
		if l, _ := b.Latest("host"); strings.Contains(l.Text, "a letter to Ana has not been sent") == sent || !strings.Contains(l.Text, "waits for Ana") {
			t.Errorf("sent %v:\n%s", sent, l.Text)
		}
	}
	list(true)
	_, err := b.Store.Commit(t.Context(), store.Commit{Letters: []store.Letter{{Game: "winter", Seq: 99, Seat: 0, Kind: "turn", To: "ana@example.org"}}})
	expect.NoError(t, err)
	letters := expect.Get(b.Store.Letters(t.Context()))(t)
	expect.NoError(t, b.Store.Fail(t.Context(), letters[0].ID, "550 5.7.1 no"))
	list(false)
}

// TestOrganisersWords: every word of help is in the guide, next to the command of the same name.
func TestOrganisersWords(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	expect.NoError(t, b.Handle("organiser.renew", admin.RenewOrganiser{Address: "host@example.org"}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("host", mailtest.Gmail, "help"))
	help, _ := b.Latest("host")
	guide := expect.Get(os.ReadFile("../../../docs/organisers-mail.md"))(t)
	_, table, _ := strings.Cut(string(guide), "| by mail | on the command line |")
	table, _, _ = strings.Cut(table, "\n\n")
	var known []string
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		if len(cells) < 4 || !strings.Contains(cells[1], "`") {
			continue
		}
		for _, m := range firstWord.FindAllStringSubmatch(cells[1], -1) {
			known = append(known, m[1])
		}
		word := firstWord.FindStringSubmatch(cells[1])[1]
		if word != "preview" && word != "help" && !regexp.MustCompile("`railpost (game |player )?"+word+`\b`).MatchString(cells[2]) {
			t.Errorf("%s is not called so on the command line: %s", word, cells[2])
		}
	}
	n := 0
	for _, m := range helpWord.FindAllStringSubmatch(help.Text, -1) {
		if n++; !slices.Contains(known, m[1]+m[2]+m[3]) {
			t.Errorf("the guide does not have %q", m[1]+m[2]+m[3])
		}
	}
	expect.True(t, n >= 18, "help has %d words:\n%s", n, help.Text)
}
