package daemon

import (
	"net/http/httptest"
	"strings"
	"testing"

	"railpost/pbem/facts/verdict"
	"railpost/pbem/run/health"
)

// TestWrongTokensAreCounted: monitoring can tell guesses at answer addresses from other
// mail of strangers.
func TestWrongTokensAreCounted(t *testing.T) {
	d := &Daemon{health: health.New(), o: Options{Count: func(verdict.Verdict, int, int) {}}}
	d.count(verdict.Verdict{Act: verdict.Ignored, Why: verdict.WrongToken}, 0, 0)
	d.count(verdict.Verdict{Act: verdict.Ignored, Why: verdict.Stranger}, 0, 0)
	d.count(verdict.Verdict{Act: verdict.Ignored, Why: verdict.WrongToken}, 0, 0)
	w := httptest.NewRecorder()
	d.health.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if want := `railpost_mails_in_total{class="wrong token",verdict="ignored"} 2`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("/metrics has no %s", want)
	}
}
