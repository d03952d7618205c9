package compose

import (
	"cmp"
	"fmt"
	"net/mail"
	"regexp"
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

// NoGame is the tag of addresses that are about no game: no game can be called so.
const NoGame = "-"

// Reply is the content of an answer address.
type Reply struct {
	Game  string
	Step  Step
	Token string
}

// String returns it as it is written in addresses, and as a code in the text of a letter.
func (r Reply) String() string { return r.Game + "." + r.Step.String() + "." + r.Token }

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

// The spellings of a game's tag, a number, a token, and their combinations.
const (
	tagForm    = `[a-z0-9-]{1,12}`
	numberForm = `0|[1-9][0-9]*`
	tokenForm  = `[a-z2-7]{26}`
)

// mostCodes limits the codes that Codes returns: each is looked up.
const mostCodes = 10

var (
	tagOnly   = regexp.MustCompile(`^` + tagForm + `$`)
	tokenOnly = regexp.MustCompile(`^` + tokenForm + `$`)
	replyForm = regexp.MustCompile(`^(` + tagForm + `)\.(` + numberForm + `)([a-z]{0,8})\.(` + tokenForm + `)$`)
	codeForm  = regexp.MustCompile(`(?i)(?:^|[^a-z0-9.+=_-])(` + tagForm + `\.(?:` + numberForm + `)[a-z]{0,8}\.` + tokenForm + `)(?:$|[^a-z0-9@_-])`)
	idForm    = regexp.MustCompile(`^(_|` + tagForm + `)\.(` + numberForm + `)\.(x|[0-9]|[1-9][0-9])\.([a-z0-9-]+)@([A-Za-z0-9.-]+)$`)
)

// ValidTag reports whether s can be a game's tag: 1 to 12 of a-z, 0-9 and "-".
func ValidTag(s string) bool { return tagOnly.MatchString(s) }

// ReplyAddress returns base+GAME.STEP.TOKEN@host: the answer to a letter names its letter
// even if In-Reply-To is lost. base is the local part of the service's address, sep what
// follows it ("+"). The error says what does not fit into an address.
func ReplyAddress(base, sep string, r Reply, host string) (string, error) {
	local := base + sep + r.String()
	switch {
	case !ValidTag(r.Game):
		return "", fmt.Errorf("reply address: game tag %q: use 1 to %d of a-z, 0-9 and -", r.Game, MaxTag)
	case !tokenOnly.MatchString(r.Token):
		return "", fmt.Errorf("reply address of %s: the token does not have %d base32 digits", r.Game, TokenLen)
	case len(local) > maxLocal:
		return "", fmt.Errorf("reply address of %s: %d characters before the @, at most %d are allowed (RFC 5321); use a shorter identity.base_address", r.Game, len(local), maxLocal)
	}
	return local + "@" + host, nil
}

// ParseReplyAddress parses the output of ReplyAddress, in any case of letters. It does not compare the host,
// since providers have several names for one mailbox; the token alone identifies the seat. false: it is not
// such an address.
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
	return parseReply(rest)
}

// Codes returns the codes in the lines of a mail, each once, the newest letters first. A letter without an
// answer address of its own has a code in its text instead.
func Codes(lines []string) (list []Reply) {
	for _, line := range lines {
		for _, m := range codeForm.FindAllStringSubmatch(line, -1) {
			r, ok := parseReply(strings.ToLower(m[1]))
			if ok && !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Reply) int {
		return cmp.Or(cmp.Compare(b.Step.Epoch, a.Step.Epoch), cmp.Compare(b.Step.N, a.Step.N))
	})
	return list[:min(len(list), mostCodes)]
}

// HasCode reports whether a line of a mail has a code.
func HasCode(line string) bool { return codeForm.MatchString(line) }

func parseReply(s string) (Reply, bool) {
	parts := replyForm.FindStringSubmatch(s)
	if parts == nil {
		return Reply{}, false
	}
	step, ok := parseStep(parts[2], parts[3])
	return Reply{Game: parts[1], Step: step, Token: parts[4]}, ok
}

// parseStep parses the number of a step and the letters after it.
func parseStep(number, epoch string) (s Step, ok bool) {
	n, err := strconv.ParseUint(number, 10, 64)
	s.N = n
	for _, c := range epoch {
		s.Epoch = s.Epoch*26 + uint64(c-'a') + 1
	}
	return s, err == nil
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
	game = cmp.Or(game, noGame)
	who := outside
	if seat >= 0 {
		who = strconv.Itoa(seat)
	}
	return game + "." + strconv.FormatUint(step, 10) + "." + who + "." + kind + "@" + host
}

// ParseMessageID parses the output of MessageID, with or without angle brackets. false: it is not one of ours,
// or a relay has rewritten it.
func ParseMessageID(s string) (ID, bool) {
	s = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(s), "<"), ">")
	parts := idForm.FindStringSubmatch(s)
	if parts == nil {
		return ID{}, false
	}
	id := ID{Seat: -1, Kind: parts[4], Host: parts[5]}
	if parts[1] != noGame {
		id.Game = parts[1]
	}
	if parts[3] != outside {
		id.Seat, _ = strconv.Atoi(parts[3]) // two digits
	}
	var err error
	id.Step, err = strconv.ParseUint(parts[2], 10, 64)
	return id, err == nil
}

// SplitAddress returns the parts of an address before and after the @.
func SplitAddress(a string) (local, domain string) {
	at := strings.LastIndexByte(a, '@')
	if at < 0 {
		return a, ""
	}
	return a[:at], a[at+1:]
}
