package table

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Profile is what the service knows of somebody who opens and joins tables by mail, beside
// the seats they have. It stands under the first of their addresses in the store; each
// further one has an entry that names it (Of).
type Profile struct {
	Form
	Name      string    `json:"name,omitempty"`
	Addresses []string  `json:"addresses"`         // letters go to the first
	Of        string    `json:"of,omitempty"`      // first address of the profile that this one belongs to
	Key       []byte    `json:"key"`               // secret: derives their token
	Added     time.Time `json:"added"`             // when it was entered, or the last letter went there unasked
	Wrote     time.Time `json:"wrote,omitzero"`    // when a mail last came to their lobby address; zero: never, so it may not be their wish
	Asks      uint64    `json:"asks,omitempty"`    // number of letters that have asked for a confirmation
	Invited   []string  `json:"invited,omitempty"` // tables to which they were invited
	Named     bool      `json:"named,omitempty"`   // they have chosen the name themselves
	Lang      string    `json:"lang,omitempty"`    // "en"
	Zone      string    `json:"zone,omitempty"`
	Letters   Letters   `json:"letters,omitempty"`
	Calendar  bool      `json:"calendar,omitempty"` // their letters include their deadlines for a calendar
	Unsure    *Unsure   `json:"unsure,omitempty"`   // a request still to be confirmed
}

// Unsure is the request of a mail without a token: it is carried out once its sender confirms it.
type Unsure struct {
	N     uint64    `json:"n"` // names the letter that asks
	At    time.Time `json:"at"`
	Lines []string  `json:"lines,omitempty"`
	Of    string    `json:"of,omitempty"` // the first address of the profile to which this one is to be added
}

// Ask stores the request that a "confirm" in answer to the next letter confirms: lines, or that the address
// belongs to another profile.
func (p *Profile) Ask(at time.Time, lines []string, of string) {
	p.Asks++
	p.Unsure = &Unsure{N: p.Asks, At: at, Lines: lines, Of: of}
}

// ProfilePrefix begins the keys of all profiles.
const ProfilePrefix = "profile/"

// ProfileKey returns the key under which the store keeps the profile of an address.
func ProfileKey(address string) string { return ProfilePrefix + strings.ToLower(address) }

// StoppedPrefix and RequestPrefix begin the keys of addresses whose owners want no requests,
// and of those that were sent one lately. Only hashes of them are kept: they may be nobody's
// here, and must not be written to again when everything about them has been erased.
const (
	StoppedPrefix = "stopped/"
	RequestPrefix = "request/"
)

// StoppedKey returns the key of an address whose owner wants no requests.
func StoppedKey(address string) string { return StoppedPrefix + addressHash(address) }

// RequestKey returns the key of an address that was sent a request.
func RequestKey(address string) string { return RequestPrefix + addressHash(address) }

func addressHash(address string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.ToLower(address))))
}

// PeoplePrefixes begin the keys of people's settings apart from any game: a restore does not revert them.
func PeoplePrefixes() []string {
	return []string{NewcomerPrefix, ProfilePrefix, OpeningPrefix, StoppedPrefix, RequestPrefix, DigestPrefix}
}

// ReadProfile returns the profile of an address; nil if it has none. get reads the store.
func ReadProfile(address string, get func(key string) ([]byte, error)) (*Profile, error) {
	p, err := readProfile(address, get)
	if err != nil || p == nil || p.Of == "" {
		return p, err
	}
	of, err := readProfile(p.Of, get)
	if of != nil && slices.Contains(of.Addresses, strings.ToLower(address)) {
		p = of
	}
	return p, err
}

func readProfile(address string, get func(key string) ([]byte, error)) (*Profile, error) {
	b, err := get(ProfileKey(address))
	if err != nil || len(b) == 0 {
		return nil, err
	}
	return decoded[Profile](b, "a profile")
}

// Address returns where their letters go.
func (p *Profile) Address() string { return p.Addresses[0] }

// Token returns the token of their letters. It identifies no seat.
func (p *Profile) Token() string { return token(p.Key, "lobby") }

// Proves reports whether a token is theirs.
func (p *Profile) Proves(token string) bool {
	return hmac.Equal([]byte(p.Token()), []byte(strings.ToLower(token)))
}

// Proven reports whether somebody who reads at the address has written to the lobby.
func (p *Profile) Proven() bool { return !p.Wrote.IsZero() }
