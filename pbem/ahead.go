package pbem

import (
	"context"

	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/fault"
	"railpost/store"
)

// finishAll writes the letters that follow from mails of different games side by side.
func (o *Office) finishAll(ctx context.Context, some []*pending, commits []store.Commit) {
	if !o.prompt() {
		return
	}
	inbox.SideBySide(len(some), func(i int) bool {
		o.finish(ctx, some[i].change, &commits[i])
		return true
	})
}

// finish writes the letters to seats that follow from a mail before its commit, so that their
// bytes are in it. One that cannot be written now is written at its first attempt, as are
// letters to organisers and guests, which need what the commit itself stores, those that wait
// for later ones, which may take their place, and all of them while letters wait: then nobody
// can tell what they will have to say.
func (o *Office) finish(ctx context.Context, c *journal.Change, commit *store.Commit) {
	ctx = store.WithBasis(ctx) // the letters of a mail read the same
	if c.Game == nil || c.Create || commit.Rename != "" || commit.Delete || len(c.Texts) > 0 {
		return
	}
	o.journal.Games.Ahead(c.Game, c.Table, c.Next, c.Passed(), *commit, func() {
		for i := range commit.Letters {
			if l := &commit.Letters[i]; l.Seat >= 0 && l.Game == c.Game.Name && !l.NextTry.After(c.At) {
				o.finishLetter(ctx, l)
			}
		}
	})
}

func (o *Office) finishLetter(ctx context.Context, l *store.Letter) {
	var err error
	defer func() {
		if err != nil {
			o.journal.Log.Warn("a letter could not be written along with its move", "game", l.Game, "seat", l.Seat, "kind", l.Kind, "err", err)
		}
	}()
	defer fault.Guard(o.journal.Log, "a letter", &err)
	was := l.Queued
	l.Queued = l.Queued.UTC().Round(0)
	made, err := o.writer.Compose(ctx, *l)
	if err != nil {
		l.Queued = was
		return
	}
	l.Bytes, l.Said = made.Bytes, made.Said
}
