package web

import (
	"testing"

	"railpost/engine/enginetest/expect"
)

func TestCodeOnPages(t *testing.T) {
	for text, want := range map[string]string{
		"answer it with `play`, or `renew link` & go": "answer it with <code>play</code>, or <code>renew link</code> &amp; go",
		"one ` alone": "one ` alone",
	} {
		expect.Same(t, text, string(codeIn(text)), want)
	}
	expect.Same(t, "markup is shown as", coded("<p title=\"`a`\">`b`</p>"), "<p title=\"`a`\"><code>b</code></p>")
}
