package health_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/run/health"
)

func get(t *testing.T, h *health.Health, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

func TestReady(t *testing.T) {
	h := health.New()
	if code, body := get(t, h, "/readyz"); code != 200 || body != "ready\n" {
		t.Errorf("without probes: %d %q", code, body)
	}
	var mailbox error
	h.AddProbe("store", func() error { return nil })
	h.AddProbe("mailbox", func() error { return mailbox })
	if code, body := get(t, h, "/readyz"); code != 200 || body != "store: ok\nmailbox: ok\nready\n" {
		t.Errorf("all well: %d %q", code, body)
	}
	mailbox = errors.New("wrong password\nset it")
	if code, body := get(t, h, "/readyz"); code != 503 || body != "store: ok\nmailbox: wrong password; set it\nnot ready\n" {
		t.Errorf("one wrong: %d %q", code, body)
	}
	h.AddProbe("mailbox", func() error { panic("nil map") })
	if code, body := get(t, h, "/readyz"); code != 503 || body != "store: ok\nmailbox: the probe failed: nil map\nnot ready\n" {
		t.Errorf("a panic: %d %q", code, body)
	}
	if code, body := get(t, h, "/healthz"); code != 200 || body != "ok\n" {
		t.Errorf("the process answers: %d %q", code, body)
	}
}

func TestOnlyThreePages(t *testing.T) {
	h := health.New()
	if code, _ := get(t, h, "/"); code != 404 {
		t.Errorf("/ gives %d", code)
	}
	w := httptest.NewRecorder()
	h.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/healthz", nil))
	expect.Same(t, "POST gives", w.Code, 405)
}

func TestMetrics(t *testing.T) {
	h := health.New()
	h.MailIn("orders", "accepted")
	h.MailIn("orders", "accepted")
	h.MailIn("automatic", "ignored")
	h.MailOut("sent")
	h.OrdersAccepted(5)
	h.OrdersRefused(0)
	h.SetGauge("queue_length", func() float64 { return 7 })
	h.SetBuild("1.2")
	h.SetGames(func() map[string]int { return map[string]int{"running": 3, "paused": 1} })
	code, body := get(t, h, "/metrics")
	expect.Must(t, body, code, 200)
	for _, want := range []string{
		`railpost_mails_in_total{class="orders",verdict="accepted"} 2`,
		`railpost_mails_in_total{class="automatic",verdict="ignored"} 1`,
		`railpost_mails_out_total{result="sent"} 1`,
		`railpost_mails_out_total{result="failed"} 0`,
		`railpost_orders_total{verdict="accepted"} 5`,
		`railpost_orders_total{verdict="refused"} 0`,
		`railpost_queue_length 7`,
		`railpost_build_info{version="1.2"} 1`,
		`railpost_games{state="running"} 3`,
		`railpost_games{state="paused"} 1`,
	} {
		expect.Has(t, want, body, want+"\n")
	}
}

// Two services in one process, as in tests, do not share counts.
func TestTwoServices(t *testing.T) {
	one, two := health.New(), health.New()
	one.MailOut("sent")
	if _, body := get(t, two, "/metrics"); !strings.Contains(body, `railpost_mails_out_total{result="sent"} 0`) {
		t.Error("the second service counts the first one's letter")
	}
}

func TestBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var beat health.Beat
		probe := beat.Within(3 * time.Minute)
		expect.Fails(t, "well before the first time", probe(), "")
		beat.Touch()
		time.Sleep(3 * time.Minute)
		if err := probe(); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second)
		if err := probe(); err == nil || err.Error() != "last succeeded 3m1s ago, expected within 3m0s; see the log" {
			t.Errorf("got %v", err)
		}
	})
}

func TestServe(t *testing.T) {
	defer goleak.VerifyNone(t)
	h := health.New()
	h.AddProbe("store", func() error { return nil })
	listener := expect.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- h.Serve(ctx, listener) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	var all sync.WaitGroup
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		all.Go(func() {
			h.MailIn("orders", "accepted")
			response, err := client.Get("http://" + listener.Addr().String() + path)
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			if _, err := io.ReadAll(response.Body); err != nil || response.StatusCode != 200 {
				t.Errorf("%s: %d, %v", path, response.StatusCode, err)
			}
		})
	}
	all.Wait()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestListen(t *testing.T) {
	h := health.New()
	if err := h.ListenAndServe(t.Context(), ""); err != nil {
		t.Errorf("off: %v", err)
	}
	taken := expect.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	expect.Fails(t, "an address in use", h.ListenAndServe(t.Context(), taken.Addr().String()), "health.listen")
}
