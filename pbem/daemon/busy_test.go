package daemon

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/toy"
	"railpost/pbem/config"
	"railpost/pbem/imapbox"
	"railpost/pbem/key"
	"railpost/store/mem"
)

// TestBusyMailbox: an account over its limit is no refused login, for the organiser and for readyz.
func TestBusyMailbox(t *testing.T) {
	c := config.Default()
	c.Mail.Kind = config.Embedded
	c.Identity.BaseAddress = config.EmbeddedAddress
	c.Store.Path = filepath.Join(t.TempDir(), "railpost.db")
	d, err := New(t.Context(), Options{Config: c, Store: mem.New(), Titles: func(string) engine.Title { return toy.Title{} }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	for state, want := range map[imapbox.State]string{imapbox.Busy: key.AlarmBusy, imapbox.Refused: key.AlarmLogin} {
		d.mailboxStatus(imapbox.Status{State: state, Err: errors.New("NO as it is")})
		if told := (<-d.alarms).told; told.Key != want {
			t.Errorf("%s: told %v, want %s", state, told, want)
		}
		if err := d.mailboxProbe(); err == nil || !strings.Contains(err.Error(), string(state)+": NO as it is") {
			t.Errorf("%s: readyz says %v", state, err)
		}
	}
}
