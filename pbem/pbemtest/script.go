package pbemtest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"railpost/engine"
	"railpost/pbem"
	"railpost/pbem/mailtest"
)

// Scripts runs the conversations of a folder: mails go in, letters come out,
// as a player would read them. With update the letters in the scripts are
// replaced by what came out. Commands:
//
//	begin TITLE GAME SEED NAME...    a game that starts at once
//	invite TITLE GAME SEED NAME...   a game with invitations
//	answer NAME STYLE FILE           NAME answers his latest letter with the lines of FILE
//	send FILE                        a raw mail; TOKEN(NAME) in it is NAME's answer address
//	letter NAME                      prints NAME's latest letter
//	letters NAME                     prints the subjects of all letters since the last call
//	pass DURATION                    lets time go by
//	restart                          starts the service anew over the same log
func Scripts(t *testing.T, dir string, find engine.Titles, update bool) {
	testscript.Run(t, testscript.Params{
		Dir:           dir,
		UpdateScripts: update,
		Setup: func(e *testscript.Env) error {
			b, err := New(find, nil)
			e.Values["bottle"] = b
			e.Values["read"] = map[string]int{}
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"begin":   command(func(ts *testscript.TestScript, b *Bottle, args []string) error { return create(b, true, args) }),
			"invite":  command(func(ts *testscript.TestScript, b *Bottle, args []string) error { return create(b, false, args) }),
			"answer":  command(answer),
			"send":    command(send),
			"letter":  command(letter),
			"letters": command(letters),
			"pass":    command(pass),
			"restart": command(func(ts *testscript.TestScript, b *Bottle, args []string) error { return b.Reopen() }),
		},
	})
}

func command(f func(ts *testscript.TestScript, b *Bottle, args []string) error) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		err := f(ts, ts.Value("bottle").(*Bottle), args)
		if neg != (err != nil) {
			ts.Fatalf("error: %v", err)
		}
	}
}

func create(b *Bottle, now bool, args []string) error {
	if len(args) < 4 {
		return fmt.Errorf("usage: begin|invite TITLE GAME SEED NAME...")
	}
	p := pbem.CreateGame{Title: args[0], Game: args[1], Seed: []byte(args[2]), StartNow: now, Organiser: "host@example.org"}
	for _, name := range args[3:] {
		p.Players = append(p.Players, From(name))
	}
	if err := b.Handle("game.create", p, nil); err != nil {
		return err
	}
	return b.Post()
}

func answer(ts *testscript.TestScript, b *Bottle, args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: answer NAME STYLE FILE")
	}
	lines := strings.Split(strings.TrimRight(ts.ReadFile(args[2]), "\n"), "\n")
	b.Clock = b.Clock.Add(time.Minute)
	return b.Answer(args[0], mailtest.Style(args[1]), lines...)
}

var tokenOf = regexp.MustCompile(`TOKEN\((\w+)\)`)

func send(ts *testscript.TestScript, b *Bottle, args []string) error {
	raw := tokenOf.ReplaceAllStringFunc(ts.ReadFile(args[0]), func(s string) string {
		l, _ := b.Latest(tokenOf.FindStringSubmatch(s)[1])
		return l.ReplyTo
	})
	b.Clock = b.Clock.Add(time.Minute)
	return b.Deliver([]byte(strings.ReplaceAll(raw, "\n", "\r\n")))
}

// secret hides tokens and hashes of letters: they depend on keys that are
// drawn for each game.
var secret = regexp.MustCompile(`\b[0-9a-f]{4}-[0-9a-f]{4}\b|\b[0-9a-f]{64}\b`)

func letter(ts *testscript.TestScript, b *Bottle, args []string) error {
	l, ok := b.Latest(args[0])
	if !ok {
		return fmt.Errorf("%s has no letter", args[0])
	}
	fmt.Fprintf(ts.Stdout(), "Subject: %s\n\n%s", l.Subject, secret.ReplaceAllString(l.Text, "(hash)"))
	return nil
}

func letters(ts *testscript.TestScript, b *Bottle, args []string) error {
	read := ts.Value("read").(map[string]int)
	box := b.Boxes[Address(args[0])]
	for _, l := range box[read[args[0]]:] {
		fmt.Fprintf(ts.Stdout(), "%s\n", l.Subject)
	}
	read[args[0]] = len(box)
	return nil
}

func pass(ts *testscript.TestScript, b *Bottle, args []string) error {
	d, err := time.ParseDuration(args[0])
	if err != nil {
		return err
	}
	return b.Pass(d)
}

// Update says whether scripts and goldens are to be written anew.
func Update() bool { return os.Getenv("RAILPOST_UPDATE") != "" }
