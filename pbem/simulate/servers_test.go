package simulate

import (
	"fmt"
	"testing"
	"time"

	"railpost/pbem/smtpout"
)

// TestServersAccountForEachLetter: letters that are put off or whose connection breaks arrive
// once; one that comes again for no reason, in other words, or never, is noticed.
func TestServersAccountForEachLetter(t *testing.T) {
	now := begin
	s := newServers(1, func() time.Time { return now })
	try := func(id, text string) (r smtpout.Result, read bool) {
		r, _, read = s.take(smtpout.Mail{To: id[:1] + "@example.org", Text: []byte("Message-Id: <" + id + ">\r\n\r\n" + text)})
		return r, read
	}
	seen := map[smtpout.Class]bool{}
	for i := range 600 {
		id, reads := fmt.Sprintf("%c%d", 'a'+i%26, i), 0
		for {
			r, read := try(id, "text")
			seen[r.Class] = true
			if read {
				reads++
			}
			now = now.Add(time.Minute)
			if r.Class == smtpout.Accepted {
				break
			}
		}
		if reads != 1 {
			t.Errorf("%s arrived %d times", id, reads)
		}
	}
	if !seen[smtpout.Transient] || !seen[smtpout.Lost] || len(s.wrong)+len(s.open) > 0 {
		t.Errorf("answers %v, wrong %q, %d under way", seen, s.wrong, len(s.open))
	}
	try("a0", "text")
	try("b1", "other text")
	if len(s.wrong) != 3 { // both came again, and one was another
		t.Errorf("%q", s.wrong)
	}
}
