package admin_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/rail/log18xx"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

var commitment = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// TestImportGoesOn takes over a game of the public site in its middle, plays a
// turn by mail, takes one back, and hands the game back.
func TestImportGoesOn(t *testing.T) {
	level.Sequential(t)
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	expect.NoError(t, b.Tick())
	file := siteGame(t, "../../../engine/games/g18mag/testdata/traces/18Mag-3p-1300.jsonl.gz", 697)
	in := admin.ImportGame{File: text(t, file), Addresses: map[string]string{"P1": "p1@example.org", "P2": "p2@example.org", "P3": "p3@example.org"}}
	in.Title, in.Game = "18mag", "winter"
	expect.NoError(t, b.Handle("game.import", in, nil))
	expect.NoError(t, b.Post())
	var row []admin.GameRow
	expect.NoError(t, b.Handle("game.list", admin.None{}, &row))
	if len(row) != 1 || len(row[0].Waiting) != 1 {
		t.Fatalf("%+v", row)
	}
	name := row[0].Waiting[0].Name
	for _, p := range []string{"P1", "P2", "P3"} {
		l, ok := b.Latest(p)
		_, draws, _ := strings.Cut(l.Text, "\nFAIR DRAWS\n")
		expect.True(t, commitment.MatchString(draws), "the first letter of %s does not show the commitment", p)
		if text := strings.Join(strings.Fields(l.Text), " "); !strings.Contains(text, "steps were played before the game came here") {
			t.Errorf("the first letter of %s doesn't tell that the game began elsewhere:\n%s", p, l.Text)
		}
		expect.True(t, ok && !strings.Contains(l.Text, "take 1") && strings.Count(l.Text, "\n") <= 400,
			"the first letter of %s (%v) tells the whole past:\n%s", p, ok, l.Text)
	}
	expect.NoError(t, b.Answer(name, mailtest.Gmail, "pass"))
	expect.NoError(t, b.Answer(name, mailtest.Gmail, "undo"))
	expect.NoError(t, b.Answer(name, mailtest.Gmail, "run best", "done"))
	var verified admin.Verified
	expect.NoError(t, b.Handle("game.verify", admin.LookAt{Game: "winter"}, &verified))

	var out admin.Exported
	expect.NoError(t, b.Handle("game.export", admin.ExportGame{LookAt: admin.LookAt{Game: "winter"},
		Format: "18xx"}, &out))
	back := expect.Get(log18xx.Read(strings.NewReader(out.Text)))(t)
	var more []string
	for _, a := range back.Actions[len(file.Actions):] {
		more = append(more, a.Type)
	}
	expect.Same(t, "a turn that gave up track, scrapping and trains went out as",
		strings.Join(more, " "), "pass pass run_routes pass")
	expect.True(t, back.ID == file.ID && back.Players[2] == file.Players[2] && back.Settings.Seed == file.Settings.Seed,
		"head %+v, was %+v", back.Header, file.Header)
	again := in
	again.File, again.Game = out.Text, "summer"
	expect.NoError(t, b.Handle("game.import", again, nil))
	var one, two admin.Shown
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &one))
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "summer"}, &two))
	expect.Same(t, []any{one.Position, two.Position}, string(one.Position), string(two.Position))
}

// siteGame is the game of a trace up to an action.
func siteGame(t *testing.T, name string, until int) *log18xx.File {
	t.Helper()
	in := expect.Get(os.Open(name))(t)
	defer in.Close()
	f := expect.Get(log18xx.ReadTrace(in))(t)
	f.Truncate(until)
	return f
}

func text(t *testing.T, f *log18xx.File) string {
	t.Helper()
	var b strings.Builder
	expect.NoError(t, f.Write(&b))
	return b.String()
}

// TestOwnRulingsTravel: a game that has left the site's rulings moves to another machine in its own form, with
// the step at which it left them, and back to the site as far as both reach the same positions.
func TestOwnRulingsTravel(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	expect.NoError(t, b.Tick())
	file := siteGame(t, "../../../engine/games/g18mag/testdata/traces/18Mag-3p-11300.jsonl.gz", 252)
	in := admin.ImportGame{File: text(t, file), OwnRulings: true, Addresses: map[string]string{"P1": "p1@example.org", "P2": "p2@example.org", "P3": "p3@example.org"}}
	in.Title, in.Game = "18mag", "winter"
	expect.NoError(t, b.Handle("game.import", in, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("P2", mailtest.Gmail, "buy 2 from 10 for 20"))
	expect.NoError(t, b.Answer("P3", mailtest.Gmail, "agree"))

	export := func(b *pbemtest.Service, format string) (string, error) {
		var out admin.Exported
		err := b.Handle("game.export", admin.ExportGame{LookAt: admin.LookAt{Game: "winter", Secret: format == ""}, Format: format}, &out)
		return out.Text, err
	}
	site := expect.Get(export(b, "18xx"))(t)
	back := expect.Get(log18xx.Read(strings.NewReader(site)))(t)
	expect.Same(t, "the offer and its answer", back.Actions[len(back.Actions)-1].Type, "buy_train")
	log := expect.Get(export(b, ""))(t)
	other := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	in.File, in.OwnRulings = log, false
	expect.NoError(t, other.Handle("game.import", in, nil))
	expect.NoError(t, other.Post())
	expect.NoError(t, other.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))
	var here, there admin.Shown
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &here))
	expect.NoError(t, other.Handle("game.show", admin.LookAt{Game: "winter"}, &there))
	expect.Same(t, []any{here.Position, there.Position}, string(here.Position), string(there.Position))
	expect.NoError(t, other.Answer("P3", mailtest.Gmail, "rules"))
	expect.Has(t, "the rules there", other.Newest("P3").Text, "Options since step 254")
}
