package smtpout

import (
	"errors"
	"fmt"

	"github.com/emersion/go-smtp"
)

// step of a transaction, in order.
type step int

const (
	atConnect step = iota
	atReset
	atMail
	atRcpt
	atData
	atBody // from the first byte of the letter on
)

// stopError is a fault of the configuration, which no retry mends.
type stopError struct{ err error }

func (e *stopError) Error() string { return e.err.Error() }
func (e *stopError) Unwrap() error { return e.err }

// recipientError is an address that this server cannot handle.
type recipientError struct{ err error }

func (e *recipientError) Error() string { return e.err.Error() }

// authError adds the step to an error. A 5xx here is a wrong password or a closed account.
func authError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("log in: %w", err)
}

// classify returns the result of a failed attempt, by its reply code and step (RFC 5321
// 4.2.1, 4.5.4.1; RFC 3463 for the enhanced code).
func classify(err error, at step) Result {
	r := Result{Class: Transient, Text: err.Error()}
	var stop *stopError
	var recipient *recipientError
	var reply *smtp.SMTPError
	switch {
	case errors.As(err, &stop):
		r.Class = Stop
	case errors.As(err, &recipient):
		r.Class = RecipientBad
	case errors.As(err, &reply):
		r.Code, r.Text = reply.Code, reply.Message
		if reply.EnhancedCode[0] > 0 {
			r.Enhanced = fmt.Sprintf("%d.%d.%d", reply.EnhancedCode[0], reply.EnhancedCode[1], reply.EnhancedCode[2])
		}
		r.Class = replyClass(reply, at)
	case at <= atMail:
		r.Class = Unreachable
	case at == atBody:
		// Buffers hide how much of the letter, and whether its final dot, went
		// out; the server may have taken it.
		r.Class = Lost
	}
	return r
}

func replyClass(reply *smtp.SMTPError, at step) Class {
	permanent, detail := reply.Code/100 == 5, reply.EnhancedCode
	size := reply.Code == 552 || detail == smtp.EnhancedCode{5, 3, 4} // MAIL states the size, too (RFC 1870 6.1)
	switch {
	case !permanent && at < atRcpt:
		return Unreachable
	case !permanent:
		return Transient
	case size && at >= atMail:
		return RecipientBad
	case at < atRcpt:
		return Stop
	case detail[0] == 5 && (detail[1] == 2 || detail[1] == 1 && at == atRcpt):
		return RecipientBad
	}
	return Refused
}
