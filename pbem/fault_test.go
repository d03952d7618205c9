package pbem_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// touchy is a toy that panics over its choices.
type touchy struct {
	toy.Title
	hurt *bool
}

func (t touchy) Remark(engine.Move) []engine.Message {
	if *t.hurt {
		panic("touched")
	}
	return nil
}

func (t touchy) Name() string { return "touchy" }

// TestPoison: if a title panics over a mail, neither the mail nor the service is lost; the mail is set aside,
// and its sender and the organiser are told.
func TestPoison(t *testing.T) {
	hurt := false
	b, err := pbemtest.New(func(name string) engine.Title {
		if name == "touchy" {
			return touchy{hurt: &hurt}
		}
		return pbemtest.Find(name)
	}, nil)
	expect.NoError(t, err)
	for _, title := range []string{"touchy", "toy"} {
		p := admin.CreateGame{Title: title, Game: title, StartNow: true, Organiser: "host@example.org", Players: pbemtest.FromAll("Ana", "Ben")}
		expect.NoError(t, b.Handle("game.create", p, nil))
	}
	expect.NoError(t, b.Post())
	_, err = b.Store.DropSentOf(t.Context(), "touchy")
	expect.NoError(t, errors.Join(err, b.Reopen())) // so that letters are rendered again

	hurt = true
	raw := pbemtest.Writes(t, "Ana", b.Boxes[pbemtest.Address("Ana")][0], "sell red").Raw
	verdicts, err := b.Office.Deliver(context.Background(), []imapbox.Mail{{Raw: raw}, {Raw: pbemtest.Writes(t, "Ana", b.Boxes[pbemtest.Address("Ana")][1], "sell red").Raw}})
	expect.NoError(t, err)
	expect.True(t, verdicts[0] == imapbox.Poison && verdicts[1] == imapbox.Done, "verdicts %v", verdicts)
	hurt = false
	expect.NoError(t, b.Post())
	told := 0
	for _, l := range append(b.Boxes[pbemtest.Address("Ana")], b.Boxes["host@example.org"]...) {
		if strings.Contains(strings.Join(strings.Fields(l.Text), " "), "Railpost made a mistake with it") {
			told++
		}
	}
	expect.Same(t, "letters about the fault", told, 2)
	var q admin.Queue
	expect.NoError(t, b.Handle("mail.queue", admin.None{}, &q))
	if q.In[0].Verdict != "played" && q.In[1].Verdict != "played" || !strings.Contains(q.In[0].Verdict+q.In[1].Verdict, "quarantined: fault") {
		t.Errorf("kept mails: %+v", q.In)
	}
	if l := b.Boxes[pbemtest.Address("Ana")]; !strings.Contains(l[len(l)-1].Subject+l[len(l)-2].Subject, "Done") {
		t.Errorf("the other game did not go on")
	}
	expect.NoError(t, b.Answer("Ben", mailtest.Bare, "status"))
}

// damaged is a store that cannot read one game.
type damaged struct {
	store.Store
	game string
}

func (s damaged) Load(ctx context.Context, game string, upTo uint64, full bool) (store.Log, error) {
	if game == s.game {
		return store.Log{}, &store.Corrupt{Game: game, Seq: 1, What: "its hash does not fit"}
	}
	return s.Store.Load(ctx, game, upTo, full)
}

// TestBrokenGame: a game that cannot be read holds up no other; its mails stay in the mailbox until it can be,
// and the organisers are told once a day.
func TestBrokenGame(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, pbemtest.NoHalfTime))(t)
	expect.NoError(t, b.Tick())
	for _, game := range []string{"autumn", "winter"} {
		expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: game, StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	}
	expect.NoError(t, b.Post())
	letters := b.Boxes[pbemtest.Address("Ana")]
	whole := b.Store
	expect.NoError(t, b.Use(damaged{whole, "autumn"}))

	mails := []imapbox.Mail{{Raw: pbemtest.Writes(t, "Ana", letters[0], "sell red").Raw}, {Raw: pbemtest.Writes(t, "Ana", letters[1], "sell red").Raw}}
	for _, want := range []imapbox.Verdict{imapbox.Done, imapbox.Again} {
		verdicts := expect.Get(b.Office.Deliver(context.Background(), mails))(t)
		expect.True(t, verdicts[0] == imapbox.Later && verdicts[1] == want, "verdicts %v", verdicts)
	}
	expect.NoError(t, b.Post())
	expect.Same(t, "the other game", b.Count("Ben", "[winter] Your turn"), 1)
	b.Clock = b.Clock.Add(50 * time.Minute)
	expect.NoError(t, b.Tick())
	expect.NoError(t, b.Pass(23*time.Hour))
	expect.Same(t, "the other game", b.Count("Ben", "[winter] Reminder"), 1)
	expect.Same(t, "the organisers were told", b.Count("host", "Notice"), 2)

	expect.NoError(t, b.Use(whole))
	verdicts := expect.Get(b.Office.Deliver(context.Background(), mails[:1]))(t)
	expect.NoError(t, b.Post())
	expect.True(t, verdicts[0] == imapbox.Done && b.Count("Ben", "[autumn] Your turn") == 1,
		"after the repair: %v", verdicts)
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
	expect.NoError(t, b.Use(picky{b.Store, "autumn"}))
	box := b.Boxes[pbemtest.Address("Ana")]
	verdicts, err := b.Office.Deliver(context.Background(), []imapbox.Mail{pbemtest.Writes(t, "Ana", box[0], "sell red"), pbemtest.Writes(t, "Ana", box[1], "sell red")})
	expect.NoError(t, err)
	expect.True(t, verdicts[0] == imapbox.Poison && verdicts[1] == imapbox.Done, "verdicts %v", verdicts)
	expect.NoError(t, b.Post())
	expect.True(t, len(b.Boxes[pbemtest.Host]) == 1 && strings.Contains(b.Boxes[pbemtest.Host][0].Text, "set aside"),
		"the organiser was not told")
}

// TestAnswersAfterARestart: an answer is read by what its letter said when it was sent; the
// title, which panics over its choices, is not asked what it would say now.
func TestAnswersAfterARestart(t *testing.T) {
	hurt := false
	b := expect.Get(pbemtest.New(func(string) engine.Title { return touchy{hurt: &hurt} }, nil))(t)
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "touchy", Game: "winter", StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	expect.NoError(t, errors.Join(b.Post(), b.Reopen()))
	l, _ := b.Latest("Ana")
	raw := pbemtest.Writes(t, "Ana", l, "1").Raw
	hurt = true
	verdicts := expect.Get(b.Office.Deliver(t.Context(), []imapbox.Mail{{Raw: raw}}))(t)
	var q admin.Queue
	expect.NoError(t, b.Handle("mail.queue", admin.None{}, &q))
	if verdicts[0] != imapbox.Done || q.In[0].Verdict != "played" {
		t.Errorf("%v, %s", verdicts, q.In[0].Verdict)
	}
}
