package pbem

import (
	"testing"

	"railpost/pbem/extract"
)

func TestTrustedPass(t *testing.T) {
	for name, tc := range map[string]struct {
		auth []string
		want bool
	}{
		"nothing said":         {nil, false},
		"dkim of the domain":   {[]string{"mx.post.example; dkim=pass header.d=example.org"}, true},
		"dkim above it":        {[]string{"mx.post.example; dkim=pass header.d=Example.ORG"}, true},
		"dkim by identity":     {[]string{"mx.post.example; dkim=pass header.i=@example.org"}, true},
		"dkim of another":      {[]string{"mx.post.example; dkim=pass header.d=evil.example"}, false},
		"dkim of a look-alike": {[]string{"mx.post.example; dkim=pass header.d=ample.org"}, false},
		"dkim failed":          {[]string{"mx.post.example; dkim=fail header.d=example.org"}, false},
		"spf of an address":    {[]string{"mx.post.example; spf=pass smtp.mailfrom=ana@example.org"}, true},
		"spf of a domain":      {[]string{"mx.post.example; spf=pass smtp.mailfrom=example.org"}, true},
		"spf of another":       {[]string{"mx.post.example; spf=pass smtp.mailfrom=ana@evil.example"}, false},
		"another host":         {[]string{"mx.evil.example; dkim=pass header.d=example.org"}, false},
		"not the topmost":      {[]string{"mx.evil.example; none", "mx.post.example; dkim=pass header.d=example.org"}, false},
		"not readable":         {[]string{";;;"}, false},
	} {
		m := &extract.Mail{From: "ana@mail.example.org", Auth: tc.auth}
		if name != "dkim above it" {
			m.From = "ana@example.org"
		}
		if got := trustedPass(m, "MX.post.example"); got != tc.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
