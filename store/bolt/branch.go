package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"go.etcd.io/bbolt"

	"railpost/store"
	"railpost/store/internal/kv"
)

// bbolt repeats the first key of each page in the page above it, where no checksum covers
// it: a damaged key may still be in order, and lead a later search astray. This file reads
// the pages as bbolt writes them (its internal/common, page.go).
const (
	pageHead   = 16 // number 8, flags 2, count 2, overflow 4
	branchElem = 16 // position 4, length of the key 4, page 8; of a leaf: flags 4, position 4, lengths of key and value 4 each
	branchPage = 1
	leafPage   = 2
)

// pages walks the tree of one bucket.
type pages struct {
	file   io.ReaderAt
	size   int64 // of a page
	bucket kv.Bucket
	report func(store.Corrupt)
}

// checkBranches compares each key in a branch page with the first one below it.
func checkBranches(tx *bbolt.Tx, report func(store.Corrupt)) (err error) {
	file, err := os.Open(tx.DB().Path())
	if err != nil {
		return err
	}
	defer file.Close()
	for b := range kv.NumBuckets {
		root := uint64(tx.Bucket([]byte(b.String())).Root())
		if root == 0 { // a small bucket is stored within the page above it
			continue
		}
		p := pages{file, int64(tx.DB().Info().PageSize), b, report}
		if _, err := p.first(root); err != nil {
			return err
		}
	}
	return nil
}

// first returns the first key at or below a page.
func (p pages) first(id uint64) ([]byte, error) {
	page, err := p.read(id, 1)
	if err != nil {
		return nil, err
	}
	if more := int64(binary.NativeEndian.Uint32(page[12:])); more > 0 {
		if page, err = p.read(id, 1+more); err != nil {
			return nil, err
		}
	}
	flags, count := binary.NativeEndian.Uint16(page[8:]), int(binary.NativeEndian.Uint16(page[10:]))
	switch {
	case count == 0:
		return nil, nil
	case flags&leafPage != 0:
		return p.key(page, pageHead, pageHead+4, pageHead+8)
	case flags&branchPage == 0:
		return nil, fmt.Errorf("store: page %d is not a page of %s", id, p.bucket)
	}
	var first []byte
	for i := range count {
		at := pageHead + i*branchElem
		if at+branchElem > len(page) {
			return nil, fmt.Errorf("store: page %d is cut short", id)
		}
		key, err := p.key(page, at, at, at+4)
		if err != nil {
			return nil, err
		}
		below, err := p.first(binary.NativeEndian.Uint64(page[at+8:]))
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(key, below) {
			p.report(store.Corrupt{What: fmt.Sprintf("the structure of the file: a key on page %d of %s differs from the first key below it, %s", id, p.bucket, kv.Text(below))})
		}
		if i == 0 {
			first = below
		}
	}
	return first, nil
}

// key returns the key of an element, whose position counts from its own start.
func (p pages) key(page []byte, elem, pos, size int) ([]byte, error) {
	if size+4 <= len(page) {
		from := elem + int(binary.NativeEndian.Uint32(page[pos:]))
		to := from + int(binary.NativeEndian.Uint32(page[size:]))
		if to <= len(page) {
			return page[from:to], nil
		}
	}
	return nil, fmt.Errorf("store: a key on a page of %s is cut short", p.bucket)
}

func (p pages) read(id uint64, n int64) ([]byte, error) {
	b := make([]byte, n*p.size)
	if _, err := p.file.ReadAt(b, int64(id)*p.size); err != nil {
		return nil, fmt.Errorf("store: page %d: %w", id, err)
	}
	return b, nil
}
