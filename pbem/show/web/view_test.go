package web

import "testing"

func TestCodeOnPages(t *testing.T) {
	for text, want := range map[string]string{
		"answer it with `play`, or `renew link` & go": "answer it with <code>play</code>, or <code>renew link</code> &amp; go",
		"one ` alone": "one ` alone",
	} {
		if got := string(codeIn(text)); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
	if got := coded("<p title=\"`a`\">`b`</p>"); got != "<p title=\"`a`\"><code>b</code></p>" {
		t.Errorf("markup is shown as %q", got)
	}
}
