package enquiry_test

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestExportByMail: the log comes as a file, and says the same to all.
func TestExportByMail(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	for form, want := range map[string]string{"": "winter.txt", " csv": "winter.csv", " json": "winter.json"} {
		var files []string
		for _, name := range []string{"Ana", "Ben"} {
			expect.NoError(t, b.Answer(name, mailtest.Gmail, "export"+form))
			l, _ := b.Latest(name)
			_, file, ok := strings.Cut(string(l.Raw), "filename="+want)
			if !ok {
				t.Fatalf("%q: %s gets no %s:\n%s", form, name, want, l.Raw)
			}
			_, file, _ = strings.Cut(file, "\r\n\r\n")
			file, _, _ = strings.Cut(file, "\r\n--")
			files = append(files, file)
		}
		expect.True(t, len(files[0]) >= 100 && files[0] == files[1], "%q: %q", form, files)
	}
}
