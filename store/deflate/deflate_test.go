package deflate

import (
	"bytes"
	"testing"

	"railpost/engine/enginetest/expect"
)

func TestUnpackUndoesPack(t *testing.T) {
	for _, b := range [][]byte{nil, {0}, []byte("pass\r\n"), bytes.Repeat([]byte("a long letter "), 4000)} {
		packed := Pack(b)
		if got, err := Unpack(packed); err != nil || !bytes.Equal(got, b) {
			t.Errorf("of %d bytes: %d, %v", len(b), len(got), err)
		}
		for _, n := range []int{1, len(packed) / 2, len(packed) - 1} {
			if n < 1 || n >= len(packed) {
				continue
			}
			expect.Fails(t, []any{n, len(packed)}, expect.Err(Unpack(packed[:n])), "")
		}
	}
}
