package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/fault"
)

// streams returns this many bytes, and fails after them if that is asked for.
func streams(_ context.Context, method string, params json.RawMessage) (any, error) {
	if method == "other" {
		return 1, nil
	}
	var n int
	if err := json.Unmarshal(params, &n); err != nil {
		return nil, err
	}
	return Stream(func(w io.Writer) error {
		if _, err := w.Write(content(n)); err != nil || method == "whole" {
			return err
		}
		return &fault.Mistake{Op: "backup", What: "the disk broke", Hint: "look at it"}
	}), nil
}

func content(n int) []byte {
	b := make([]byte, n)
	r := rand.NewChaCha8([32]byte{})
	_, _ = r.Read(b) // never fails
	return b
}

func TestFetch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	serve(t, path, streams)
	c := dial(t, path)
	for _, n := range []int{0, 1, 4095, 4096, 4097, 200_000, MaxRequest + 1} {
		var got bytes.Buffer
		if err := c.Fetch(t.Context(), "whole", n, &got); err != nil || !bytes.Equal(got.Bytes(), content(n)) {
			t.Errorf("%d bytes: %d arrived, %v", n, got.Len(), err)
		}
		var told *fault.Mistake
		if err := c.Fetch(t.Context(), "part", n, io.Discard); !errors.As(err, &told) || told.What != "the disk broke" {
			t.Errorf("%d bytes and an error: %v", n, err)
		}
	}
	expect.Fails(t, "what could not be written seems whole", c.Fetch(t.Context(), "whole", 300_000, failing{}), "")
	if err := c.Call(t.Context(), "other", nil, nil); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no room") }
