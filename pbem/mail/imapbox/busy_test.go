package imapbox

import (
	"fmt"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"railpost/engine/enginetest/expect"
)

// TestBusy: providers' answers for an account that will be let in later, and for one that will not.
func TestBusy(t *testing.T) {
	const wrong = -1
	for _, c := range []struct {
		code imap.ResponseCode
		text string
		wait time.Duration // asked for
	}{
		{"ALERT", "Too many simultaneous connections. (Failure)", 0},
		{"ALERT", "Account exceeded command or bandwidth limits. (Failure)", 0},
		{"ALERT", "Maximum number of connections from user+IP exceeded (mail_max_userip_connections=10)", 0},
		{"LIMIT", "", 0}, {"INUSE", "x", 0}, {"OVERQUOTA", "x", 0}, {"UNAVAILABLE", "wrong password database", 0}, {"THROTTLED", "x", 0},
		{"", "Request is throttled. Suggested Backoff Time: 300000 milliseconds", 5 * time.Minute},
		{"", "please try again in 5 minutes", 5 * time.Minute}, {"", "Retry after 90s", 90 * time.Second},
		{"", "wait 1 hour", time.Hour}, {"", "wait 15 min.", 15 * time.Minute}, {"", "too many logins, wait 2 Hrs", 2 * time.Hour},
		{"", "wait 999999999 hours", 0}, {"", "Server is busy", 0}, {"", "service not available", 0}, {"", "Mailbox is locked by POP3", 0},
		{"SERVERBUG", "LOGIN Server error - Please try again later", 0}, {"", "Login rate exceeded", 0}, {"", "Connection limit reached", 0},
		{"", "Temporary system problem", 0}, {"X-ODD", "down for maintenance", 0},
		{"", "Login failed", wrong}, {"AUTHENTICATIONFAILED", "temporary", wrong}, {"", "Invalid credentials, try again", wrong},
		{"", "Incorrect password, try again in 5 minutes", wrong}, {"ALERT", "Web login required", wrong},
		{"EXPIRED", "password too old, try again later", wrong}, {"CONTACTADMIN", "temporarily disabled", wrong},
		{"", "SELECT Unsafe Login. Please contact kefu@188.com for help", wrong}, {"NONEXISTENT", "Mailbox unavailable", wrong},
	} {
		err := fmt.Errorf("log in: %w", &imap.Error{Type: imap.StatusResponseTypeNo, Code: c.code, Text: c.text})
		got := time.Duration(wrong)
		if e, ok := busy(err).(*busyError); ok {
			got = e.wait
		}
		expect.Same(t, fmt.Sprintf("[%s] %s", c.code, c.text), got, c.wait)
	}
}
