package picture_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/show/picture"
)

// TestPDF: the table of a file leads to its objects, and the content has as many bytes as it says and can be unpacked.
func TestPDF(t *testing.T) {
	pdf := graphed(t, picture.PDF, graphs()["worth"], picture.Options{})
	number := func(pattern string) int {
		t.Helper()
		m := regexp.MustCompile(pattern).FindSubmatch(pdf)
		if m == nil {
			t.Fatalf("no %s", pattern)
		}
		n := expect.Get(strconv.Atoi(string(m[1])))(t)
		return n
	}
	expect.True(t, bytes.HasPrefix(pdf[number(`startxref\n(\d+)\n%%EOF\n$`):], []byte("xref\n")),
		"the table is elsewhere")
	for i := range number(`/Size (\d+)`) - 1 {
		at := number(fmt.Sprintf(`xref\n0 \d+\n0{10} 65535 f \n(?:\d{10} 00000 n \n){%d}(\d{10}) 00000 n \n`, i))
		expect.True(t, bytes.HasPrefix(pdf[at:], fmt.Appendf(nil, "%d 0 obj\n", i+1)), "object %d is not at %d", i+1, at)
	}
	_, content, _ := bytes.Cut(pdf, []byte("stream\n"))
	n := number(`/Length (\d+)`)
	expect.True(t, bytes.HasPrefix(content[n:], []byte("\nendstream")), "the content has other than %d bytes", n)
	z := expect.Get(zlib.NewReader(bytes.NewReader(content[:n])))(t)
	if text, err := io.ReadAll(z); err != nil || !bytes.HasPrefix(text, []byte("1 0 0 -1 0 ")) || !bytes.HasSuffix(text, []byte("f\n")) {
		t.Errorf("the content: %q, %v", text, err)
	}
}
