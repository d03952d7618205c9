// Package deflate compresses long-lived data (RFC 1951).
package deflate

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"sync"
)

// level gives smaller mails and letters than 1 and 2, in less time.
const level = 3

// Both sides are kept, since a new one needs more memory than most data it handles.
var (
	writers = sync.Pool{New: func() any {
		w, err := flate.NewWriter(nil, level)
		if err != nil {
			panic(err) // the level exists
		}
		return w
	}}
	readers = sync.Pool{New: func() any { return flate.NewReader(nil) }}
)

// Pack compresses b; empty stays empty.
func Pack(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	var out bytes.Buffer
	w := writers.Get().(*flate.Writer)
	defer writers.Put(w)
	w.Reset(&out)
	_, err := w.Write(b)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // a bytes.Buffer takes everything
	}
	return out.Bytes()
}

// Unpack undoes Pack.
func Unpack(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return nil, nil
	}
	r := readers.Get().(io.ReadCloser)
	defer readers.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(b), nil); err != nil {
		return nil, fmt.Errorf("deflate: %w", err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("deflate: %w", err)
	}
	return out, nil
}
