package oauth

import (
	"errors"
	"strings"

	"github.com/emersion/go-sasl"
)

// xoauth2 is the mechanism that Google invented, and the only one that Microsoft takes.
const xoauth2 = "XOAUTH2"

// Mechanisms are those with which a server takes a token, best first.
var Mechanisms = []string{sasl.OAuthBearer, xoauth2}

// ErrNone: the server has neither.
var ErrNone = errors.New("the server takes no OAuth token on this connection (it offers neither OAUTHBEARER nor XOAUTH2); " +
	"check port and tls, or use a password")

// client is a sasl.Client. A server that refuses a token asks back with its reason, and says no only after ended.
type client struct {
	mechanism      string
	initial, ended []byte
}

// authzid escapes a user name for GS2 (RFC 5801 4).
var authzid = strings.NewReplacer("=", "=3D", ",", "=2C")

// NewClient logs in with a token by one of the Mechanisms.
func NewClient(mechanism, user, token string) sasl.Client {
	if mechanism == xoauth2 {
		return &client{mechanism, []byte("user=" + user + "\x01auth=Bearer " + token + "\x01\x01"), nil}
	}
	_, initial, _ := sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: authzid.Replace(user), Token: token}).Start()
	return &client{mechanism, initial, []byte{1}} // RFC 7628 3.2.3
}

func (c *client) Start() (string, []byte, error) { return c.mechanism, c.initial, nil }

func (c *client) Next([]byte) ([]byte, error) { return c.ended, nil }
