package config

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"railpost/pbem/facts/clock"
)

// Kind is where letters travel.
type Kind string

const (
	IMAP     Kind = "imap"     // a provider's mailbox: IMAP in, SMTP out
	Embedded Kind = "embedded" // servers inside the daemon; no letter leaves the machine
)

// EmbeddedAddress is what players write to with Embedded, if the file names no
// identity.base_address.
const EmbeddedAddress = "railpost@localhost"

// TLS is how a connection is protected.
type TLS string

const (
	Implicit TLS = "implicit" // from the first byte
	StartTLS TLS = "starttls" // demanded, never given up silently
	NoTLS    TLS = "none"     // plain; for loopback and trusted networks
)

// UnknownSender is the treatment of a stranger's mail.
type UnknownSender string

const (
	Ignore UnknownSender = "ignore" // nothing
	Help   UnknownSender = "help"   // one letter a day
)

// Open is who may open and join tables by mail.
type Open string

const (
	OpenNobody  Open = "nobody"
	OpenPlayers Open = "players" // present and former players, and people they invite
	OpenAnyone  Open = "anyone"
)

// LogFormat is the shape of a log line.
type LogFormat string

const (
	LogText LogFormat = "text"
	LogJSON LogFormat = "json"
)

// LogLevel is the least important line that is written.
type LogLevel string

const (
	LevelDebug LogLevel = "debug"
	LevelInfo  LogLevel = "info"
	LevelWarn  LogLevel = "warn"
	LevelError LogLevel = "error"
)

// Slog is the level for a slog handler.
func (l LogLevel) Slog() (level slog.Level) {
	_ = level.UnmarshalText([]byte(l)) // Check has validated it
	return level
}

// Duration is a length of time written "3d", "36h", "1d12h".
type Duration struct{ time.Duration }

// String is the form the file uses.
func (d Duration) String() string { return clock.FormatDuration(d.Duration) }

// MarshalText writes the form the file uses.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what clock.ParseDuration reads.
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := clock.ParseDuration(string(text))
	if err != nil {
		return err
	}
	d.Duration = parsed
	return nil
}

// Size is a number of bytes, written "500MB".
type Size int64

const (
	KB Size = 1 << 10
	MB Size = 1 << 20
	GB Size = 1 << 30
)

var sizeUnits = []struct {
	name  string
	bytes Size
}{{"GB", GB}, {"MB", MB}, {"KB", KB}}

// String is the size in the largest unit that gives a whole number.
func (s Size) String() string {
	for _, u := range sizeUnits {
		if s != 0 && s%u.bytes == 0 {
			return fmt.Sprintf("%d%s", s/u.bytes, u.name)
		}
	}
	return fmt.Sprintf("%dB", int64(s))
}

// MarshalText writes the form the file uses.
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a whole number with B, KB, MB or GB.
func (s *Size) UnmarshalText(text []byte) error {
	wrong := fmt.Errorf(`%q is not a size; write a whole number with B, KB, MB or GB, for instance "500MB"`, text)
	rest := strings.ToUpper(strings.ReplaceAll(string(text), " ", ""))
	unit := Size(1)
	for _, u := range sizeUnits {
		if number, found := strings.CutSuffix(rest, u.name); found {
			rest, unit = number+"B", u.bytes
			break
		}
	}
	number, found := strings.CutSuffix(rest, "B")
	n, err := strconv.ParseUint(number, 10, 31)
	if !found || err != nil {
		return wrong
	}
	*s = Size(n) * unit
	return nil
}
