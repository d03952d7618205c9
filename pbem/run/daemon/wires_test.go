package daemon_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/post"
	"railpost/pbem/mail/reader"
	"railpost/pbem/run/daemon"
)

// TestMessagesThatStayAreToldOnceADay: the organiser hears of messages that can neither be read nor moved, with
// advice.
func TestMessagesThatStayAreToldOnceADay(t *testing.T) {
	for language, says := range map[string][2]string{
		"en": {"can't read the message with UID 1", "played only once"},
		"es": {"no puede leer el mensaje con el UID 1", "Se juega una sola vez"},
		"ca": {"no pot llegir el missatge amb l'UID 1", "Es juga una sola vegada"},
	} {
		t.Run(language, func(t *testing.T) {
			c, p := provider(t)
			c.Identity.Language, c.Mail.In.PollInterval.Duration = language, 5*time.Millisecond
			s := liar.NewIMAP()
			defer s.Close()
			s.Lie = func(c *liar.Command) {
				switch {
				case c.Name == "UID FETCH" && len(c.Lines) > 0 && strings.Contains(strings.Join(c.Lines, ""), "(UID 1 "):
					c.Refuse("NO Server Unavailable. 15")
				case c.Name == "UID MOVE":
					c.Refuse("NO [OVERQUOTA] Mailbox is full")
				}
			}
			for n := range 2 {
				s.Put(fmt.Appendf(nil, "From: x@localhost\r\nPrecedence: bulk\r\nMessage-ID: <%d@x>\r\n\r\nhello\r\n", n))
			}
			for range 2 {
				moves := s.Count("UID MOVE")
				_, stop := start(t, daemon.Options{Config: c, DialIn: s.Dial})
				pbemtest.Until(t, "the organiser's notices", func() bool {
					return len(p.Messages("boss", post.Inbox)) == 2 && s.Count("UID MOVE") >= moves+3
				})
				expect.NoError(t, stop())
			}
			all := ""
			for _, m := range p.Messages("boss", post.Inbox) {
				l := expect.Get(reader.Read(m))(t)
				all += strings.Join(strings.Fields(l.Text), " ")
			}
			expect.Has(t, "all", all, says[0], says[1], "Server Unavailable. 15", "Mailbox is full")
		})
	}
}
