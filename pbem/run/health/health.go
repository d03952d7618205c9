// Package health serves monitoring: /healthz, /readyz and /metrics over plain HTTP, on a
// listener that is off unless the configuration names one. It is given names and numbers
// only: never an address, a token or the text of a mail.
package health

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Probe checks one condition for being ready. It returns nil, or the fault and advice. It is called for every
// request and must not wait for a network.
type Probe func() error

// Health collects probes and counts. It is safe for concurrent use.
type Health struct {
	*Metrics

	mu     sync.Mutex
	probes []named
}

type named struct {
	name  string
	probe Probe
}

// New returns a Health without probes and with all counts at zero.
func New() *Health { return &Health{Metrics: newMetrics()} }

// AddProbe makes readiness depend on a probe. The name is one lower-case word, "store",
// "mailbox"; a second probe of the same name replaces the first.
func (h *Health) AddProbe(name string, probe Probe) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.probes = slices.DeleteFunc(h.probes, func(n named) bool { return n.name == name })
	h.probes = append(h.probes, named{name, probe})
}

// Ready runs all probes. report has a line "name: ok" or "name: error" for each, in the order in which they
// were added.
func (h *Health) Ready() (ready bool, report string) {
	h.mu.Lock()
	probes := slices.Clone(h.probes)
	h.mu.Unlock()
	ready = true
	var b strings.Builder
	for _, n := range probes {
		if err := n.check(); err != nil {
			ready = false
			fmt.Fprintf(&b, "%s: %s\n", n.name, strings.ReplaceAll(err.Error(), "\n", "; "))
		} else {
			fmt.Fprintf(&b, "%s: ok\n", n.name)
		}
	}
	return ready, b.String()
}

// check runs a probe. A panic counts as a failure: monitoring must not end the daemon.
func (n named) check() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the probe failed: %v", r)
		}
	}()
	return n.probe()
}

// Handler serves the three pages: /healthz shows that the process responds, /readyz is 200
// or 503 with the report of Ready, /metrics is for Prometheus.
func (h *Health) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		text(w, http.StatusOK, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		ready, report := h.Ready()
		if ready {
			text(w, http.StatusOK, report+"ready\n")
		} else {
			text(w, http.StatusServiceUnavailable, report+"not ready\n")
		}
	})
	mux.HandleFunc("GET /metrics", h.serve)
	return mux
}

func text(w http.ResponseWriter, code int, body string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	// A client that has gone away does not concern the daemon.
	_, _ = fmt.Fprint(w, body)
}

// Beat records when something last succeeded, for a probe that expects it regularly: the
// tick, the poll of the mailbox.
type Beat struct{ last atomic.Pointer[time.Time] }

// Touch records a success.
func (b *Beat) Touch() {
	now := time.Now()
	b.last.Store(&now)
}

// Last returns when it last succeeded; zero: never.
func (b *Beat) Last() time.Time {
	if t := b.last.Load(); t != nil {
		return *t
	}
	return time.Time{}
}

// Within returns a probe that fails if the last Touch is older than limit, or if there was
// none.
func (b *Beat) Within(limit time.Duration) Probe {
	return func() error {
		last := b.Last()
		if last.IsZero() {
			return errors.New("has not succeeded since the start")
		}
		if age := time.Since(last).Round(time.Second); age > limit {
			return fmt.Errorf("last succeeded %s ago, expected within %s; see the log", age, limit)
		}
		return nil
	}
}
