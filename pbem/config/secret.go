package config

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a password. Whatever prints it says only whether there is one.
type Secret struct{ text string }

// NewSecret wraps a password.
func NewSecret(text string) Secret { return Secret{text} }

// Reveal is the password itself, for the login and nothing else.
func (s Secret) Reveal() string { return s.text }

// Set tells whether there is one.
func (s Secret) Set() bool { return s.text != "" }

// String is "(set)" or "(not set)".
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
