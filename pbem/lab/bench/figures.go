package bench

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/store/bolt"
)

// throughput compares a service that is given mail by mail with one that is given all mails
// of a look at the mailbox, one of each game.
func throughput(ctx context.Context, o Options, f *Figure) {
	orders := 6
	games := playGames("t", 64, orders)
	one := playRounds(ctx, o.Dir, "one", games, orders, 1)
	many := playRounds(ctx, o.Dir, "many", games, orders, len(games))
	moves := float64(orders * len(games))
	f.add("one mail at a time", moves/one.mails.time.Seconds(), "moves/s")
	f.add("64 mails at a time", moves/many.mails.time.Seconds(), "moves/s")
	f.least("64 mails / one", one.mails.time.Seconds()/many.mails.time.Seconds(), 1.8, "ratio")
}

// spent is the sum over some moves: until their mails are stored, and for the letters after them.
type spent struct{ mails, letters cost }

// playRounds plays some orders of each game. It delivers the mails of a round in groups of
// together.
func playRounds(ctx context.Context, dir, name string, games []game, orders, together int) (sum spent) {
	s := begin(ctx, dir, name, false, games...)
	defer s.close()
	for n := range orders {
		mails := engine.Each(games, func(g game) []byte { return s.reply(g, n+1, 0, s.clock) })
		runtime.GC()
		for some := range slices.Chunk(mails, together) {
			sum.mails.spend(func() { s.deliver(ctx, some...) })
		}
		sum.letters.spend(func() { s.post(ctx) })
		s.clock = s.clock.Add(time.Second)
	}
	return sum
}

// spend adds the cost of f.
func (c *cost) spend(f func()) {
	objects := allocated()
	began, before := time.Now(), CPUTime()
	f()
	c.time += time.Since(began)
	c.cpu += CPUTime() - before
	c.allocated += allocated() - objects
}

// allocated returns the number of objects that the process has allocated so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

func latency(ctx context.Context, o Options, f *Figure) {
	games := playGames("l", 20, 10)
	costs := wholeMoves(ctx, o.Dir, games, 10, 0, nil)
	times := timesOf(costs)
	f.most("p50", millis(quantile(times, 0.5)), 10, "ms")
	f.add("p99", millis(quantile(times, 0.99)), "ms")
}

// The servers of the figure "far" are so far away as another part of the world.
const (
	farGames = 4
	farDelay = 30 * time.Millisecond
)

// far measures moves of which every player gets a letter, with mail servers far away, where round trips matter most.
func far(ctx context.Context, o Options, f *Figure) {
	games := playGames("f", farGames, 10)
	for i := range games {
		games[i].letters = string(table.Moves)
	}
	costs := wholeMoves(ctx, o.Dir, games, 10, farDelay, nil)
	sum := total(costs)
	each := func(n int) float64 { return float64(n) / float64(len(costs)) }
	times := timesOf(costs)
	f.add("letters a move", each(sum.letters), "letters")
	f.most("round trips for its letters", each(sum.server), 8, "to the SMTP server")
	f.most("round trips for its mail", each(sum.box), 3, "to the IMAP server")
	f.most("p50", millis(quantile(times, 0.5)), 300, "ms")
	f.add("p99", millis(quantile(times, 0.99)), "ms")
}

func timesOf(costs []cost) []time.Duration {
	times := make([]time.Duration, len(costs))
	for i, c := range costs {
		times[i] = c.time
	}
	return times
}

// A game of the cold start has 57 orders with 6 lines of talk each, so 400 records with its
// set-up.
const (
	coldOrders = 57
	coldTalk   = 6
	coldStarts = 5
)

func coldStart(ctx context.Context, o Options, f *Figure) {
	g := playGame("cold", coldOrders+coldStarts)
	s := begin(ctx, o.Dir, g.name, true, g)
	s.play(ctx, g, coldOrders, coldTalk)
	s.multiply(ctx, g.name, o.Games-1)
	s.close()
	path := filepath.Join(o.Dir, g.name+".db")
	var starts, scans []time.Duration
	for n := range coldStarts {
		scans = append(scans, scanTime(path))
		starts = append(starts, s.restart(ctx, path, g, coldOrders+n+1))
	}
	file := get(os.Stat(path))
	start, scan := quantile(starts, 0.5), quantile(scans, 0.5)
	f.add("games of 400 records", float64(o.Games), "games")
	f.add("file", float64(file.Size())/1e6, "MB")
	f.most("first move played after", millis(start), 150, "ms")
	f.add("reading the file", millis(scan), "ms")
	f.most("start / reading", start.Seconds()/scan.Seconds(), 5, "ratio")
}

// restart opens the file of a closed service again, plays order n of a game and returns how
// long that took.
func (s *service) restart(ctx context.Context, path string, g game, n int) time.Duration {
	mail := s.reply(g, n, 0, s.clock)
	runtime.GC()
	began := time.Now()
	again := open(ctx, path, false)
	s.clock = s.clock.Add(time.Minute)
	again.boxes, again.clock = s.boxes, s.clock
	again.deliver(ctx, mail)
	took := time.Since(began)
	again.post(ctx)
	again.close()
	return took
}

// scanTime returns the time of reading a file that is in the system's memory already.
func scanTime(path string) time.Duration {
	var began time.Time
	for range 2 {
		began = time.Now()
		file := get(os.Open(path))
		buf := make([]byte, 1<<20)
		get(io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{file}, buf))
		check(file.Close())
	}
	return time.Since(began)
}

const (
	memoryGames  = 1000
	memoryOrders = 60
)

// memory measures the growth of Go's heap and stacks after a garbage collection. The file's
// own pages are the system's, which takes them back when it needs them.
func memory(ctx context.Context, o Options, f *Figure) {
	g := playGame("m", memoryOrders)
	s := begin(ctx, o.Dir, g.name, true, g)
	defer s.close()
	s.play(ctx, g, memoryOrders, 0)
	s.multiply(ctx, g.name, memoryGames)
	before := inUse()
	for i := range memoryGames {
		raw := get(json.Marshal(admin.LookAt{Game: copyName(g.name, i)}))
		get(s.office.Handle(ctx, "game.show", raw))
	}
	more := float64(inUse() - before)
	f.most("1000 games", more/(1<<20), 64, "MB")
	f.add("a game", more/(1<<10)/memoryGames, "KB")
}

// inUse returns the bytes in Go's heap and stacks.
func inUse() int64 {
	runtime.GC()
	runtime.GC() // the first one leaves the contents of pools to the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

const (
	lateOrders = 60
	lateTalk   = 14
)

// lateMove plays one game twice: once with so much talk that the same position has a log of
// 900 records. Their moves alternate, so that whatever else the machine does affects both.
// Syncing is omitted, because it would hide the difference.
func lateMove(ctx context.Context, o Options, f *Figure) {
	const measured = 60
	g := playGame("late", lateOrders+measured)
	var services [2]*service
	for i, name := range []string{"early", "late"} {
		s := begin(ctx, o.Dir, name, true, g)
		defer s.close()
		s.play(ctx, g, lateOrders, i*lateTalk)
		services[i] = s
	}
	var times [2][]time.Duration
	for n := range measured {
		for i, s := range services {
			began := time.Now()
			s.move(ctx, g, lateOrders+n+1, 0)
			times[i] = append(times[i], time.Since(began))
		}
	}
	early, late := quantile(times[0], 0.5), quantile(times[1], 0.5)
	f.add("early", micros(early), "us")
	f.add("late", micros(late), "us")
	f.most("late / early", late.Seconds()/early.Seconds(), 1.1, "ratio")
}

// cpu measures moves by mail in the whole service, alternating with the same moves in one without mail servers,
// so that other load affects both.
func cpu(ctx context.Context, o Options, f *Figure) {
	orders := 10
	games := playGames("c", 20, orders)
	w := newWhole(ctx, o.Dir, games, 0, nil)
	defer w.close()
	s := begin(ctx, o.Dir, "parts", false, games...)
	defer s.close()
	var whole cost
	var parts spent
	for n := range orders {
		for _, g := range games {
			c := w.move(ctx, g, n+1)
			whole.cpu += c.cpu
			parts.move(ctx, s, g, n+1)
		}
	}
	moves := float64(orders * len(games))
	f.most("a mail worked out and stored", micros(parts.mails.cpu)/moves, 2500, "us")
	f.most("its allocations", float64(parts.mails.allocated)/moves, mailObjects, "objects")
	f.uncached(ctx, o)
	f.add("its letters written and stored", micros(parts.letters.cpu)/moves, "us")
	f.add("their allocations", float64(parts.letters.allocated)/moves, "objects")
	f.four(ctx, o, orders, games)
	f.most("whole service", micros(whole.cpu)/moves, 12000, "us")
	f.most("whole service / mail and letters", whole.cpu.Seconds()/(parts.mails.cpu+parts.letters.cpu).Seconds(), 1.1, "ratio")
}

// move plays order n of a game by mail and adds its cost.
func (sum *spent) move(ctx context.Context, s *service, g game, n int) {
	raw := s.reply(g, n, 0, s.clock)
	sum.mails.spend(func() { s.deliver(ctx, raw) })
	s.clock = s.clock.Add(time.Second)
	sum.letters.spend(func() { s.post(ctx) })
}

// four adds the cost of a move's letters if each of the four players gets one.
func (f *Figure) four(ctx context.Context, o Options, orders int, games []game) {
	games = slices.Clone(games)
	for i := range games {
		games[i].letters = string(table.Moves)
	}
	sum := playRounds(ctx, o.Dir, "four", games, orders, 1)
	moves := float64(orders * len(games))
	f.most("four letters written and stored", micros(sum.letters.cpu)/moves, 4000, "us")
	f.add("allocations of four letters", float64(sum.letters.allocated)/moves, "objects")
}

// transactions counts the writes of each move, and its waits for a mail server, so that the machine does not matter.
func transactions(ctx context.Context, o Options, f *Figure) {
	orders := 10
	games := playGames("w", 20, orders)
	costs := wholeMoves(ctx, o.Dir, games, orders, 0, nil)
	sum := total(costs)
	each := func(n int) float64 { return float64(n) / float64(len(costs)) }
	f.add("letters a move", each(sum.letters), "letters")
	f.most("transactions a move", each(sum.writes), 2, "transactions")
	f.most("syncs a move", each(sum.writes*bolt.SyncsOfWrite), 4, "syncs")
	// Here letters are not written with the move, as if others had to go first.
	late := total(wholeMoves(ctx, o.Dir, games, orders, 0, func() bool { return false }))
	f.most("transactions where letters wait", each(late.writes), 3, "transactions")
	f.most("syncs where letters wait", each(late.writes*bolt.SyncsOfWrite), 6, "syncs")
	// The first letter of a move takes two, later ones one. IDLE is one more for each mail; and an answer that
	// comes while the next command is written counts as waited for.
	f.add("round trips a letter", float64(sum.server)/float64(sum.letters), "to the SMTP server")
	f.add("round trips a mail", each(sum.box), "to the IMAP server")
}

// total returns the sum of some costs.
func total(costs []cost) (sum cost) {
	for _, c := range costs {
		sum.letters += c.letters
		sum.writes += c.writes
		sum.box += c.box
		sum.server += c.server
	}
	return sum
}

// uncached adds the cost of a mail that answers a letter which is no longer in memory: more games are played in
// turn than letters are kept there.
func (f *Figure) uncached(ctx context.Context, o Options) {
	const many, orders = 160, 4 // with four letters a move
	games := playGames("u", many, orders)
	sum := playRounds(ctx, o.Dir, "uncached", games, orders, 1)
	f.most("... its letter not in memory", micros(sum.mails.cpu)/(many*orders), 2500, "us")
	f.most("... its allocations", float64(sum.mails.allocated)/(many*orders), mailObjects, "objects")
}
