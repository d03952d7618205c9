package compose

import (
	"fmt"
	"net/mail"
	"slices"
	"strconv"
	"strings"
)

// Limits of the parts of addresses.
const (
	MaxTag   = 12 // characters of a game's tag
	TokenLen = 26 // 128 bits in base32
	maxLocal = 64 // octets before the @ (RFC 5321 4.5.3.1.1)

	maxAddress = 254 // octets of an address (RFC 5321 4.5.3.1.3)
)

// ValidAddress reports whether letters can go to a bare address: it needs no quotation
// marks in a header and is ASCII (RFC 6531 is not supported).
func ValidAddress(a string) bool {
	parsed, err := mail.ParseAddress(a)
	return err == nil && parsed.Address == a && parsed.Name == "" && printable(a) && len(a) <= maxAddress
}

// Reply is the content of an answer address.
type Reply struct {
	Game  string
	Step  Step
	Token string
}

// Step names a letter of a game: the step after which it was written, and how often a
// restore had put the game back by then: after each, the same numbers mean different steps.
type Step struct {
	N     uint64
	Epoch uint64
}

// String returns the step as it is written in addresses: 17, after one restore 17a, after
// two 17b, after 27 17aa. A letter leaves room for four digits if the base address is as
// long as the configuration allows.
func (s Step) String() string {
	var epoch []byte
	for e := s.Epoch; e > 0; e = (e - 1) / 26 {
		epoch = append(epoch, 'a'+byte((e-1)%26))
	}
	slices.Reverse(epoch)
	return strconv.FormatUint(s.N, 10) + string(epoch)
}

// parseStep parses what String returns: one spelling only.
func parseStep(text string) (Step, bool) {
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	n, ok := number(digits)
	s := Step{N: n}
	for _, c := range text[len(digits):] {
		s.Epoch = s.Epoch*26 + uint64(c-'a') + 1
	}
	return s, ok && len(text)-len(digits) <= 8
}

// ValidTag reports whether s can be a game's tag: 1 to 12 of a-z, 0-9 and "-".
func ValidTag(s string) bool {
	return s != "" && len(s) <= MaxTag && only(s, "abcdefghijklmnopqrstuvwxyz0123456789-")
}

// ValidToken reports whether s has the form of a token: 26 lower-case base32 digits.
func ValidToken(s string) bool {
	return len(s) == TokenLen && only(s, "abcdefghijklmnopqrstuvwxyz234567")
}

func only(s, allowed string) bool {
	return strings.Trim(s, allowed) == ""
}

// ReplyAddress returns base+GAME.STEP.TOKEN@host: the answer to a letter names its letter
// even if In-Reply-To is lost. base is the local part of the service's address, sep what
// follows it ("+"). The error says what does not fit into an address.
func ReplyAddress(base, sep string, r Reply, host string) (string, error) {
	local := base + sep + r.Game + "." + r.Step.String() + "." + r.Token
	switch {
	case !ValidTag(r.Game):
		return "", fmt.Errorf("reply address: game tag %q: 1 to %d of a-z, 0-9 and - are needed", r.Game, MaxTag)
	case !ValidToken(r.Token):
		return "", fmt.Errorf("reply address of %s: the token does not have %d base32 digits", r.Game, TokenLen)
	case len(local) > maxLocal:
		return "", fmt.Errorf("reply address of %s: %d characters before the @, %d are allowed (RFC 5321); a shorter identity.base_address is needed", r.Game, len(local), maxLocal)
	}
	return local + "@" + host, nil
}

// ParseReplyAddress parses what ReplyAddress returns, in any case of letters. It does not
// compare the host: providers have several names for one mailbox, and it is the token that
// proves. false: it is not such an address.
func ParseReplyAddress(address, base, sep string) (Reply, bool) {
	address = strings.ToLower(address)
	at := strings.LastIndexByte(address, '@')
	if at < 0 || at > maxLocal || at == len(address)-1 {
		return Reply{}, false
	}
	rest, ok := strings.CutPrefix(address[:at], strings.ToLower(base+sep))
	if !ok {
		return Reply{}, false
	}
	parts := strings.Split(rest, ".")
	if len(parts) != 3 || !ValidTag(parts[0]) || !ValidToken(parts[2]) {
		return Reply{}, false
	}
	step, ok := parseStep(parts[1])
	return Reply{Game: parts[0], Step: step, Token: parts[2]}, ok
}

// number parses a decimal number as FormatUint writes it: one spelling only.
func number(s string) (uint64, bool) {
	n, err := strconv.ParseUint(s, 10, 64)
	return n, err == nil && strconv.FormatUint(n, 10) == s
}

// ID is the content of a Message-ID of ours: the letter after record Step of Game to Seat.
// Seat -1 is the organiser or an outsider, Game "" the service itself.
type ID struct {
	Game string
	Step uint64
	Seat int
	Kind string
	Host string
}

// Spellings of missing parts.
const (
	noGame  = "_"
	outside = "x"
)

// MessageID returns GAME.STEP.SEAT.KIND@host, without angle brackets. If one step can bring
// several letters of a kind to a seat (answers, reminders), the kind has a mark:
// "answer-k3f9mz2a". The kind consists of a-z, 0-9 and "-".
func MessageID(game string, step uint64, seat int, kind, host string) string {
	if game == "" {
		game = noGame
	}
	who := outside
	if seat >= 0 {
		who = strconv.Itoa(seat)
	}
	return game + "." + strconv.FormatUint(step, 10) + "." + who + "." + kind + "@" + host
}

// ParseMessageID parses what MessageID returns, with or without angle brackets. false: it
// is not one of ours, or a relay has rewritten it.
func ParseMessageID(s string) (ID, bool) {
	s = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(s), "<"), ">")
	local, host, ok := strings.Cut(s, "@")
	parts := strings.Split(local, ".")
	if !ok || len(parts) != 4 || !validHost(host) {
		return ID{}, false
	}
	id := ID{Game: parts[0], Seat: -1, Kind: parts[3], Host: host}
	if id.Game == noGame {
		id.Game = ""
	} else if !ValidTag(id.Game) {
		return ID{}, false
	}
	if id.Step, ok = number(parts[1]); !ok {
		return ID{}, false
	}
	if parts[2] != outside {
		seat, ok := number(parts[2])
		if !ok || seat > 99 {
			return ID{}, false
		}
		id.Seat = int(seat)
	}
	if id.Kind == "" || !only(id.Kind, "abcdefghijklmnopqrstuvwxyz0123456789-") {
		return ID{}, false
	}
	return id, true
}

func validHost(s string) bool {
	return s != "" && only(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.")
}

// SplitAddress returns what is before and after the @ of an address.
func SplitAddress(a string) (local, domain string) {
	at := strings.LastIndexByte(a, '@')
	if at < 0 {
		return a, ""
	}
	return a[:at], a[at+1:]
}
