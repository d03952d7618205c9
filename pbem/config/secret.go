package config

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a password, or an address that is as good as one. Printing it shows only whether there is one. The zero Secret is not
// set. Do not compare with ==.
type Secret struct {
	// A pointer, because fmt calls no methods on the unexported fields of
	// somebody's struct: it prints an address there and not the text.
	text *string
}

// NewSecret wraps a password; "" is none.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{&text}
}

// Reveal returns the password itself, "" if not set; for the login, or to post there, and nothing else.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Set reports whether there is a password.
func (s Secret) Set() bool { return s.text != nil }

// String returns "(set)" or "(not set)".
func (s Secret) String() string {
	if s.Set() {
		return "(set)"
	}
	return "(not set)"
}

// Format prints the same for every verb and flag, "%#v" and "%x" included.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// GoString prints the same in nested "%#v".
func (s Secret) GoString() string { return s.String() }

// MarshalText prints the same in TOML, JSON and XML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue prints the same in logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
