package hookout

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/hook"
	"railpost/store"
	"railpost/store/mem"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is a queue with a server that gives chosen answers.
type world struct {
	t     *testing.T
	store store.Store
	gone  bool
	post  func(ctx context.Context, r hook.Request) Result

	mu     sync.Mutex
	posted []string // ID and body of each attempt
	failed []string
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, store: mem.New()}
	w.post = func(context.Context, hook.Request) Result { return Result{Class: Accepted, Text: "200 OK"} }
	return w
}

func (w *world) put(values map[string][]byte) {
	w.t.Helper()
	if errs, err := w.store.Commit(w.t.Context(), store.Commit{Put: values}); err != nil || errs[0] != nil {
		w.t.Fatal(errs, err)
	}
}

// queue queues the n-th posting of a hook.
func (w *world) queue(id string, n uint64) { w.queueFor(id, n, time.Now()) }

func (w *world) queueFor(id string, n uint64, next time.Time) {
	w.t.Helper()
	r := hook.Row{Game: "winter", Seat: -1, Hook: id, Kind: hook.Moved, To: n, Queued: time.Now(), Next: next}
	b, err := r.Bytes()
	expect.NoError(w.t, err)
	w.put(map[string][]byte{r.Key(n): b})
}

func (w *world) options() Options {
	return Options{
		Store: w.store, GiveUpAfter: 5 * 24 * time.Hour,
		Deliver: func(_ context.Context, key string, r hook.Row) (hook.Delivery, error) {
			if w.gone {
				return hook.Delivery{}, ErrGone
			}
			h := hook.Hook{ID: r.Hook, URL: "https://" + r.Hook + ".example/", Format: hook.Ntfy, Secret: []byte("s")}
			return hook.NewDelivery(h, hook.Event{Text: fmt.Sprintf("%s %d", r.Hook, r.To)}, key, r.Queued), nil
		},
		Post: func(ctx context.Context, r hook.Request) Result {
			w.mu.Lock()
			w.posted = append(w.posted, r.Header.Get("Webhook-Id")+" "+string(r.Body))
			w.mu.Unlock()
			return w.post(ctx, r)
		},
		Failed: func(_ context.Context, r hook.Row, answer string, stopped bool) {
			if stopped {
				answer += ", stopped"
			}
			w.mu.Lock()
			w.failed = append(w.failed, fmt.Sprintf("%s %d: %s", r.Hook, r.To, answer))
			w.mu.Unlock()
		},
	}
}

func (w *world) start(o Options) (p *Pump, stop func()) {
	ctx, cancel := context.WithCancel(w.t.Context())
	p = New(o)
	done := make(chan error)
	go func() { done <- p.Run(ctx) }()
	return p, func() {
		cancel()
		if err := <-done; err != nil {
			w.t.Error(err)
		}
	}
}

// gaveUp returns the reports of postings that were given up.
func (w *world) gaveUp() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.failed)
}

// bodies returns the postings, without IDs.
func (w *world) bodies() (list []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.posted {
		_, body, _ := strings.Cut(p, " ")
		list = append(list, body)
	}
	return list
}

func (w *world) left() []string {
	w.t.Helper()
	rows, err := w.store.Values(w.t.Context(), hook.Prefix)
	expect.NoError(w.t, err)
	return slices.Sorted(maps.Keys(rows))
}

func (w *world) last(id string) (l hook.Last) {
	w.t.Helper()
	b, err := w.store.Get(w.t.Context(), hook.LastPrefix+id)
	if err != nil || json.Unmarshal(b, &l) != nil {
		w.t.Fatal(string(b), err)
	}
	return l
}

func TestPostsInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		for n := range 12 {
			w.queue("a", uint64(n+1))
		}
		_, stop := w.start(w.options())
		synctest.Wait()
		stop()
		var want []string
		for n := range 12 {
			want = append(want, fmt.Sprintf("a %d", n+1))
		}
		if got := w.bodies(); !slices.Equal(got, want) || len(w.left()) > 0 || !w.last("a").Done {
			t.Errorf("%q, left %q", got, w.left())
		}
	})
}

// A posting that is put off holds up the later ones of its hook and of no other; it has the same ID each time,
// waits longer each time, and as long as the server asks.
func TestPutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		began, answers := time.Now(), []Result{{Class: Later, Text: "500"}, {Class: Later, Text: "429", After: 3 * time.Hour}, {Class: Accepted}}
		var at []time.Duration
		w.post = func(_ context.Context, r hook.Request) Result {
			if !strings.HasPrefix(string(r.Body), "a ") || len(answers) == 0 {
				return Result{Class: Accepted}
			}
			at = append(at, time.Since(began))
			next := answers[0]
			answers = answers[1:]
			return next
		}
		w.queue("a", 1)
		w.queue("a", 2)
		w.queue("b", 1)
		_, stop := w.start(w.options())
		time.Sleep(time.Second)
		if got := w.bodies(); !slices.Equal(slices.Sorted(slices.Values(got)), []string{"a 1", "b 1"}) {
			t.Errorf("at once: %q", got)
		}
		if l := w.last("a"); l.Done || l.Answer != "500" {
			t.Errorf("%+v", l)
		}
		time.Sleep(5 * time.Hour)
		stop()
		expect.Same(t, "later", w.bodies()[2:], []string{"a 1", "a 1", "a 2"})
		expect.True(t, at[1] >= 45*time.Second && at[1] <= 3*time.Minute && at[2]-at[1] >= 3*time.Hour,
			"tried at %v", at)
		ids := map[string]bool{}
		for _, p := range w.posted {
			if id, body, _ := strings.Cut(p, " "); body == "a 1" {
				ids[id] = true
			}
		}
		expect.Same(t, "IDs", len(ids), 1)
	})
}

// TestFarAhead: a posting that a wrong clock has put off further than any pause is tried at once.
func TestFarAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.queueFor("a", 1, time.Now().Add(longestPause))
		w.queueFor("b", 1, time.Now().Add(longestPause+1))
		w.queueFor("c", 1, time.Now().AddDate(20, 0, 0))
		_, stop := w.start(w.options())
		time.Sleep(longestPause - time.Second)
		stop()
		expect.Same(t, "posted", slices.Sorted(slices.Values(w.bodies())), []string{"b 1", "c 1"})
	})
}

func TestGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		var right atomic.Bool
		w.post = func(_ context.Context, r hook.Request) Result {
			if string(r.Body) == "a 1" {
				return Result{Class: Later, Text: "no answer in time"}
			}
			if string(r.Body) == "b 1" {
				return Result{Class: Refused, Text: "404 Not Found"}
			}
			return Result{Class: Accepted}
		}
		for _, id := range []string{"a", "b"} {
			w.queue(id, 1)
			w.queue(id, 2)
		}
		o := w.options()
		o.Spare = func(context.Context) bool { return !right.Load() }
		_, stop := w.start(o)
		time.Sleep(time.Hour)
		if got := w.bodies(); !slices.Contains(got, "b 2") || slices.Contains(got, "a 2") || !slices.Equal(w.gaveUp(), []string{"b 1: 404 Not Found"}) {
			t.Errorf("%q %q", got, w.gaveUp())
		}
		time.Sleep(5*24*time.Hour + 3*time.Hour)
		expect.Same(t, fmt.Sprintf("given up for its age while the clock is in doubt: %q", w.gaveUp()), len(w.gaveUp()), 1)
		right.Store(true)
		time.Sleep(3 * time.Hour)
		stop()
		if got := w.bodies(); !slices.Contains(got, "a 2") || len(w.left()) > 0 || !slices.Equal(w.gaveUp(), []string{"b 1: 404 Not Found", "a 1: no answer in time"}) {
			t.Errorf("%q %q %q", got, w.gaveUp(), w.left())
		}
	})
}

// TestDeleted: after a week of answers that the address does not exist, posting to the hook stops, with one
// report; an accepted test starts it again. Another answer in between restarts the week, and other refusals
// stop nothing.
func TestDeleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		var mu sync.Mutex // of answers
		answers := map[string]Result{"a": {Class: Gone, Text: "404 Not Found"}, "b": {Class: Refused, Text: "401 Unauthorized"}, "c": {Class: Gone, Text: "410 Gone"}}
		w.post = func(_ context.Context, r hook.Request) Result {
			mu.Lock()
			defer mu.Unlock()
			return answers[string(r.Body[:1])]
		}
		answer := func(id string, r Result) {
			mu.Lock()
			defer mu.Unlock()
			answers[id] = r
		}
		p, stop := w.start(w.options())
		defer stop()
		n := uint64(0)
		each := func(id string) (posted bool, told []string) {
			n++
			before, failed := len(w.bodies()), len(w.gaveUp())
			w.queue(id, n)
			p.Wake()
			synctest.Wait()
			return len(w.bodies()) > before, w.gaveUp()[failed:]
		}
		for day := range 11 {
			if day == 4 {
				answer("c", Result{Class: Later, Text: "500"})
				each("c")
				answer("c", Result{Class: Gone, Text: "410 Gone"})
				time.Sleep(2 * time.Minute)
			}
			for id, stopsAt := range map[string]int{"a": 7, "b": 99, "c": 99} {
				posted, told := each(id)
				if posted != (day <= stopsAt) || len(told) > 0 != posted || posted && strings.HasSuffix(told[0], ", stopped") != (day == stopsAt) {
					t.Errorf("day %d, %s: posted %v, told %q", day, id, posted, told)
				}
			}
			time.Sleep(24 * time.Hour)
			synctest.Wait()
		}
		if len(w.left()) > 0 || !w.last("a").Stopped() || w.last("c").Stopped() {
			t.Errorf("left %q, %+v, %+v", w.left(), w.last("a"), w.last("c"))
		}
		test := func() {
			n++
			b, err := hook.Row{Game: "winter", Seat: -1, Hook: "a", Kind: hook.Test, To: n, Queued: time.Now(), Next: time.Now()}.Bytes()
			expect.NoError(t, err)
			w.put(map[string][]byte{hook.Row{Hook: "a"}.Key(n): b})
			p.Wake()
			synctest.Wait()
		}
		told := len(w.gaveUp())
		test()
		if posted, _ := each("a"); posted || len(w.gaveUp()) > told {
			t.Errorf("after a test in vain: posted %v, told %q", posted, w.gaveUp()[told:])
		}
		answer("a", Result{Class: Accepted})
		test()
		if posted, _ := each("a"); !posted || w.last("a").Stopped() {
			t.Error("a test that was accepted does not start it again")
		}
	})
}

// A hook whose server hangs delays no other.
func TestHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.post = func(ctx context.Context, r hook.Request) Result {
			if strings.HasPrefix(string(r.Body), "slow") {
				<-ctx.Done()
				return Result{Class: Later}
			}
			return Result{Class: Accepted}
		}
		for n := range sideBySide - 1 {
			w.queue(fmt.Sprintf("slow%d", n), 1)
		}
		p, stop := w.start(w.options())
		time.Sleep(time.Second)
		w.queue("quick", 1)
		p.Wake()
		synctest.Wait()
		expect.True(t, slices.Contains(w.bodies(), "quick 1"), "%q", w.bodies())
		stop() // ends hanging requests, without counting them
		rows, err := w.store.Values(t.Context(), hook.Prefix)
		if err != nil || len(rows) != sideBySide-1 {
			t.Error(len(rows), err)
		}
		for _, b := range rows {
			expect.Same(t, "attempts", expect.Get(hook.ReadRow(b))(t).Attempts, 0)
		}
	})
}

func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.queue("a", 1)
		w.put(map[string][]byte{hook.Prefix + "b/00000000000000000001": []byte("{damaged")})
		w.gone = true
		_, stop := w.start(w.options())
		synctest.Wait()
		stop()
		if len(w.bodies()) > 0 || len(w.left()) > 0 {
			t.Errorf("%q %q", w.bodies(), w.left())
		}
	})
}

// The service dies after the server has accepted a posting and before that is stored: at the next start the
// server gets it again, and recognises it by its ID.
func TestCrashAfterPost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.queue("a", 1)
		w.queue("a", 2)
		ctx, cancel := context.WithCancel(t.Context())
		o := w.options()
		o.Hook = func(point string) {
			if point == "hook.posted" {
				cancel()
			}
		}
		o.Store = dead{w.store, ctx}
		_, stop := w.start(o)
		synctest.Wait()
		stop()
		expect.Must(t, w.left(), len(w.left()), 2)
		_, stop = w.start(w.options())
		synctest.Wait()
		stop()
		if len(w.posted) != 3 || w.posted[0] != w.posted[1] || w.posted[2] == w.posted[1] || len(w.left()) > 0 {
			t.Errorf("%q, left %q", w.posted, w.left())
		}
	})
}

// dead is a store that keeps nothing once ctx has ended.
type dead struct {
	store.Store
	ctx context.Context
}

func (d dead) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	if d.ctx.Err() != nil {
		return nil, store.ErrClosed
	}
	return d.Store.Commit(ctx, cs...)
}

// requests are a server's requests so far.
type requests struct {
	mu   sync.Mutex
	list []*http.Request
}

// taken returns the requests since it was last called.
func (r *requests) taken() []*http.Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.list
	r.list = nil
	return list
}

// server answers as the path says.
func server(t *testing.T, seen *requests) *httptest.Server {
	t.Helper()
	stop := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.mu.Lock()
		seen.list = append(seen.list, r)
		seen.mu.Unlock()
		switch r.URL.Path {
		case "/500":
			w.WriteHeader(500)
		case "/301", "/400", "/401":
			code, _ := strconv.Atoi(r.URL.Path[1:])
			w.Header().Set("Location", "/ok")
			w.WriteHeader(code)
		case "/429":
			w.Header().Set("Retry-After", "0.65")
			w.WriteHeader(429)
		case "/429-date":
			w.Header().Set("Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))
			w.WriteHeader(429)
		case "/429-long":
			w.Header().Set("Retry-After", "99999999999999")
			w.WriteHeader(429)
		case "/503-odd":
			w.Header().Set("Retry-After", "soon")
			w.WriteHeader(503)
		case "/404":
			w.WriteHeader(404)
		case "/410":
			w.WriteHeader(410)
		case "/portal":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "\n<!-- wifi -->\n<!DOCTYPE html>\n<html><body>Log in to the network</body></html>")
		case "/slack":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "ok")
		case "/move":
			http.Redirect(w, r, "/ok", http.StatusTemporaryRedirect)
		case "/hang":
			select {
			case <-stop:
			case <-r.Context().Done():
			}
		case "/cut":
			c, _, _ := w.(http.Hijacker).Hijack()
			c.Close()
		case "/garbage":
			c, _, _ := w.(http.Hijacker).Hijack()
			_, _ = c.Write([]byte("220 ESMTP ready\r\n"))
			c.Close()
		case "/headers":
			w.Header().Set("X", strings.Repeat("x", headerBytes+4096))
		case "/flood":
			for range 1000 {
				if _, err := w.Write(make([]byte, 64<<10)); err != nil {
					return
				}
			}
		}
	}))
	t.Cleanup(func() { close(stop); s.Close() })
	return s
}

func TestClient(t *testing.T) {
	var had requests
	s := server(t, &had)
	host := strings.TrimPrefix(s.URL, "http://")
	dead := expect.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	refuses := dead.Addr().String()
	dead.Close()
	c := NewClient(hook.Allowed{Hosts: []string{host, refuses}, Private: true})
	post := func(url string) Result {
		return c.Post(t.Context(), hook.Request{URL: url, Header: http.Header{"Webhook-Id": {"msg_1"}}, Body: []byte("x")})
	}
	for path, want := range map[string]Result{
		"/ok": {Accepted, "200 OK", 0}, "/500": {Later, "500 Internal Server Error", 0}, "/429": {Later, "429 Too Many Requests", 650 * time.Millisecond},
		"/429-long": {Later, "429 Too Many Requests", afterMost}, "/503-odd": {Later, "503 Service Unavailable", 0}, "/404": {Gone, "404 Not Found", 0}, "/410": {Gone, "410 Gone", 0}, "/portal": {Accepted, "200 OK", 0},
		"/301": {Refused, "301 Moved Permanently", 0}, "/400": {Refused, "400 Bad Request", 0}, "/401": {Refused, "401 Unauthorized", 0},
		"/move": {Refused, "307 Temporary Redirect", 0}, "/cut": {Later, "no answer that can be read", 0}, "/garbage": {Later, "no answer that can be read", 0},
		"/headers": {Later, "no answer that can be read", 0}, "/flood": {Accepted, "200 OK", 0},
	} {
		had.taken()
		expect.Same(t, path, post(s.URL+path), want)
		if seen := had.taken(); len(seen) != 1 || seen[0].Method != http.MethodPost || seen[0].Header.Get("Webhook-Id") != "msg_1" {
			t.Errorf("%s: %d requests", path, len(seen))
		}
	}
	for path, want := range map[string]Result{"/portal": {Later, "200 OK, but a web page answered", 0}, "/slack": {Accepted, "200 OK", 0}} {
		expect.Same(t, path, c.Post(t.Context(), hook.Request{URL: s.URL + path, Chat: true}), want)
	}
	if got := post(s.URL + "/429-date"); got.After < 55*time.Minute || got.After > time.Hour {
		t.Errorf("%+v", got)
	}
	expect.Same(t, "post", post("http://"+refuses+"/"), Result{Later, "connection refused", 0})
	c.near.Timeout = 50 * time.Millisecond // instead of attemptTime
	expect.Same(t, `post(s.URL + "/hang")`, post(s.URL+"/hang"), (Result{Later, "no answer in time", 0}))
	had.taken()
	for _, url := range []string{s.URL + "/ok", "http://localhost" + host[strings.LastIndexByte(host, ':'):] + "/ok", "https://other.example/"} {
		if got := NewClient(hook.Allowed{Hosts: []string{host, "localhost" + host[strings.LastIndexByte(host, ':'):]}}).Post(t.Context(), hook.Request{URL: url}); got.Class != Refused {
			t.Errorf("%s: %+v", url, got)
		}
	}
	if seen := had.taken(); len(seen) > 0 {
		t.Errorf("%d requests that were not allowed", len(seen))
	}
}

// A name that is allowed and leads to this machine is refused when it is dialled, before a byte
// is sent; a certificate that nobody vouches for as well.
func TestClientChecksWhatItDials(t *testing.T) {
	var seen atomic.Int32
	s := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { seen.Add(1) }))
	defer s.Close()
	port := s.URL[strings.LastIndexByte(s.URL, ':'):]
	rebound := "rebound.example" + port
	for _, private := range []bool{false, true} {
		c := NewClient(hook.Allowed{Hosts: []string{rebound}, Private: private})
		tr := c.open.Transport.(*http.Transport)
		checked := tr.DialContext
		tr.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) { // as if its name led here
			return checked(ctx, network, "127.0.0.1"+port)
		}
		got := c.Post(t.Context(), hook.Request{URL: "https://" + rebound + "/", Body: []byte("x")})
		if want := map[bool]Class{false: Refused, true: Later}[private]; got.Class != want || private && !strings.Contains(got.Text, "no answer that can be read") {
			t.Errorf("private %v: %+v", private, got)
		}
	}
	if n := seen.Load(); n > 0 {
		t.Errorf("%d requests arrived", n)
	}
}
