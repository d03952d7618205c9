package upkeep

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestReadMails: a folder of files and a Maildir, in which Dovecot leaves unread mail in new, give the
// same mails in order of arrival.
func TestReadMails(t *testing.T) {
	mail := func(hour string) string { return "Date: Mon, 2 Mar 2026 " + hour + ":00:00 +0000\r\n\r\npass\r\n" }
	for _, c := range []struct {
		files      map[string]string
		want, none string
	}{
		{map[string]string{"b.eml": mail("08"), "a.eml": mail("09"), "c.txt": "no mail"}, "b.eml a.eml", "c.txt"},
		{map[string]string{"new/2": mail("08"), "new/1": mail("10"), "cur/3:2,S": mail("09"), "tmp/4": mail("07"), "dovecot.index.log": "x"}, "new/2 cur/3:2,S new/1", "dovecot.index.log"},
		{map[string]string{"new/1": mail("10")}, "new/1", ""},
		{map[string]string{"cur/1": mail("10"), ".hidden": mail("11"), "new/.hidden": mail("11"), "cur/more/1": mail("11")}, "cur/1", ""},
		{map[string]string{"cur": mail("10")}, "cur", ""},
		{map[string]string{"tmp/1": mail("10")}, "", ""},
	} {
		dir := t.TempDir()
		for name, text := range c.files {
			expect.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
			expect.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		mails, none, err := ReadMails(dir)
		var got []string
		for _, m := range mails {
			got = append(got, filepath.ToSlash(m.Name))
		}
		expect.True(t, err == nil && strings.Join(got, " ") == c.want && strings.Join(none, " ") == c.none,
			"%v: %q, no mails %q, %v", c.files, got, none, err)
	}
}
