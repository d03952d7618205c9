package health

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"

	"github.com/VictoriaMetrics/metrics"
)

// Metrics counts what the service does. The values of labels come from the program, never
// from a mail, so their number is bounded.
type Metrics struct{ set *metrics.Set }

func newMetrics() *Metrics {
	m := &Metrics{metrics.NewSet()}
	// Rates need the zero before the first event.
	m.OrdersAccepted(0)
	m.OrdersRefused(0)
	for _, result := range []string{"sent", "deferred", "failed"} {
		m.mailOut(result)
	}
	return m
}

func (m *Metrics) mailOut(result string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("railpost_mails_out_total{result=%q}", result))
}

func (m *Metrics) orders(verdict string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("railpost_orders_total{verdict=%q}", verdict))
}

// MailIn counts one mail that was handled.
func (m *Metrics) MailIn(class, verdict string) {
	m.set.GetOrCreateCounter(fmt.Sprintf("railpost_mails_in_total{class=%q,verdict=%q}", class, verdict)).Inc()
}

// MailOut counts one attempt to send a letter: "sent", "deferred" or "failed".
func (m *Metrics) MailOut(result string) { m.mailOut(result).Inc() }

// OrdersAccepted counts n lines that were carried out.
func (m *Metrics) OrdersAccepted(n int) { m.orders("accepted").Add(n) }

// OrdersRefused counts n lines that were not.
func (m *Metrics) OrdersRefused(n int) { m.orders("refused").Add(n) }

// SetGauge adds a function that measures something whenever /metrics is requested. Call it
// once per name.
func (m *Metrics) SetGauge(name string, measure func() float64) {
	m.set.NewGauge("railpost_"+name, measure)
}

// SetBuild states the version of the program. Call it once.
func (m *Metrics) SetBuild(version string) {
	m.SetGauge(fmt.Sprintf("build_info{version=%q}", version), func() float64 { return 1 })
}

// SetGames adds the function that counts games by state ("running", "paused", ...), which
// is called whenever /metrics is requested. Call it once.
func (m *Metrics) SetGames(byState func() map[string]int) {
	m.set.RegisterMetricsWriter(func(w io.Writer) {
		games := byState()
		for _, state := range slices.Sorted(maps.Keys(games)) {
			metrics.WriteGaugeUint64(w, fmt.Sprintf("railpost_games{state=%q}", state), uint64(games[state]))
		}
	})
}

// serve writes all counts, and the resources of the process and of Go's runtime, as text
// for Prometheus.
func (m *Metrics) serve(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
	metrics.WriteFDMetrics(w)
}
