package bench

import (
	"context"
	"time"

	"railpost/pbem/config"
)

// growth measures the space of a game in the file: with the mails as they arrived, after deleting them, and
// after its end, when nobody can answer its letters. A year is a move a day, with mails kept for
// store.keep_raw_days and the letters that can be answered.
func growth(ctx context.Context, o Options, f *Figure) {
	moves := 200
	g := playGame("growth", moves)
	moves = len(g.records) - 1
	s := begin(ctx, o.Dir, "growth", true, g)
	defer s.close()
	empty := get(s.db.Used())
	s.play(ctx, g, moves, 0)
	whole := get(s.db.Used())
	get(s.db.DropMails(ctx, s.clock.Add(time.Hour)))
	lean := get(s.db.Used())
	get(s.db.DropSentOf(ctx, g.name))
	ever := get(s.db.Used())
	per := func(used int64) float64 { return float64(used-empty) / float64(moves) / 1024 }
	mails := float64(config.Default().Store.KeepRawDays) * (per(whole) - per(lean))
	letters := float64(moves) * (per(lean) - per(ever))
	f.add("moves", float64(moves), "")
	f.add("a mail as it came", float64(s.received)/float64(moves)/1024, "KB")
	f.add("a mail as it is kept", per(whole)-per(lean), "KB")
	f.add("a move, its mail kept", per(whole), "KB")
	f.add("a move, its mail deleted", per(lean), "KB")
	f.most("a move, kept for ever", per(ever), 2.2, "KB")
	f.add("a table and year", (365*per(ever)+mails+letters)/1024, "MB")
}
