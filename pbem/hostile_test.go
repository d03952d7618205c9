package pbem_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// TestReplacedPlayer: a letter that waited while its seat went to somebody else
// goes where it was meant to, without the token of the new player.
func TestReplacedPlayer(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
	must(t, b.Handle("player.set", admin.SetPlayer{Game: "winter", Seat: 0, Address: "new@example.org"}, nil))
	must(t, b.Post())
	old, _ := b.Latest("Ana")
	now, _ := b.Latest("new@example.org")
	if old.ReplyTo != "games@post.example" || !strings.HasPrefix(now.ReplyTo, "games+winter.") {
		t.Errorf("Reply-To of the old player %q, of the new one %q", old.ReplyTo, now.ReplyTo)
	}
}

// picky is a store that cannot keep the change of one game's mails.
type picky struct {
	store.Store
	game string
}

func (s picky) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	errs := make([]error, len(cs))
	for i, c := range cs {
		if c.Game == s.game && len(c.Append) > 0 {
			errs[i] = fmt.Errorf("%w: for the test", store.ErrInvalid)
			continue
		}
		one, err := s.Store.Commit(ctx, c)
		if err != nil {
			return one, err
		}
		errs[i] = one[0]
	}
	return errs, nil
}

// TestChangeThatCannotBeKept: a mail whose change the store never accepts is set aside, and delays no later one.
func TestChangeThatCannotBeKept(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	must(t, b.Use(picky{b.Store, "autumn"}))
	box := b.Boxes[pbemtest.Address("Ana")]
	verdicts, err := b.Office.Deliver(context.Background(), []imapbox.Mail{pbemtest.Writes(t, "Ana", box[0], "sell red"), pbemtest.Writes(t, "Ana", box[1], "sell red")})
	must(t, err)
	if verdicts[0] != imapbox.Poison || verdicts[1] != imapbox.Done {
		t.Errorf("verdicts %v", verdicts)
	}
	must(t, b.Post())
	if len(b.Boxes[pbemtest.Host]) != 1 || !strings.Contains(b.Boxes[pbemtest.Host][0].Text, "set aside") {
		t.Error("the organiser was not told")
	}
}

// flipped is a store whose snapshots have gone bad on the disk.
type flipped struct{ store.Store }

func (s flipped) Load(ctx context.Context, game string, upTo uint64, full bool) (store.Log, error) {
	log, err := s.Store.Load(ctx, game, upTo, full)
	if log.Snapshot != nil {
		bad := *log.Snapshot
		bad.Data = []byte(strings.Replace(string(bad.Data), `"round":1`, `"round":2`, 1))
		log.Snapshot = &bad
	}
	return log, err
}

// TestBadSnapshot: nobody takes a move back to a position that never existed.
func TestBadSnapshot(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Store.SnapshotEvery = 1 }))(t)
	must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", Seed: []byte("seed"), StartNow: true, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
	must(t, b.Post())
	must(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	must(t, b.Use(flipped{b.Store}))
	must(t, b.Answer("Ana", mailtest.Gmail, "undo"))
	expect.Same(t, "undo", b.Verdict, "played")
	must(t, b.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))
}

// TestNamesSeen: no player has a name with signs that cannot be seen, and no game one
// that a command takes for a flag.
func TestNamesSeen(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	for _, name := range []string{"Be\u202en", "B\u200ben", "Ben\u2066", "Be\u00adn", "Ben\ufeff", "Be\u0007n", "Be\u2028n", "Be\u00a0n"} {
		players := []string{pbemtest.From("Ana"), `"` + name + `" <ben@example.org>`}
		if b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "other", Players: players}, nil) == nil {
			t.Errorf("a game is created with a player called %+q", name)
		}
		if b.Handle("player.set", admin.SetPlayer{Game: "winter", Seat: 1, Name: name}, nil) == nil {
			t.Errorf("a player can be called %+q", name)
		}
	}
	for _, name := range []string{"Józef Łoś", "O'Neill, Jr.", "Ana 2"} {
		must(t, b.Handle("player.set", admin.SetPlayer{Game: "winter", Seat: 1, Name: name}, nil))
	}
	for _, tag := range []string{"-", "--help", "-a"} {
		if b.Handle("game.create", admin.CreateGame{Title: "toy", Game: tag, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil) == nil {
			t.Errorf("a game is called %s", tag)
		}
	}
}
