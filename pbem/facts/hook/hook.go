// Package hook is the content of postings to web addresses: a table's public events, or that a player must act.
// A Hook is an address and a format, an Event the content; Request makes a signed request from both. It does no
// I/O: pbem/mail/hookout posts.
package hook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
)

// Hook is an address to which something is posted.
type Hook struct {
	ID     string    `json:"id"`
	URL    string    `json:"url"` // a secret: anyone who knows it can often post there
	Format Format    `json:"format"`
	Secret []byte    `json:"secret"` // signs the postings
	Lang   string    `json:"lang,omitempty"`
	Added  time.Time `json:"added"`
}

// New returns a hook with a secret of its own.
func New(url string, f Format, now time.Time) (Hook, error) {
	b := make([]byte, idBytes+secretBytes)
	if _, err := rand.Read(b); err != nil {
		return Hook{}, fmt.Errorf("hook: %w", err)
	}
	return Hook{ID: hex.EncodeToString(b[:idBytes]), URL: url, Format: f, Secret: b[idBytes:], Added: now.UTC()}, nil
}

const (
	idBytes     = 4 // enough for a table's few hooks
	secretBytes = 24
)

// ShownSecret returns the secret in the form for checking signatures.
func (h Hook) ShownSecret() string { return "whsec_" + base64.StdEncoding.EncodeToString(h.Secret) }

// Kind is the kind of an Event.
type Kind string

const (
	Begun   Kind = "begun"   // the game has begun
	Moved   Kind = "moved"   // a move was made or taken back
	News    Kind = "news"    // another public record: talk, votes, organisers' actions
	Late    Kind = "late"    // a player's time to answer is over
	Paused  Kind = "paused"  // clocks stand still
	Resumed Kind = "resumed" // and run again
	Over    Kind = "over"    // the game was played to its end
	Ended   Kind = "ended"   // the game was called off
	Asked   Kind = "asked"   // to a player: they must act
	Test    Kind = "test"    // the organiser tries the hook
	Alarm   Kind = "alarm"   // to organisers of the service: something is wrong
)

// Event is the content of a posting. Its JSON form is fixed: fields are added, never renamed.
type Event struct {
	Version  int        `json:"version"`
	Kind     Kind       `json:"event"`
	Site     string     `json:"site"`
	Game     string     `json:"game"`
	Title    string     `json:"title"`              // "18mag"
	Step     uint64     `json:"step,omitempty"`     // number of the last step in the public log
	At       time.Time  `json:"at"`                 // when it happened
	Happened []string   `json:"happened,omitempty"` // oldest first
	Waiting  []Waiting  `json:"waiting,omitempty"`  // the seats that must act
	Until    *time.Time `json:"until,omitempty"`    // asked: when the answer is due
	Text     string     `json:"text"`               // all of it, in sentences
	Subject  string     `json:"subject"`            // in one line
}

// Waiting is a player that a game waits for.
type Waiting struct {
	Player string    `json:"player"`
	Until  time.Time `json:"until"`
}

// Delivery is one posting, whatever the number of attempts.
type Delivery struct {
	ID     string // the same for all attempts
	Hook   Hook
	Event  Event
	Queued time.Time
}

// NewDelivery returns the posting of an event that a queue knows by a name. Its ID follows from the name, so
// that it is the same after a crash; it reveals nothing about other postings.
func NewDelivery(h Hook, e Event, name string, queued time.Time) Delivery {
	m := hmac.New(sha256.New, h.Secret)
	fmt.Fprintf(m, "delivery|%s|%d", name, queued.UnixNano())
	return Delivery{ID: "msg_" + hex.EncodeToString(m.Sum(nil)[:12]), Hook: h, Event: e, Queued: queued}
}

// Request is the HTTP request of a posting, by POST.
type Request struct {
	URL    string
	Header http.Header
	Body   []byte
	Chat   bool // its receivers never answer with a web page
}

// Request returns a delivery as it is sent at a time. The signature covers the ID, that time
// and the body: the scheme of Standard Webhooks, for which most languages have a library.
func (d Delivery) Request(now time.Time) (Request, error) {
	kind, body, err := d.Hook.Format.body(d.Event)
	if err != nil {
		return Request{}, fmt.Errorf("hook: %w", err)
	}
	h := http.Header{}
	h.Set("Content-Type", kind)
	h.Set("User-Agent", "Railpost")
	if d.Hook.Format == Ntfy {
		h.Set("Title", headerText(d.Event.Subject))
	}
	at := strconv.FormatInt(now.Unix(), 10)
	h.Set("Webhook-Id", d.ID)
	h.Set("Webhook-Timestamp", at)
	h.Set("Webhook-Signature", "v1,"+Sign(d.Hook.Secret, d.ID, at, body))
	return Request{URL: d.Hook.URL, Header: h, Body: body, Chat: d.Hook.Format != JSON}, nil
}

// Sign returns the signature of a body: HMAC-SHA256 in base64.
func Sign(secret []byte, id, at string, body []byte) string {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(id + "." + at + "."))
	m.Write(body)
	return base64.StdEncoding.EncodeToString(m.Sum(nil))
}

// Prefix begins the keys of postings in the queue; LastPrefix those of the result of a hook's last posting.
const (
	Prefix     = "hookpost/"
	LastPrefix = "hooklast/"
)

// Row is a posting in the queue, by reference: its text follows from the log when it is posted, with the
// players' names at that time.
type Row struct {
	Game     string    `json:"game"`
	Seat     int       `json:"seat"` // -1: a hook of the table
	Hook     string    `json:"hook"` // its ID
	Kind     Kind      `json:"kind"`
	From     uint64    `json:"from"`            // its content begins after this record
	To       uint64    `json:"to"`              // up to this one
	Waits    []Wait    `json:"waits,omitempty"` // seats that the game waited for then
	Queued   time.Time `json:"queued"`
	Attempts int       `json:"attempts,omitempty"`
	Next     time.Time `json:"next"`
	Answer   string    `json:"answer,omitempty"` // of the last attempt

	Told engine.Message `json:"told,omitzero"` // an alarm says so; Game is "" if it is about none
}

// Wait is a seat that a game waits for.
type Wait struct {
	Seat  int       `json:"seat"`
	Asked uint64    `json:"asked"` // the record that opened the question
	Until time.Time `json:"until"`
}

// Last is the result of a hook's last posting.
type Last struct {
	At     time.Time `json:"at"`
	Done   bool      `json:"done"` // it was accepted
	Answer string    `json:"answer"`
	Gone   time.Time `json:"gone,omitzero"` // since when all answers say that the address does not exist
}

// goneMost limits postings to an address that answers that it does not exist; senders that continue are banned.
const goneMost = 7 * 24 * time.Hour

// Stopped reports whether the hook gets only tests now.
func (l Last) Stopped() bool { return !l.Gone.IsZero() && l.At.Sub(l.Gone) >= goneMost }

// Key returns the key of a row that a commit queues; n counts the commits of its game. Those of
// a hook are in the order in which they are to be posted.
func (r Row) Key(n uint64) string { return fmt.Sprintf("%s%s/%020d", Prefix, r.Hook, n) }

// OfKey returns the ID of the hook of a key.
func OfKey(key string) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(key, Prefix), "/")
	return id
}

// Bytes encodes a row.
func (r Row) Bytes() ([]byte, error) { return json.Marshal(r) }

// ReadRow decodes a row.
func ReadRow(b []byte) (r Row, err error) {
	if err = json.Unmarshal(b, &r); err != nil {
		err = fmt.Errorf("hook: reading the queue: %w", err)
	}
	return r, err
}
