package daemon

import (
	"bytes"
	"context"
	"fmt"
	"net/mail"
	"os"
	"path/filepath"
	"strings"

	"railpost/pbem/mail/smtpout"
)

// folder stores letters as files, NAME.eml, where the name is the Message-ID without its
// host.
type folder string

func (f folder) SendBefore(_ context.Context, m smtpout.Mail, _ *smtpout.Mail) smtpout.Result {
	name, err := letterName(m.Text)
	if err == nil {
		err = os.WriteFile(filepath.Join(string(f), name+".eml"), m.Text, 0o600)
	}
	if err != nil {
		return smtpout.Result{Class: smtpout.Transient, Text: fmt.Sprintf("dry run: letter to %s: %v", m.To, err)}
	}
	return smtpout.Result{Class: smtpout.Accepted, Code: 250, Text: "written to " + name + ".eml"}
}

// letterName returns a file name from a Message-ID that every file system accepts.
func letterName(msg []byte) (string, error) {
	m, err := mail.ReadMessage(bytes.NewReader(msg))
	if err != nil {
		return "", err
	}
	id, _, _ := strings.Cut(strings.Trim(m.Header.Get("Message-Id"), "<> "), "@")
	name := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '_'
	}, id), ".")
	if name == "" {
		return "", fmt.Errorf("it has no Message-ID")
	}
	return name, nil
}
