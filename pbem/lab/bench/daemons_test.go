package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/mail"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem"
	"railpost/pbem/config"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/post"
	"railpost/pbem/mail/smtpout"
	"railpost/pbem/run/daemon"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
	"railpost/templates"
)

// The figures of docs/scaling.md: daemons, each a process with a mailbox of its own, on one store full of tables. The
// servers for mail and the players are in the process of the test.

var (
	tables = flag.Int("tables", 60, "tables in the figures of several daemons")
	orders = flag.Int("orders", 1, "orders of each game that is played there")
)

const (
	playedGames = 48
	daemonSpec  = "RAILPOST_BENCH_DAEMON" // of a child's environment
)

// daemonOf is a child's configuration.
type daemonOf struct {
	Dir, URL   string // its folder; the database, "" for a file there
	IMAP, SMTP string
	N          int // its number: its mailbox is games<N>
}

func TestMain(m *testing.M) {
	text := os.Getenv(daemonSpec)
	if text == "" {
		pgtest.Main(m)
		return
	}
	var s daemonOf
	err := json.Unmarshal([]byte(text), &s)
	if err == nil {
		err = s.serve()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "daemon:", err)
		os.Exit(1)
	}
}

func (s daemonOf) user() string { return fmt.Sprint("games", s.N) }

func (s daemonOf) config() (*config.Config, error) {
	c := settings()
	c.Identity.BaseAddress = s.user() + "@localhost"
	if err := pbemtest.Mailbox(c, s.IMAP, s.SMTP, s.user(), "secret"); err != nil {
		return nil, err
	}
	c.Store.Path, c.Store.URL = filepath.Join(s.Dir, "railpost.db"), s.URL
	return c, nil
}

func (s daemonOf) serve() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	go func() { // the test's process has ended
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	c, err := s.config()
	if err != nil {
		return err
	}
	d, err := daemon.New(ctx, daemon.Options{Config: c, Titles: titles.Find, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		return err
	}
	go func() {
		<-d.Ready()
		fmt.Println("ready")
	}()
	began := time.Now()
	err = d.Run(ctx)
	waited := time.Duration(0)
	for _, t := range d.LockTimes() {
		waited += t.Waited
	}
	fmt.Fprintf(os.Stderr, waits, 100*waited.Seconds()/time.Since(began).Seconds())
	return err
}

// waits is the last line of a daemon's log: which share of its time letters, mails and others have waited for its lock.
const waits = "waited %f"

// club is a store full of tables, with players and their mail servers.
type club struct {
	t     testing.TB
	dir   string
	url   string // "" for a file
	pg    *pgtest.Server
	post  *post.Post
	mu    sync.Mutex
	boxes boxes
	at    map[string]time.Time // when an address got its newest letter
	step  map[string]uint64    // after which step that was written
	came  chan struct{}        // closed, and replaced, when a letter comes
	dirs  int
}

func newClub(t testing.TB, url string, pg *pgtest.Server) *club {
	c := &club{t: t, dir: t.TempDir(), url: url, pg: pg, boxes: boxes{}, at: map[string]time.Time{}, step: map[string]uint64{}, came: make(chan struct{})}
	users := map[string]string{}
	for i := range 4 {
		users[daemonOf{N: i}.user()] = "secret"
	}
	p, err := post.Start(post.Options{Users: users, Delivered: func(to string, raw []byte) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.boxes[to], c.at[to] = raw, time.Now()
		if m, err := mail.ReadMessage(bytes.NewReader(raw)); err == nil {
			if id, ok := compose.ParseMessageID(m.Header.Get("Message-ID")); ok {
				c.step[to] = id.Step
			}
		}
		close(c.came)
		c.came = make(chan struct{})
	}})
	must(t, err)
	t.Cleanup(func() { must(t, p.Close()) })
	c.post = p
	return c
}

func must(t testing.TB, errs ...error) {
	t.Helper()
	expect.NoError(t, errors.Join(errs...))
}

// open opens the store for this process.
func (c *club) open() store.Store {
	c.t.Helper()
	var s store.Store
	var err error
	if c.url == "" {
		s, err = bolt.Open(filepath.Join(c.dir, "railpost.db"), bolt.Options{})
	} else {
		s, err = postgres.Open(c.t.Context(), c.url, postgres.Options{})
	}
	must(c.t, err)
	return s
}

// fill adds tables in which nobody plays now, each with the log of a game of 57 orders and as many words.
func (c *club) fill(n int) {
	c.t.Helper()
	g := playGame("full", coldOrders)
	s := begin(c.t.Context(), c.t.TempDir(), "full", true, g)
	for i := range len(g.records) - 1 {
		s.move(c.t.Context(), g, i+1, 1)
	}
	log := get(s.db.Load(c.t.Context(), g.name, 0, true))
	s.close()
	beside, payloads := map[uint64][]byte{}, [][]byte{}
	for _, r := range log.Records {
		if payloads = append(payloads, r.Payload); r.Texts != nil {
			beside[r.Seq] = r.Texts
		}
	}
	db := c.open()
	var some []store.Commit
	for i := range n {
		name := copyName("full", i)
		due := []store.Due{{At: time.Now().AddDate(0, 1, i%30), Game: name, Kind: "reminder"}, {At: time.Now().AddDate(0, 2, i%30), Game: name, Kind: "deadline"}}
		some = append(some, store.Commit{Game: name, Doc: log.Doc, Append: payloads, Texts: beside, Snapshot: log.Snapshot.Data, DuePut: due})
		if len(some) == 25 || i == n-1 {
			errs, err := db.Commit(c.t.Context(), some...)
			must(c.t, append(errs, err)...)
			some = nil
		}
	}
	must(c.t, db.Close())
	c.t.Logf("%d tables of %d records", n, len(payloads))
}

// begin begins games, whose letters daemons of some numbers send.
func (c *club) begin(games []game) {
	c.t.Helper()
	for _, g := range games {
		for s := range seats {
			c.post.AddUser(g.address(engine.Seat(s)), "secret")
		}
	}
	db := c.open()
	set, err := templates.New()
	must(c.t, err)
	conf, err := daemonOf{Dir: c.dir, IMAP: c.post.IMAPAddr(), SMTP: c.post.SMTPAddr()}.config()
	must(c.t, err)
	office, err := pbem.Open(c.t.Context(), pbem.Options{Config: conf, Store: db, Titles: titles.Find, Templates: set, Prompt: func() bool { return false }})
	must(c.t, err)
	for _, g := range games {
		_, err := office.Create(c.t.Context(), g.parameters())
		must(c.t, err)
	}
	must(c.t, db.Close())
}

// process is a running daemon.
type process struct {
	cmd *exec.Cmd
	in  io.Closer
	log string
}

// start starts daemons and returns once each looks at its mailbox, with the longest time that took.
func (c *club) start(n int) (all []*process, took time.Duration) {
	c.t.Helper()
	for i := range n {
		dir := c.dir
		if c.url != "" {
			c.dirs++
			dir = filepath.Join(c.dir, fmt.Sprint("daemon", c.dirs))
			must(c.t, os.Mkdir(dir, 0o700))
		}
		spec, err := json.Marshal(daemonOf{Dir: dir, URL: c.url, IMAP: c.post.IMAPAddr(), SMTP: c.post.SMTPAddr(), N: i})
		must(c.t, err)
		p := &process{cmd: exec.Command(os.Args[0]), log: filepath.Join(dir, fmt.Sprint("log", n, i))}
		p.cmd.Env = append(os.Environ(), daemonSpec+"="+string(spec))
		log, err := os.Create(p.log)
		must(c.t, err)
		p.cmd.Stderr = log
		out, err := p.cmd.StdoutPipe()
		must(c.t, err)
		p.in, err = p.cmd.StdinPipe()
		must(c.t, err)
		began := time.Now()
		must(c.t, p.cmd.Start())
		line := make([]byte, 6)
		if _, err := io.ReadFull(out, line); err != nil {
			text, _ := os.ReadFile(p.log)
			c.t.Fatalf("a daemon did not start: %v\n%s", err, text)
		}
		took = max(took, time.Since(began))
		all = append(all, p)
	}
	return all, took
}

// end stops a daemon, and returns the number of its repeated decisions, and its waits.
func (p *process) end(t testing.TB) (anew int, waited float64) {
	t.Helper()
	must(t, p.cmd.Process.Signal(syscall.SIGTERM), p.cmd.Wait())
	text := expect.Get(os.ReadFile(p.log))(t)
	lines := strings.Split(string(text), "\n")
	for _, line := range lines {
		expect.Lacks(t, "line", line, "level=ERROR")
	}
	expect.Get(fmt.Sscanf(lines[len(lines)-1], waits, &waited))(t)
	return strings.Count(string(text), "is processed again"), waited
}

// cpu returns the processor time of processes so far.
func cpuOf(t testing.TB, pids ...int) (sum time.Duration) {
	for _, pid := range pids {
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		must(t, err)
		_, rest, _ := strings.Cut(string(b), ") ")
		for _, f := range strings.Fields(rest)[11:15] { // utime, stime, and those of children that have ended
			ticks := expect.Get(strconv.Atoi(f))(t)
			sum += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return sum
}

// serverPIDs returns the processes of a PostgreSQL server.
func serverPIDs(t testing.TB, s *pgtest.Server) (pids []int) {
	t.Helper()
	if s == nil {
		return nil
	}
	b := expect.Get(os.ReadFile(filepath.Join(s.Dir, "data", "postmaster.pid")))(t)
	first, _, _ := strings.Cut(string(b), "\n")
	out := expect.Get(exec.Command("pgrep", "-P", first).Output())(t)
	for _, f := range append(strings.Fields(string(out)), first) {
		pid := expect.Get(strconv.Atoi(f))(t)
		pids = append(pids, pid)
	}
	return pids
}

// move plays order n of a game: its mail goes to the mailbox of daemon to, or, if that is negative, where its
// letter asks for it. It returns how long the letter to whoever is next took from the mail's acceptance on.
func (c *club) move(out *smtpout.Sender, g game, n, to int) (time.Duration, error) {
	c.mu.Lock()
	raw := c.boxes.reply(g, n, 0, time.Now())
	c.mu.Unlock()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return 0, err
	}
	list, err := m.Header.AddressList("To")
	if err != nil {
		return 0, err
	}
	address := list[0].Address
	if _, rest, ok := strings.Cut(address, "+"); ok && to >= 0 {
		address = daemonOf{N: to}.user() + "+" + rest
		raw = bytes.Replace(raw, []byte(list[0].Address), []byte(address), 1)
	}
	sent := time.Now()
	if r := out.Send(c.t.Context(), g.address(g.records[n].Seat), address, raw); r.Class != smtpout.Accepted {
		return 0, fmt.Errorf("a message was not accepted: %s", r.Text)
	}
	began := time.Now()
	next := g.address(g.records[min(n+1, len(g.records)-1)].Seat)
	for {
		c.mu.Lock()
		at, step, came := c.at[next], c.step[next], c.came
		c.mu.Unlock()
		if step > uint64(n) && at.After(sent) { // the set-up is step 1
			return max(0, at.Sub(began)), nil
		}
		<-came
	}
}

// figure measures daemons on the club's store: some moves one after another, then those of all games side by side.
func (c *club) figure(name string, daemons int, alternating bool) {
	c.t.Helper()
	games := playGames(name, playedGames, 2**orders+1)
	for i := range games {
		for len(games[i].records) < 2**orders+2 {
			c.t.Fatalf("game %s is too short", games[i].name)
		}
	}
	c.begin(games)
	all, took := c.start(daemons)
	for _, g := range games {
		for {
			c.mu.Lock()
			there, came := c.boxes[g.address(g.records[1].Seat)] != nil, c.came
			c.mu.Unlock()
			if there {
				break
			}
			<-came
		}
	}
	outs := make([]*smtpout.Sender, playedGames)
	for i := range outs {
		outs[i] = smtpout.New(smtpout.Config{Addr: c.post.SMTPAddr(), TLS: "none"})
	}
	var turn atomic.Int64
	to := func() int {
		if !alternating {
			return -1
		}
		return int(turn.Add(1)) % daemons
	}
	var times []time.Duration
	for n := range *orders {
		for i, g := range games[:playedGames/4] {
			d, err := c.move(outs[i], g, n+1, to())
			must(c.t, err)
			times = append(times, d)
		}
	}
	var pids []int
	for _, p := range all {
		pids = append(pids, p.cmd.Process.Pid)
	}
	stop := make(chan struct{})
	waiting := c.sampleLocks(stop)
	server := serverPIDs(c.t, c.pg)
	began, before, beforeServer := time.Now(), cpuOf(c.t, pids...), cpuOf(c.t, server...)
	var wg sync.WaitGroup
	var busy []time.Duration
	errs := make([]error, playedGames)
	var mu sync.Mutex
	for i, g := range games {
		from := 0
		if i < playedGames/4 {
			from = *orders
		}
		wg.Go(func() {
			for n := range *orders {
				d, err := c.move(outs[i], g, from+n+1, to())
				if errs[i] = err; err != nil {
					return
				}
				mu.Lock()
				busy = append(busy, d)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	lasted := time.Since(began)
	cpu, cpuServer := cpuOf(c.t, pids...)-before, cpuOf(c.t, server...)-beforeServer
	close(stop)
	locks := <-waiting
	must(c.t, errs...)
	anew, waited := 0, 0.0
	for _, p := range all {
		n, share := p.end(c.t)
		anew, waited = anew+n, max(waited, share)
	}
	for _, o := range outs {
		must(c.t, o.Close())
	}
	moves := float64(len(busy))
	slices.Sort(times)
	slices.Sort(busy)
	fmt.Printf("daemons: %-16s start %5.2f s; alone p50 %5.1f p99 %6.1f ms; side by side %6.1f moves/s, p50 %6.1f p99 %7.1f ms, cpu a move %5.1f ms + database %5.1f ms; %.2f sessions wait for locks, %.1f %% of a daemon's time waits for its lock, %d of %.0f decided anew\n",
		name, took.Seconds(), millis(quantile(times, 0.5)), millis(quantile(times, 0.99)), moves/lasted.Seconds(),
		millis(quantile(busy, 0.5)), millis(quantile(busy, 0.99)), millis(cpu)/moves, millis(cpuServer)/moves, locks, waited, anew, moves)
}

// sampleLocks counts, until stop is closed, how many sessions of the database wait for a lock on average.
func (c *club) sampleLocks(stop chan struct{}) chan float64 {
	out := make(chan float64, 1)
	if c.pg == nil {
		out <- 0
		return out
	}
	go func() {
		conn, err := pgx.Connect(c.t.Context(), c.url)
		if err != nil {
			out <- -1
			return
		}
		defer conn.Close(context.WithoutCancel(c.t.Context()))
		sum, n := 0, 0
		for {
			select {
			case <-stop:
				out <- float64(sum) / float64(max(n, 1))
				return
			case <-time.After(10 * time.Millisecond):
				var some int
				if conn.QueryRow(c.t.Context(), "select count(*) from pg_stat_activity where wait_event_type = 'Lock'").Scan(&some) == nil {
					sum, n = sum+some, n+1
				}
			}
		}
	}()
	return out
}

// TestDaemons prints the figures: in the full level those of two daemons, to check them, in the long one all of
// docs/scaling.md.
func TestDaemons(t *testing.T) {
	pgtest.Need(t)
	counts := level.Of(nil, []int{2}, []int{1, 2, 4})
	file := newClub(t, "", nil)
	file.fill(*tables)
	info := expect.Get(os.Stat(filepath.Join(file.dir, "railpost.db")))(t)
	// Set up as a server that must not lose confirmed writes.
	server := pgtest.Start(t, "fsync=on", "full_page_writes=on", "shared_buffers=256MB", "autovacuum=on", "max_connections=100")
	c := newClub(t, server.URL(server.Database(t, "")), server)
	c.fill(*tables)
	conn := expect.Get(pgx.Connect(t.Context(), c.url))(t)
	var size int64
	must(t, conn.QueryRow(t.Context(), "select pg_database_size(current_database())").Scan(&size), conn.Close(t.Context()))
	each := func(n int64) float64 { return float64(n) / 1024 / float64(*tables) }
	fmt.Printf("daemons: %d tables: %.1f KB each in the file, %.1f KB in the database\n", *tables, each(info.Size()), each(size))
	file.figure("file", 1, false)
	for _, n := range counts {
		c.figure(fmt.Sprint("db", n), n, false)
	}
	c.figure("any2", 2, true)
}
