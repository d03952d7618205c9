package turn_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/show/export"
)

// playOut plays a game of two to its end: its last letters contain the seed.
func playOut(t *testing.T, b *pbemtest.Service) {
	t.Helper()
	for i, order := range []string{"work deck", "sell red", "sell red", "work mine-1", "pass", "pass", "keep none", "keep none"} {
		who := []string{"Ana", "Ben"}[i%2]
		expect.NoError(t, b.Answer(who, mailtest.Gmail, order))
		if b.Verdict != "played" {
			l, _ := b.Latest(who)
			t.Fatalf("%s: %q: %s\n%s", who, order, b.Verdict, l.Text)
		}
	}
}

var sha = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// section is the text of a letter below a heading.
func section(t *testing.T, l pbemtest.Letter, heading string) string {
	t.Helper()
	_, text, ok := strings.Cut(l.Text, "\n"+heading+"\n")
	if !ok {
		t.Fatalf("no %s in\n%s\n%s", heading, l.Subject, l.Text)
	}
	text, _, _ = strings.Cut(text, "\n\n")
	return text
}

// commands are those that a letter prints, each with its lines.
func commands(text string) []string {
	return regexp.MustCompile(`(?m)^  (?:echo|printf) (?:.*[\\|]\n)+.*$`).FindAllString(text, -1)
}

// prints reports whether a command of a letter prints a hash, when a reader runs it: only the full level does.
func prints(t *testing.T, command, want string) bool {
	t.Helper()
	if !level.Full() {
		return true
	}
	level.Program(t, "xxd")
	level.Program(t, "sha256sum")
	out, err := exec.Command(level.Program(t, "sh"), "-c", command).CombinedOutput()
	expect.NoError(t, err, fmt.Sprintf("%s\n \n%s", command, out))
	return sha.FindString(string(out)) == want
}

// TestCommitmentOfAGameThatBeganAtOnce: also games without invitations show the
// SHA-256 of their seed in the first letter, and the command in the last one prints it.
func TestCommitmentOfAGameThatBeganAtOnce(t *testing.T) {
	b := pbemtest.Playing(t, admin.CreateGame{})
	committed := map[string]string{}
	for _, name := range []string{"Ana", "Ben"} {
		l, _ := b.Latest(name)
		committed[name] = sha.FindString(section(t, l, "FAIR DRAWS"))
	}
	playOut(t, b)
	for name, want := range committed {
		l, _ := b.Latest(name)
		text := section(t, l, "TO CHECK THE DRAWS")
		seed := expect.Get(hex.DecodeString(sha.FindString(text)))(t)
		if sum := sha256.Sum256(seed); len(seed) != 32 || hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s: the seed %x has not the SHA-256 %s", name, seed, want)
		}
		run := commands(text)
		expect.True(t, len(run) == 1 && prints(t, run[0], want), "%s: no command prints %s:\n%s", name, want, text)
	}
}

// invited is a game that waits for its players, whose service's part is drawn.
func invited(t *testing.T, organiser string) *pbemtest.Service {
	t.Helper()
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", Organiser: organiser, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	expect.NoError(t, b.Post())
	return b
}

func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// squeezed is a letter's text on one line.
func squeezed(l pbemtest.Letter) string { return strings.Join(strings.Fields(l.Text), " ") }

// TestPlayersAddToTheSeed: the service's part is committed in the invitation, each
// player adds words or the Message-ID of their mail, and the last letter has the
// commands that lead from there to the seed.
func TestPlayersAddToTheSeed(t *testing.T) {
	b := invited(t, pbemtest.Host)
	l, _ := b.Latest("Ana")
	committed := sha.FindString(section(t, l, "FAIR DRAWS"))

	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "accept Seven blue herons, 417"))
	first := hashed("Seven blue herons, 417")
	l, _ = b.Latest("Ana")
	expect.Has(t, l.Text, squeezed(l), `"Seven blue herons, 417"`, first)
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "accept other words")) // stays as it was
	l, _ = b.Latest("Ana")
	expect.True(t, strings.Contains(squeezed(l), first) && !strings.Contains(squeezed(l), hashed("other words")),
		"the answer to the second accept says\n%s", l.Text)

	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "accept"))
	id := regexp.MustCompile(`(?mi)^Message-Id: <(.*)>`).FindSubmatch(b.Sent)
	second := hashed(string(id[1]))
	for _, name := range []string{"Ana", "Ben"} {
		l, _ := b.Latest(name)
		expect.Same(t, name,
			strings.Join(sha.FindAllString(section(t, l, "FAIR DRAWS"), -1), " "), committed+" "+first+" "+second)
	}

	playOut(t, b)
	l, _ = b.Latest("Ben")
	text := section(t, l, "TO CHECK THE DRAWS")
	numbers := sha.FindAllString(text, 2)
	seed, service := numbers[0], numbers[1]
	expect.Same(t, "seed", seed, hashed(service+first+second))
	var out admin.Exported
	expect.NoError(t, b.Handle("game.export", admin.ExportGame{LookAt: admin.LookAt{Game: "winter"}}, &out))
	log := expect.Get(export.Read(strings.NewReader(out.Text)))(t)
	if log.Records[0].Begin.Commitment != log.Seed.Commitment() || hex.EncodeToString(log.Service) != service || strings.Join(log.Added, " ") != first+" "+second {
		t.Errorf("the file tells %+v", log.Secret)
	}
	expect.Fails(t, "other hashes in the file", expect.Err(export.Read(strings.NewReader(strings.Replace(out.Text, first, second, 1)))), "does not match")
	expect.NoError(t, b.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))

	run := commands(text)
	expect.True(t, len(run) == 2 && prints(t, run[0], committed) && prints(t, run[1], seed),
		"the commands do not print %s and %s:\n%s", committed, seed, text)
}

// TestTheOrganiserAddsNothing: they can know the service's part, and so could choose.
func TestTheOrganiserAddsNothing(t *testing.T) {
	b := invited(t, pbemtest.Address("Ana"))
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "accept my lucky words"))
	if l, _ := b.Latest("Ana"); !strings.Contains(squeezed(l), "You add nothing to the draws") || sha.MatchString(l.Text) {
		t.Errorf("the organiser reads\n%s", l.Text)
	}
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "accept herons"))
	l, _ := b.Latest("Ana")
	if got := sha.FindAllString(section(t, l, "FAIR DRAWS"), -1); len(got) != 2 || got[1] != hashed("herons") {
		t.Errorf("the first letter shows %s", got)
	}
}

// TestNoSeedFromOutside: the socket accepts none, and the drawn one is long enough.
func TestNoSeedFromOutside(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	p := map[string]any{"title": "toy", "game": "winter", "players": pbemtest.FromAll("Ana", "Ben"), "seed": []byte("x")}
	for _, method := range []string{"game.create", "game.import"} {
		expect.Fails(t, method, b.Handle(method, p, nil), "seed")
	}
	delete(p, "seed")
	expect.NoError(t, b.Handle("game.create", p, nil))
	h := expect.Get(b.Store.Head(t.Context(), "winter"))(t)
	doc := expect.Get(table.Read(h.Doc))(t)
	expect.True(t, len(doc.Service) == 32 && doc.Seed == nil,
		"the service has drawn %d bytes, and the seed has %d before the beginning", len(doc.Service), len(doc.Seed))
}
