package daemon

import (
	"errors"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/imapbox"
)

// TestBusyMailbox: an account over its limit is no refused login, for the organiser and for readyz.
func TestBusyMailbox(t *testing.T) {
	d := idle(t, Options{})
	for state, want := range map[imapbox.State]string{imapbox.Busy: key.AlarmBusy, imapbox.Refused: key.AlarmLogin} {
		d.mailboxStatus(imapbox.Status{State: state, Err: errors.New("NO as it is")})
		if told := (<-d.alarms).told; told.Key != want {
			t.Errorf("%s: told %v, want %s", state, told, want)
		}
		expect.Fails(t, state, d.mailboxProbe(), string(state)+": NO as it is")
	}
}
