package pbem_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"railpost/pbem"
	"railpost/pbem/mailtest"
	"railpost/pbem/pbemtest"
)

// playOut plays a game of two to its end: its last letters tell the seed.
func playOut(t *testing.T, b *pbemtest.Bottle) {
	t.Helper()
	for i, order := range []string{"work deck", "sell red", "sell red", "work mine-1", "pass", "pass", "keep none", "keep none"} {
		who := []string{"Ana", "Ben"}[i%2]
		must(t, b.Answer(who, mailtest.Gmail, order))
		if b.Verdict != "played" {
			l, _ := b.Latest(who)
			t.Fatalf("%s: %q: %s\n%s", who, order, b.Verdict, l.Text)
		}
	}
}

var sha = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// section is what stands in a letter below a heading.
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
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^  (?:echo|printf) (?:.*[\\|]\n)+.*$`).FindAllString(text, -1) {
		out = append(out, m)
	}
	return out
}

// ran runs a command of a letter as a reader would. CI demands that it can.
func ran(t *testing.T, command string) string {
	t.Helper()
	for _, name := range []string{"sh", "xxd", "sha256sum"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("RAILPOST_REALSERVERS") == "must" {
				t.Fatal(err)
			}
			t.Skipf("%s is not installed, so that the commands in letters cannot be run", name)
		}
	}
	out, err := exec.Command("sh", "-c", command).CombinedOutput()
	if err != nil {
		t.Fatalf("%s\n%v\n%s", command, err, out)
	}
	return sha.FindString(string(out))
}

// TestCommitmentOfAGameThatBeganAtOnce: also games without invitations show the
// SHA-256 of their seed in the first letter, and the command in the last one prints it.
func TestCommitmentOfAGameThatBeganAtOnce(t *testing.T) {
	b, err := pbemtest.New(find, nil)
	must(t, err)
	must(t, b.Handle("game.create", pbem.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
	must(t, b.Post())
	committed := map[string]string{}
	for _, name := range []string{"Ana", "Ben"} {
		l, _ := b.Latest(name)
		committed[name] = sha.FindString(section(t, l, "FAIR DRAWS"))
	}
	playOut(t, b)
	for name, want := range committed {
		l, _ := b.Latest(name)
		text := section(t, l, "THE SEED")
		seed, err := hex.DecodeString(sha.FindString(text))
		must(t, err)
		if sum := sha256.Sum256(seed); len(seed) != 32 || hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s: the seed %x has not the SHA-256 %s", name, seed, want)
		}
		run := commands(text)
		if len(run) != 1 || ran(t, run[0]) != want {
			t.Errorf("%s: no command prints %s:\n%s", name, want, text)
		}
	}
}
