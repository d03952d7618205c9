package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"railpost/pbem/facts/games"
	"railpost/pbem/show/web/key"
)

// kept is the recently read pages, and the queue for making one.
type kept struct {
	mu    sync.Mutex
	pages *games.Cache[*made]
	line  chan struct{} // readers in the queue, including the one being served
	turn  chan struct{}
}

const (
	pagesKept = 200 // of about 60 KB each
	lineMost  = 16  // more readers are asked to come back
)

func newKept() kept {
	return kept{pages: games.NewCache[*made](pagesKept), line: make(chan struct{}, lineMost), turn: make(chan struct{}, 1)}
}

// made is a page that is finished.
type made struct {
	of     string // its sources: if they change, so does the page
	tag    string // ETag: it follows from the visible content, and so reveals nothing else
	packed []byte // with gzip
}

func newMade(of string, page []byte) (*made, error) {
	sum := sha256.Sum256(page)
	m := &made{of: of, tag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(page); err != nil {
		return nil, err
	}
	err = z.Close()
	m.packed = b.Bytes()
	return m, err
}

var errBusy = errors.New("web: too many readers")

// get returns a page that is kept, or makes it when its turn has come.
func (k *kept) get(ctx context.Context, name, of string, make func() ([]byte, error)) (*made, error) {
	if m := k.find(name, of); m != nil {
		return m, nil
	}
	leave, err := k.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if m := k.find(name, of); m != nil {
		return m, nil // another reader has waited for the same
	}
	page, err := make()
	if err != nil {
		return nil, err
	}
	m, err := newMade(of, page)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.pages.Put(name, m)
	return m, nil
}

// enter waits in the queue for the reader's turn, which ends when leave is called.
func (k *kept) enter(ctx context.Context) (leave func(), err error) {
	select {
	case k.line <- struct{}{}:
	default:
		return nil, errBusy
	}
	select {
	case k.turn <- struct{}{}:
		return func() { <-k.turn; <-k.line }, nil
	case <-ctx.Done():
		<-k.line
		return nil, ctx.Err()
	}
}

func (k *kept) find(name, of string) *made {
	k.mu.Lock()
	defer k.mu.Unlock()
	if m, ok := k.pages.Get(name); ok && m.of == of {
		return m
	}
	return nil
}

// answer sends a page, or says that the reader has it already. name identifies the page, of its sources.
func (p *Pages) answer(w http.ResponseWriter, r *http.Request, name, of string, make func() ([]byte, error)) {
	p.answerAs(w, r, "text/html; charset=utf-8", name, of, make)
}

// answerAs is answer with a media type.
func (p *Pages) answerAs(w http.ResponseWriter, r *http.Request, kind, name, of string, make func() ([]byte, error)) {
	m, err := p.kept.get(r.Context(), name, of, make)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	m.send(w, r, kind)
}

// fail says why there is no page.
func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, errBusy):
		w.Header().Set("Retry-After", "5")
		p.plain(w, http.StatusServiceUnavailable, key.Busy)
	case errors.Is(err, errNoPage):
		p.notFound(w, r)
	case r.Context().Err() != nil: // the reader has gone
	default:
		p.Log.Error("a page could not be made", "err", err)
		p.plain(w, http.StatusInternalServerError, key.Failed)
	}
}

// errNoPage: there is no such page, or the reader must not see it.
var errNoPage = errors.New("web: no such page")

func (m *made) send(w http.ResponseWriter, r *http.Request, kind string) {
	h := w.Header()
	h.Set("ETag", m.tag)
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("If-None-Match"), m.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", kind)
	// A reader who has gone away does not concern the service.
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		_, _ = w.Write(m.packed)
		return
	}
	if z, err := gzip.NewReader(bytes.NewReader(m.packed)); err == nil { // it was packed here
		_, _ = io.Copy(w, z)
	}
}
