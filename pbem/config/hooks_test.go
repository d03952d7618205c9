package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/hook"
)

// TestAlarmHook: the address for alarms comes from a file, must be an allowed one, and is shown nowhere.
func TestAlarmHook(t *testing.T) {
	for _, c := range []struct {
		address, more string
		want          hook.Format
		fault         string
	}{
		{address: "https://discord.com/api/webhooks/1/hush", want: hook.Discord},
		{address: "https://ntfy.example.org/hush", want: hook.JSON},
		{address: "https://ntfy.example.org/hush", more: `alarms_format = "ntfy"`, want: hook.Ntfy},
		{address: "https://ntfy.example.org/hush", more: `alarms_format = "fax"`, fault: `FILE:5: hooks.alarms_format: "fax" is not a valid value; allowed: json, discord, slack, matrix, ntfy`},
		{address: "https://elsewhere.example/hush", fault: "FILE:4: hooks.alarms_file: FOLDER/alarms: "},
		{address: "http://discord.com/hush", fault: "FILE:4: hooks.alarms_file: FOLDER/alarms: "},
		{address: "", fault: "FILE:4: hooks.alarms_file: FOLDER/alarms is empty"},
	} {
		path := write(t, "mail = \"embedded\"\n[hooks]\nhosts = [\"discord.com\", \"ntfy.example.org\"]\nalarms_file = \"alarms\"\n"+c.more+"\n")
		folder := filepath.Dir(path)
		expect.NoError(t, os.WriteFile(filepath.Join(folder, "alarms"), []byte(c.address+"\n"), 0o600))
		conf, err := Load(path)
		if c.fault != "" {
			if text := strings.ReplaceAll(faultLines(t, err), folder, "FOLDER"); !strings.HasPrefix(text, c.fault) || strings.Contains(text, "hush") {
				t.Errorf("%s %s: %s", c.address, c.more, text)
			}
			continue
		}
		expect.NoError(t, err)
		var shown strings.Builder
		if err := conf.Show(&shown, true); err != nil || strings.Contains(shown.String(), "hush") {
			t.Errorf("%v\n%s", err, shown.String())
		}
		if h, ok := conf.AlarmHook(); !ok || h.URL != c.address || h.Format != c.want {
			t.Errorf("%s %s: %v %+v", c.address, c.more, ok, h)
		}
	}
	if _, ok := Default().AlarmHook(); ok {
		t.Error("there is a hook without an address")
	}
}
