package smtpout

import (
	"errors"
	"net/textproto"
	"regexp"
	"strings"
	"unicode"

	"railpost/pbem/mail/dial"
)

// step is a step of a transaction, in order.
type step int

const (
	atConnect step = iota
	atReset
	atMail
	atRcpt
	atData
	atBody // from the first byte of the letter on
)

type stopError = dial.RefusedError

// recipientError is an address that this server cannot handle.
type recipientError struct{ err error }

func (e *recipientError) Error() string { return e.err.Error() }

// classify returns the result of a failed attempt at a letter to an address, by its reply code and step (RFC 5321
// 4.2.1, 4.5.4.1; RFC 3463 for the enhanced code).
func classify(err error, at step, to string) Result {
	r := Result{Class: Transient, Text: err.Error()}
	_, stop := errors.AsType[*stopError](err)
	_, recipient := errors.AsType[*recipientError](err)
	reply, replied := errors.AsType[*textproto.Error](err)
	switch {
	case stop:
		r.Class, r.Account = Stop, true
	case recipient:
		r.Class = RecipientBad
	case replied:
		r.Code, r.Text = reply.Code, reply.Msg
		if r.Enhanced = enhanced.FindString(reply.Msg); r.Enhanced != "" {
			r.Text = strings.ReplaceAll("\n"+r.Text, "\n"+r.Enhanced+" ", "\n")[1:] // each line has it (RFC 2034 4)
		}
		account := at >= atMail && r.Code/100 >= 4 && ofAccount(r, to)
		r.Class = replyClass(r, at, account)
		r.Account = r.Class == Stop && (account || at < atMail)
	case at <= atMail:
		r.Class = Unreachable
	case at == atBody:
		// Buffers hide how much of the letter, and whether its final dot, went
		// out; the server may have taken it.
		r.Class = Lost
	}
	r.Text = legible(r.Text)
	return r
}

// legible replaces characters on which a terminal acts, since organisers see what servers say.
func legible(reply string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, reply)
}

// enhanced is a code such as 5.1.1 at the beginning of a reply (RFC 3463 2).
var enhanced = regexp.MustCompile(`^[245]\.\d{1,3}\.\d{1,3}\b`)

// outOfStep reports whether a reply that is not as it should be is none to the command before it, or whether the server
// says so: 503 is a bad sequence of commands (RFC 5321 4.2.3).
func outOfStep(code int) bool { return code > 0 && (code/100 < 4 || code == 503) }

func replyClass(r Result, at step, account bool) Class {
	permanent := r.Code/100 == 5
	size := r.Code == 552 || r.Enhanced == "5.3.4" // MAIL states the size, too (RFC 1870 6.1)
	switch {
	case account:
		return Stop
	case outOfStep(r.Code) && at == atBody:
		return Lost
	case !permanent && at < atRcpt:
		return Unreachable
	case !permanent:
		return Transient
	case size && at >= atMail:
		return RecipientBad
	case at < atRcpt:
		return Stop
	case strings.HasPrefix(r.Enhanced, "5.2."), strings.HasPrefix(r.Enhanced, "5.1.") && at == atRcpt:
		return RecipientBad
	}
	return Refused
}
