package upkeep

import (
	"bytes"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// RawMail is a mail in a file.
type RawMail struct {
	Name string
	Date time.Time // when it arrived, according to its header
	Raw  []byte
}

// ReadMails returns the mails of a folder, or of a Maildir's cur and new, in the order in which they
// arrived, and the names of files that are not mails. It skips hidden files and folders.
func ReadMails(folder string) (mails []RawMail, none []string, err error) {
	for _, part := range []string{"", "cur", "new"} {
		if info, err := os.Stat(filepath.Join(folder, part)); part != "" && (err != nil || !info.IsDir()) {
			continue
		}
		files, err := os.ReadDir(filepath.Join(folder, part))
		if err != nil {
			return nil, nil, err
		}
		for _, f := range files {
			if f.IsDir() || strings.HasPrefix(f.Name(), ".") {
				continue
			}
			m := RawMail{Name: filepath.Join(part, f.Name())}
			if m.Raw, err = os.ReadFile(filepath.Join(folder, m.Name)); err != nil {
				return nil, nil, err
			}
			if m.Date = arrived(m.Raw); m.Date.IsZero() {
				none = append(none, m.Name)
				continue
			}
			mails = append(mails, m)
		}
	}
	slices.SortStableFunc(mails, func(a, b RawMail) int { return a.Date.Compare(b.Date) })
	return mails, none, nil
}

// arrived returns the time in the topmost Received field, which the recipient's host has written (RFC 5321
// 4.4), otherwise that in Date. It is zero for bytes that are not a mail.
func arrived(raw []byte) time.Time {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return time.Time{}
	}
	received := m.Header.Get("Received")
	if at, err := mail.ParseDate(strings.TrimSpace(received[strings.LastIndexByte(received, ';')+1:])); err == nil {
		return at
	}
	at, err := m.Header.Date()
	if err != nil {
		return time.Time{}
	}
	return at
}
