package health

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// Metrics counts what the service does. The values of labels come from the
// program, never from a mail, so their number is bounded.
type Metrics struct {
	registry *prometheus.Registry
	mailIn   *prometheus.CounterVec
	mailOut  *prometheus.CounterVec
	orders   *prometheus.CounterVec
}

func newMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		mailIn: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "railpost_mails_in_total",
			Help: "Mails taken from the mailbox, by class (orders, automatic, ...) and verdict.",
		}, []string{"class", "verdict"}),
		mailOut: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "railpost_mails_out_total",
			Help: "Attempts to hand a letter over, by result (sent, deferred, failed).",
		}, []string{"result"}),
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "railpost_orders_total",
			Help: "Lines of orders, by verdict (accepted, refused).",
		}, []string{"verdict"}),
	}
	m.registry.MustRegister(m.mailIn, m.mailOut, m.orders,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	// Rates need the zero before the first event.
	for _, verdict := range []string{"accepted", "refused"} {
		m.orders.WithLabelValues(verdict)
	}
	for _, result := range []string{"sent", "deferred", "failed"} {
		m.mailOut.WithLabelValues(result)
	}
	return m
}

// MailIn counts one mail that was dealt with.
func (m *Metrics) MailIn(class, verdict string) { m.mailIn.WithLabelValues(class, verdict).Inc() }

// MailOut counts one attempt: "sent", "deferred" or "failed".
func (m *Metrics) MailOut(result string) { m.mailOut.WithLabelValues(result).Inc() }

// OrdersAccepted counts n lines that were carried out.
func (m *Metrics) OrdersAccepted(n int) { m.orders.WithLabelValues("accepted").Add(float64(n)) }

// OrdersRefused counts n lines that were not.
func (m *Metrics) OrdersRefused(n int) { m.orders.WithLabelValues("refused").Add(float64(n)) }

// SetGauge names a function that measures something whenever /metrics is asked for.
// To be called once a name.
func (m *Metrics) SetGauge(name, help string, measure func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "railpost_" + name, Help: help}, measure))
}

// SetBuild says which program this is. To be called once.
func (m *Metrics) SetBuild(version string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "railpost_build_info", Help: "1, for the version in its label.", ConstLabels: prometheus.Labels{"version": version},
	}, func() float64 { return 1 }))
}

// SetGames names the function that counts games by state ("running", "paused",
// ...); it is asked whenever /metrics is. To be called once.
func (m *Metrics) SetGames(byState func() map[string]int) {
	m.registry.MustRegister(games{byState})
}

// games is a gauge whose labels are known only when it is read.
type games struct{ byState func() map[string]int }

var gamesDesc = prometheus.NewDesc("railpost_games", "Games, by state.", []string{"state"}, nil)

func (games) Describe(descs chan<- *prometheus.Desc) { descs <- gamesDesc }

func (g games) Collect(metrics chan<- prometheus.Metric) {
	for state, n := range g.byState() {
		metrics <- prometheus.MustNewConstMetric(gamesDesc, prometheus.GaugeValue, float64(n), state)
	}
}
