package conversation_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

func (s *scene) tap(args []string) error {
	l, _ := s.Latest(args[0])
	taps, _, err := mailtest.Taps(l)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(taps, func(tap mailtest.Tap) bool { return strings.Contains(tap.Text, args[1]) })
	if i < 0 {
		return fmt.Errorf("the letter %q has no link %q", l.Subject, args[1])
	}
	phone := mailtest.PhoneSigned
	if len(args) > 2 {
		phone = mailtest.Phone(args[2])
	}
	s.Clock = s.Clock.Add(time.Minute)
	raw, err := taps[i].Mail(phone, pbemtest.From(args[0]), s.Clock, fmt.Sprintf("%d@phone.invalid", s.Clock.Unix()))
	if err != nil {
		return err
	}
	return s.Deliver(raw)
}

func (s *scene) taps(args []string) error {
	l, _ := s.Latest(args[0])
	taps, _, err := mailtest.Taps(l)
	if err != nil {
		return err
	}
	if len(taps) == 0 {
		return s.print("none\n")
	}
	for i, tap := range taps {
		if i == 0 {
			if err := s.print("Subject: %s\n", tap.Subject); err != nil {
				return err
			}
		}
		body := strings.TrimSuffix(pbemtest.Code.ReplaceAllString(strings.ReplaceAll(tap.Body, "\r\n", "\n"), "(code)"), "\n")
		body = codeInPreview.ReplaceAllString(body, "confirm K7Q")
		if err := s.print("%s\n  %s\n", tap.Text, strings.ReplaceAll(body, "\n", "\n  ")); err != nil {
			return err
		}
	}
	return nil
}

var codeInPreview = regexp.MustCompile(`\bconfirm [0-9A-Z]{3}\b`)
