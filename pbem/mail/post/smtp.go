package post

import (
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// smtpSession accepts mail for local users; everything else is refused with 550, so that nothing ever leaves
// the machine.
type smtpSession struct {
	post *Post
	conn *smtp.Conn
	hang bool // close at the next chance: a 421 was answered
	from string
	to   []string
}

func (p *Post) newSMTPSession(c *smtp.Conn) (smtp.Session, error) {
	return &smtpSession{post: p, conn: c}, nil
}

func (s *smtpSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *smtpSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(identity, name, password string) error {
		if f := s.post.fault(AtAuth, []string{name}); f != nil {
			return s.obey(f)
		}
		if s.post.login(name, password) == nil || (identity != "" && identity != name) {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func (s *smtpSession) Mail(from string, _ *smtp.MailOptions) error {
	if f := s.post.fault(AtMail, nil); f != nil {
		return s.obey(f)
	}
	s.from = from
	return nil
}

func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if f := s.post.fault(AtRcpt, []string{to}); f != nil {
		return s.obey(f)
	}
	if s.post.resolve(to) == nil || !strings.Contains(to, "@") {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1},
			Message: fmt.Sprintf("<%s>: no such user here, and no letter leaves this machine", to)}
	}
	s.to = append(s.to, to)
	return nil
}

func (s *smtpSession) Data(r io.Reader) error {
	if _, chunks := r.(*io.PipeReader); !chunks {
		s.lines((*lineEnds).begin)
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	f := s.post.fault(AtData, s.to)
	if f == nil || f.Store {
		s.deliver(raw)
	}
	if f != nil {
		return s.obey(f)
	}
	return nil
}

// deliver adds the fields of a mail server's last step (RFC 5321 4.4), but no Received line: a mail sent twice
// is stored twice with equal bytes.
func (s *smtpSession) deliver(raw []byte) {
	for _, to := range s.to {
		head := fmt.Appendf(nil, "Return-Path: <%s>\r\nDelivered-To: %s\r\n", s.from, to)
		s.post.resolve(to).deliver(append(head, raw...)) // accounts stay
	}
}

// obey carries out a fault: an answer, a cut, or both.
func (s *smtpSession) obey(f *Fault) error {
	if f.Drop {
		s.close()
	}
	s.hang = f.Code == 421
	return f.err()
}

// lines tells the connection that DATA begins or has ended; one with TLS has no lines to read.
func (s *smtpSession) lines(now func(*lineEnds)) {
	if c, plain := s.conn.Conn().(*conn); plain {
		now(&c.lines)
	}
}

// Reset follows RSET and every DATA, after its answer is written.
func (s *smtpSession) Reset() {
	s.lines((*lineEnds).end)
	if s.hang {
		s.close()
	}
	s.from, s.to = "", nil
}

func (s *smtpSession) close() {
	// The client is to see a cut connection; that it cannot be cut twice is
	// no news.
	_ = s.conn.Conn().Close()
}

func (s *smtpSession) Logout() error { return nil }
