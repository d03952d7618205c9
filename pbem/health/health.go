// Package health answers monitoring: /healthz, /readyz and /metrics over plain
// HTTP, on a listener that is off unless the configuration names one. It knows
// names and numbers only; no address, token or text of a mail comes here.
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

// Probe is one condition for being ready: nil, or what is wrong and what to do.
// It is called for every request and must answer without waiting for a network.
type Probe func() error

// Health collects probes and counts. Its methods may be called from any
// goroutine.
type Health struct {
	*Metrics

	mu     sync.Mutex
	probes []named
}

type named struct {
	name  string
	probe Probe
}

// New has no probes yet and all counts at zero.
func New() *Health {
	return &Health{Metrics: newMetrics()}
}

// AddProbe makes readiness depend on a probe. The name is one lower-case word,
// "store", "mailbox"; a second probe of the same name takes its place.
func (h *Health) AddProbe(name string, probe Probe) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.probes = slices.DeleteFunc(h.probes, func(n named) bool { return n.name == name })
	h.probes = append(h.probes, named{name, probe})
}

// Ready asks all probes. report has a line "name: ok" or "name: error" for
// each, in the order they were added.
func (h *Health) Ready() (ready bool, report string) {
	h.mu.Lock()
	probes := slices.Clone(h.probes)
	h.mu.Unlock()
	ready = true
	var b strings.Builder
	for _, n := range probes {
		if err := n.ask(); err != nil {
			ready = false
			fmt.Fprintf(&b, "%s: %s\n", n.name, strings.ReplaceAll(err.Error(), "\n", "; "))
		} else {
			fmt.Fprintf(&b, "%s: ok\n", n.name)
		}
	}
	return ready, b.String()
}

// ask takes a panic for an answer: monitoring must not end the daemon.
func (n named) ask() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the probe failed: %v", r)
		}
	}()
	return n.probe()
}

// Handler serves the three pages. /healthz says that the process answers,
// /readyz is 200 or 503 with the report of Ready, /metrics is for Prometheus.
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
	// A client that has gone away is no concern of the daemon.
	_, _ = fmt.Fprint(w, body)
}

// Beat remembers when something last went well, for a probe that wants it
// lately: the tick, the poll of the mailbox.
type Beat struct{ last atomic.Pointer[time.Time] }

// Touch says that it went well now.
func (b *Beat) Touch() {
	now := time.Now()
	b.last.Store(&now)
}

// Last is when that was; zero: never.
func (b *Beat) Last() time.Time {
	if t := b.last.Load(); t != nil {
		return *t
	}
	return time.Time{}
}

// Within is a probe that fails when the last Touch is older than limit, or if
// there was none.
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
