package bench

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"railpost/engine/titles"
	"railpost/store"
)

// The games whose mails are measured: so many of each title, up to this order.
var mailGames, mailOrders = 6, 40

// The goals of a mail of any title, from the mailbox to its commit: objects, and processor time as a multiple of
// that of scaleWork.
const (
	mailObjects = 4800
	mailScale   = 12 // two thirds of what a mail took before lines were proved and folded once
)

// mailCosts measures the mails of each title. The same build writes the same letters each time, and two builds
// that are to write the same can be compared by the hash of all of them.
func mailCosts(ctx context.Context, o Options, f *Figure) {
	letters := sha256.New()
	for _, t := range titles.All() {
		games := playGamesOf(t.Name(), "m-"+t.Name(), mailGames, mailOrders)
		mails, scale := playMails(ctx, o.Dir, games, letters)
		n := float64(mails.letters)
		f.most(t.Name()+", objects", float64(mails.allocated)/n, mailObjects, "objects")
		f.most(t.Name()+", time", mails.cpu.Seconds()/scale.cpu.Seconds(), mailScale, "times the scale")
		f.add(t.Name()+", processor time", micros(mails.cpu)/n, "us")
	}
	f.Letters = fmt.Sprintf("%x", letters.Sum(nil))
}

// playMails plays games by mail, in turn, and returns the cost of their mails, and of as many pieces of scaleWork
// that alternate with them. It syncs nothing, and adds all letters to a hash.
func playMails(ctx context.Context, dir string, games []game, all io.Writer) (mails, scale cost) {
	s := begin(ctx, dir, games[0].name, true, games...)
	defer s.close()
	s.render = func(ctx context.Context, l store.Letter) (store.Finished, error) {
		made, err := s.office.Render(ctx, l)
		_, werr := all.Write(made.Bytes)
		return made, errors.Join(err, werr)
	}
	longest := slices.MaxFunc(games, func(a, b game) int { return len(a.records) - len(b.records) })
	for n := 1; n < len(longest.records); n++ {
		for _, g := range games {
			if n >= len(g.records) {
				continue
			}
			raw := s.reply(g, n, 0, s.clock)
			scale.spend(scaleWork)
			mails.spend(func() { s.deliver(ctx, raw) })
			mails.letters++
			s.post(ctx)
			s.clock = s.clock.Add(time.Second)
		}
	}
	return mails, scale
}

var scaleText = "[" + strings.Repeat(`{"line":"a line of a letter, as long as most","words":["as","long"],"n":12.5},`, 100) + "{}]"

// scaleWork is a piece of work of the standard library: the machine and its neighbours change its time as they
// change that of a mail.
func scaleWork() {
	var v any
	check(json.Unmarshal([]byte(scaleText), &v))
	get(json.Marshal(v))
}
