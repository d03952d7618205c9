package conversation_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-ical"
	"github.com/emersion/go-message"
)

// uidOf matches the UID of a deadline, which depends on a key that is drawn for each game.
var uidOf = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)

func (s *scene) calendar(args []string) error {
	l, ok := s.Latest(args[0])
	if !ok {
		return fmt.Errorf("%s has no letter", args[0])
	}
	m, err := message.Read(bytes.NewReader(l.Raw))
	if err != nil {
		return err
	}
	n := 0
	err = m.Walk(func(_ []int, part *message.Entity, err error) error {
		kind, params, _ := part.Header.ContentType()
		if err != nil || kind != "text/calendar" {
			return err
		}
		n++
		file, err := io.ReadAll(part.Body)
		if err != nil {
			return err
		}
		cal, err := readCalendar(file)
		if err != nil {
			return err
		}
		if method, _ := cal.Props.Text(ical.PropMethod); method != params["method"] {
			return fmt.Errorf("the part says %s, the file %s", params["method"], method)
		}
		disposition, named, _ := part.Header.ContentDisposition()
		text := strings.ReplaceAll(strings.ReplaceAll(string(file), "\r\n ", ""), "\r\n", "\n")
		text = uidOf.ReplaceAllStringFunc(text, func(uid string) string {
			if !slices.Contains(s.uids, uid) {
				s.uids = append(s.uids, uid)
			}
			return fmt.Sprintf("(uid %d)", slices.Index(s.uids, uid)+1)
		})
		return s.print("%s %s\n%s", disposition, named["filename"], text)
	})
	if err == nil && n == 0 {
		err = s.print("none\n")
	}
	return err
}

// readCalendar reads a calendar file and checks its lines by RFC 5545, 3.1.
func readCalendar(file []byte) (*ical.Calendar, error) {
	for line := range strings.SplitSeq(strings.TrimSuffix(string(file), "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			return nil, fmt.Errorf("a line of %d octets: %q", len(line), line)
		}
	}
	if !bytes.HasSuffix(file, []byte("\r\n")) {
		return nil, errors.New("the last line does not end")
	}
	return ical.NewDecoder(bytes.NewReader(file)).Decode()
}
