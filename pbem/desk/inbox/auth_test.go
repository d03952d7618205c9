package inbox

import (
	"runtime"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/extract"
)

func TestTrustedPass(t *testing.T) {
	for _, tc := range []struct {
		name, from string
		auth       []string
		want       bool
	}{
		{"nothing said", "ana@example.org", nil, false},
		{"d= of the domain", "ana@example.org", []string{"mx.post.example; dkim=pass header.d=example.org"}, true},
		{"d= of the organisation", "ana@mail.example.org", []string{"mx.post.example; dkim=pass header.d=Example.ORG"}, true},
		{"d= of the organisation, written with a dot", "ana@mail.example.org", []string{"mx.post.example; dkim=pass header.d=example.org."}, true},
		{"d= of another part of the organisation", "ana@example.org", []string{"mx.post.example; dkim=pass header.d=mail.example.org"}, true},
		{"i= alone", "ana@example.org", []string{"mx.post.example; dkim=pass header.i=@example.org"}, false},
		{"i= beside a foreign d=", "ana@example.org", []string{"mx.post.example; dkim=pass header.d=evil.example header.i=@example.org"}, false},
		{"d= of another", "ana@example.org", []string{"mx.post.example; dkim=pass header.d=evil.example"}, false},
		{"d= of a look-alike", "ana@example.org", []string{"mx.post.example; dkim=pass header.d=ample.org"}, false},
		{"d= of a look-alike that ends so", "ana@example.org", []string{"mx.post.example; dkim=pass header.d=badexample.org"}, false},
		{"d= of a public suffix", "ana@example.org", []string{"mx.post.example; dkim=pass header.d=org"}, false},
		{"d= of a public suffix of two parts", "ana@example.co.uk", []string{"mx.post.example; dkim=pass header.d=co.uk"}, false},
		{"d= of a neighbour under such a suffix", "ana@example.co.uk", []string{"mx.post.example; dkim=pass header.d=evil.co.uk"}, false},
		{"d= of a host of pages", "ana@ana.github.io", []string{"mx.post.example; dkim=pass header.d=evil.github.io"}, false},
		{"From at a public suffix", "ana@co.uk", []string{"mx.post.example; dkim=pass header.d=co.uk"}, false},
		{"d= failed", "ana@example.org", []string{"mx.post.example; dkim=fail header.d=example.org"}, false},
		{"d= failed and another passed", "ana@example.org", []string{"mx.post.example; dkim=fail header.d=example.org; dkim=pass header.d=evil.example"}, false},
		{"spf of an address", "ana@example.org", []string{"mx.post.example; spf=pass smtp.mailfrom=ana@example.org"}, true},
		{"spf of a domain", "ana@example.org", []string{"mx.post.example; spf=pass smtp.mailfrom=example.org"}, true},
		{"spf of another", "ana@example.org", []string{"mx.post.example; spf=pass smtp.mailfrom=ana@evil.example"}, false},
		{"spf of a public suffix", "ana@example.org", []string{"mx.post.example; spf=pass smtp.mailfrom=ana@org"}, false},
		{"another host", "ana@example.org", []string{"mx.evil.example; dkim=pass header.d=example.org"}, false},
		{"not the topmost", "ana@example.org", []string{"mx.evil.example; none", "mx.post.example; dkim=pass header.d=example.org"}, false},
		{"not readable", "ana@example.org", []string{";;;"}, false},
	} {
		expect.Same(t, tc.name, TrustedPass(&extract.Mail{From: tc.from, Auth: tc.auth}, "MX.post.example"), tc.want)
	}
}

// TestAuthWork: a field four times as long allocates at most five times the bytes, plus a constant.
func TestAuthWork(t *testing.T) {
	for _, repeats := range []string{"; dkim=pass header.d=x", "(", "((a) ", "\"a\\", "; spf=pass (x) smtp.mailfrom=a@b", "=", " "} {
		work := func(n int) int {
			m := &extract.Mail{From: "ana@example.org", Auth: []string{"mx.example" + strings.Repeat(repeats, n)}}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			TrustedPass(m, "mx.example")
			runtime.ReadMemStats(&after)
			return int(after.TotalAlloc - before.TotalAlloc)
		}
		if small, large := work(60), work(240); large > 5*small+300_000 {
			t.Errorf("%q: %d bytes allocated, of four times the field %d", repeats, small, large)
		}
	}
}
