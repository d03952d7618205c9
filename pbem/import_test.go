package pbem_test

import (
	"os"
	"strings"
	"testing"

	"railpost/engine/rail/log18xx"
	"railpost/pbem/admin"
	"railpost/pbem/mailtest"
	"railpost/pbem/pbemtest"
)

// TestImportGoesOn takes over a game of the public site in its middle, plays a
// turn by mail, takes one back, and hands the game back.
func TestImportGoesOn(t *testing.T) {
	b, err := pbemtest.New(find, nil)
	must(t, err)
	must(t, b.Tick())
	file := siteGame(t, "../engine/games/g18mag/testdata/traces/18Mag-3p-1300.jsonl.gz", 697)
	in := admin.ImportGame{File: text(t, file), Addresses: map[string]string{"P1": "p1@example.org", "P2": "p2@example.org", "P3": "p3@example.org"}}
	in.Title, in.Game = "18mag", "winter"
	must(t, b.Handle("game.import", in, nil))
	must(t, b.Post())
	var row []admin.GameRow
	must(t, b.Handle("game.list", admin.None{}, &row))
	if len(row) != 1 || len(row[0].Waiting) != 1 {
		t.Fatalf("%+v", row)
	}
	name := row[0].Waiting[0].Name
	for _, p := range []string{"P1", "P2", "P3"} {
		l, ok := b.Latest(p)
		if sha.FindString(section(t, l, "FAIR DRAWS")) == "" {
			t.Errorf("the first letter of %s does not show the commitment", p)
		}
		if !ok || strings.Contains(l.Text, "take 1") || strings.Count(l.Text, "\n") > 400 {
			t.Errorf("the first letter of %s (%v) tells the whole past:\n%s", p, ok, l.Text)
		}
	}
	must(t, b.Answer(name, mailtest.Gmail, "pass"))
	must(t, b.Answer(name, mailtest.Gmail, "undo"))
	must(t, b.Answer(name, mailtest.Gmail, "run best", "done"))
	var verified admin.Verified
	must(t, b.Handle("game.verify", admin.LookAt{Game: "winter"}, &verified))

	var out admin.Exported
	must(t, b.Handle("game.export", admin.ExportGame{LookAt: admin.LookAt{Game: "winter"}, Format: "18xx"}, &out))
	back, err := log18xx.Read(strings.NewReader(out.Text))
	must(t, err)
	var more []string
	for _, a := range back.Actions[len(file.Actions):] {
		more = append(more, a.Type)
	}
	if got := strings.Join(more, " "); got != "pass pass run_routes pass" {
		t.Errorf("a turn that gave up track, scrapping and trains went out as %s", got)
	}
	if back.ID != file.ID || back.Players[2] != file.Players[2] || back.Settings.Seed != file.Settings.Seed {
		t.Errorf("head %+v, was %+v", back.Header, file.Header)
	}
	again := in
	again.File, again.Game = out.Text, "summer"
	must(t, b.Handle("game.import", again, nil))
	var one, two admin.Shown
	must(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &one))
	must(t, b.Handle("game.show", admin.LookAt{Game: "summer"}, &two))
	if string(one.Position) != string(two.Position) {
		t.Errorf("taken over again it is another position:\n%s\n%s", one.Position, two.Position)
	}
}

// siteGame is the game of a trace up to an action.
func siteGame(t *testing.T, name string, until int) *log18xx.File {
	t.Helper()
	in, err := os.Open(name)
	must(t, err)
	defer in.Close()
	f, err := log18xx.ReadTrace(in)
	must(t, err)
	f.Truncate(until)
	return f
}

func text(t *testing.T, f *log18xx.File) string {
	t.Helper()
	var b strings.Builder
	must(t, f.Write(&b))
	return b.String()
}
