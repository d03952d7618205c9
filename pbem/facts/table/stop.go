package table

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"railpost/engine"
)

// Stop is what the one-click button of a letter ends (RFC 8058).
type Stop struct {
	Kind    StopKind    `json:"k"`
	Game    string      `json:"g,omitempty"`
	Mark    string      `json:"m,omitempty"` // of that game: another may get its name
	Seat    engine.Seat `json:"s,omitempty"` // StopSeat
	Address string      `json:"a"`           // where the letter went
	Lang    string      `json:"l,omitempty"` // the letter's
}

// StopKind is a kind of letters that can be stopped.
type StopKind string

const (
	StopSeat   StopKind = "seat"   // those of a player in one game
	StopWatch  StopKind = "watch"  // those of somebody who watches it
	StopDigest StopKind = "digest" // daily ones
	StopLobby  StopKind = "lobby"  // those about tables in formation
)

// StopMark distinguishes games of the same name in Stop.
func (k Tokens) StopMark() string { return token(k.Key, "stop")[:8] }

// Link returns the part of an address that means the Stop, and shows neither it nor the reader's address. It is made
// from the service's secret, so it is no token of a seat. Equal letters have equal links.
func (s Stop) Link(secret []byte) (string, error) {
	b, err := json.Marshal(s)
	if err != nil {
		return "", fmt.Errorf("table: a link to unsubscribe: %w", err)
	}
	sealer, err := stopSealer(secret)
	if err != nil {
		return "", err
	}
	nonce := stopHash(secret, "nonce", b)[:sealer.NonceSize()]
	return base64.RawURLEncoding.EncodeToString(sealer.Seal(nonce, nonce, b, nil)), nil
}

// ReadStop returns the meaning of a link; false: it was not made from the secret.
func ReadStop(secret []byte, link string) (s Stop, ok bool) {
	sealer, err := stopSealer(secret)
	sealed, wrong := base64.RawURLEncoding.Strict().DecodeString(link)
	if err != nil || wrong != nil || len(secret) == 0 || len(sealed) < sealer.NonceSize() {
		return s, false
	}
	b, err := sealer.Open(nil, sealed[:sealer.NonceSize()], sealed[sealer.NonceSize():], nil)
	return s, err == nil && json.Unmarshal(b, &s) == nil
}

func stopSealer(secret []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(stopHash(secret, "key", nil))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func stopHash(secret []byte, what string, of []byte) []byte {
	m := hmac.New(sha256.New, secret)
	m.Write(append([]byte("stop|"+what+"|"), of...))
	return m.Sum(nil)
}
