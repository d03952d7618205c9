package crashtest

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/smtpout"
)

// handing is one attempt at a letter, as logged by its daemon.
type handing struct {
	life      string // of the daemon
	at, until time.Time
	result    smtpout.Class // of the attempt; "" if the daemon died before
	noted     time.Time     // when the store knew; zero: never
}

// field is one of a line of a log.
var field = regexp.MustCompile(`(\w+)=("[^"]*"|\S+)`)

// handings returns the logged attempts at each letter, by Message-ID, in the order of time.
func handings(logs ...[]byte) (map[string][]*handing, error) {
	all, last := map[string][]*handing{}, map[string]*handing{}
	for line := range bytes.Lines(bytes.Join(logs, nil)) {
		is := map[string]string{}
		for _, m := range field.FindAllSubmatch(line, -1) {
			is[string(m[1])] = strings.Trim(string(m[2]), `"`)
		}
		msg, letter := is["msg"], is["life"]+" "+is["queue"]
		h := last[letter]
		if msg != "handing over a letter" && h == nil {
			continue
		}
		at, err := time.Parse(time.RFC3339, is["time"])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		switch msg {
		case "handing over a letter":
			h = &handing{life: is["life"], at: at}
			if h.until, err = time.Parse(time.RFC3339, is["until"]); err != nil {
				return nil, fmt.Errorf("%s: %w", line, err)
			}
			last[letter], all[is["id"]] = h, append(all[is["id"]], h)
		case "mail out":
			h.result = smtpout.Class(is["result"])
		case "letter noted":
			h.noted = at
		}
	}
	for _, hs := range all {
		slices.SortFunc(hs, func(a, b *handing) int { return a.at.Compare(b.at) })
	}
	return all, nil
}

// twice returns why a letter may not have been handed over so often as it came; "" if it may. A daemon may hand
// over a letter that another has handed over and not noted, when that one's lease is over: it has died, or
// cannot reach the store. With a file, the next daemon knows that the one before has died.
func twice(hs []*handing, copies int, shared bool) string {
	hs = slices.DeleteFunc(slices.Clone(hs), func(h *handing) bool {
		return !slices.Contains([]smtpout.Class{"", smtpout.Accepted, smtpout.Lost}, h.result)
	})
	if copies > len(hs) {
		return fmt.Sprintf("it was handed over %d times", len(hs))
	}
	for i, next := range hs[min(1, len(hs)):] {
		switch h := hs[i]; {
		case h.result == smtpout.Lost: // the server broke off
		case !h.noted.IsZero() && h.noted.Before(next.at):
			return fmt.Sprintf("daemon %s had noted it at %s, and daemon %s handed it over at %s", h.life, h.noted, next.life, next.at)
		case h.life == next.life:
			return fmt.Sprintf("daemon %s handed it over at %s and at %s", h.life, h.at, next.at)
		case shared && next.at.Before(h.until):
			return fmt.Sprintf("daemon %s held it until %s, and daemon %s handed it over at %s", h.life, h.until, next.life, next.at)
		}
	}
	return ""
}

// logs are all that the services have written.
func (w *world) logs() (all [][]byte) {
	for _, v := range w.services() {
		text, err := os.ReadFile(v.log)
		if err != nil {
			w.t.Error(err)
		}
		all = append(all, append(text, '\n'))
	}
	return all
}

// TestTwice: whether a letter may have come twice follows from the logs alone, whenever anybody looks at the store: here one
// daemon is cut off from the database in the second minute.
func TestTwice(t *testing.T) {
	const (
		begun = `time=2026-01-01T00:%s.000Z level=DEBUG msg="handing over a letter" life=%d queue=7 id=x@railpost until=2026-01-01T00:%s.000Z` + "\n"
		taken = `time=2026-01-01T00:%s.000Z level=INFO msg="mail out" life=%d queue=7 game=g result=%s code=250` + "\n"
		noted = `time=2026-01-01T00:%s.000Z level=DEBUG msg="letter noted" life=%d queue=7` + "\n"
	)
	one := fmt.Sprintf(begun, "01:00", 1, "02:00")
	accepted := one + fmt.Sprintf(taken, "01:01", 1, "accepted")
	for name, c := range map[string]struct {
		log    string
		copies int
		wrong  string
		file   bool
	}{
		"once": {log: accepted + fmt.Sprintf(noted, "01:02", 1), copies: 1},
		"claimed, handed over and cut off between two looks, sent when the lease is over": {log: accepted + fmt.Sprintf(begun, "02:00", 2, "03:00") +
			fmt.Sprintf(taken, "02:01", 2, "accepted") + fmt.Sprintf(noted, "02:02", 2), copies: 2},
		"died before the answer":              {log: one + fmt.Sprintf(begun, "02:10", 2, "03:00"), copies: 2},
		"died, and began again over its file": {log: one + fmt.Sprintf(begun, "01:10", 2, "02:10"), copies: 2, file: true},
		"put off, and taken":                  {log: one + fmt.Sprintf(taken, "01:01", 1, "transient") + fmt.Sprintf(begun, "01:20", 1, "02:20"), copies: 1},
		"a lease freed early":                 {log: accepted + fmt.Sprintf(begun, "01:59", 2, "03:00"), copies: 2, wrong: "held it until"},
		"noted, and lost":                     {log: accepted + fmt.Sprintf(noted, "01:02", 1) + fmt.Sprintf(begun, "02:00", 2, "03:00"), copies: 2, wrong: "had noted it"},
		"one daemon":                          {log: accepted + fmt.Sprintf(begun, "02:00", 1, "03:00"), copies: 2, wrong: "daemon 1 handed it over at"},
		"a third copy":                        {log: accepted + fmt.Sprintf(begun, "02:00", 2, "03:00"), copies: 3, wrong: "handed over 2 times"},
	} {
		t.Run(name, func(t *testing.T) {
			all := expect.Get(handings([]byte(c.log)))(t)
			if got := twice(all["x@railpost"], c.copies, !c.file); (got == "") != (c.wrong == "") || !strings.Contains(got, c.wrong) {
				t.Errorf("%q", got)
			}
		})
	}
}
