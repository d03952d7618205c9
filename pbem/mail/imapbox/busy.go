package imapbox

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"

	"railpost/pbem/mail/dial"
)

type refusedError = dial.RefusedError

// busyError is a refusal that waiting fixes: too many connections, a quota, maintenance.
type busyError struct {
	err  error
	wait time.Duration // as the server asks; 0: not given
}

func (e *busyError) Error() string { return "the account is busy or over a limit: " + e.err.Error() }
func (e *busyError) Unwrap() error { return e.err }

// byeError is the server's reason for ending the connection. It is no imap.Error, as that is an answer to a command.
type byeError struct {
	said *imap.Error
	err  error
}

func (e *byeError) Error() string { return fmt.Sprintf("%v; before that: %v", e.err, e.said) }
func (e *byeError) Unwrap() error { return e.err }

var (
	busyText = regexp.MustCompile(`(?i)too many|simultaneous|temporar|try (it )?again|later|retry|\bbusy|(un|not )available|` +
		`wait|locked by|connection limit|overload|throttl|back.?off|maintenance|\bin use|\brate\b|exceed|quota|` +
		`(limit|maximum).*(reached|hit)|(reached|hit).*(limit|maximum)`)
	loginText = regexp.MustCompile(`(?i)password|credential|invalid|incorrect|unsafe`)
	waitText  = regexp.MustCompile(`(?i)(\d{1,9}) ?` +
		`(?:(ms|s|m|h)|(milli)seconds?|(s)ec(?:ond)?s?|(m)in(?:ute)?s?|(h)(?:ou)?rs?)\b`)
)

// busy returns err as a busyError if that is what the server's answer means, by its code (RFC
// 5530) or, as many servers have none, by its text.
func busy(err error) error {
	e, ok := errors.AsType[*imap.Error](err)
	if bye, said := errors.AsType[*byeError](err); said {
		e, ok = bye.said, true
	}
	if _, refused := errors.AsType[*refusedError](err); !ok || refused || !isBusy(e) {
		return err
	}
	return &busyError{err, asked(e.Text)}
}

func isBusy(e *imap.Error) bool {
	switch e.Code {
	case imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeOverQuota,
		"THROTTLED":
		return true
	case imap.ResponseCodeAuthenticationFailed, imap.ResponseCodeAuthorizationFailed, imap.ResponseCodeExpired,
		imap.ResponseCodePrivacyRequired, imap.ResponseCodeContactAdmin, imap.ResponseCodeNonExistent:
		return false
	}
	return busyText.MatchString(e.Text) && !loginText.MatchString(e.Text)
}

// asked returns the first length of time in a text, such as "in 5 minutes".
func asked(text string) time.Duration {
	m := waitText.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	unit := strings.ToLower(strings.Join(m[2:], ""))                            // one of them is not empty
	wait, _ := time.ParseDuration(m[1] + strings.Replace(unit, "illi", "s", 1)) // an overflow counts as not given
	return wait
}

// refuses distinguishes a wrong password from a busy server. A NO without a code and a known
// reason counts as a refusal: trying again gets accounts locked.
func refuses(e *imap.Error) bool {
	return e.Type != imap.StatusResponseTypeBye && e.Code != imap.ResponseCodeServerBug && !isBusy(e)
}

// refusals is how many sessions in a row may end because the server refuses to open the
// mailbox, before that counts as a refusal.
const refusals = 3

// barred returns the meaning of an error at the opening of the mailbox.
func (r *runner) barred(err error) error {
	e, ok := errors.AsType[*imap.Error](err)
	if !ok || e.Type != imap.StatusResponseTypeNo || !refuses(e) {
		return busy(err)
	}
	if r.refused++; r.refused < refusals {
		return err
	}
	return &refusedError{Err: fmt.Errorf("the mailbox cannot be opened: %w", err)}
}
