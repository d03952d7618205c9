package seed

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/people"
	"railpost/pbem/run/upkeep"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/templates"
)

// restore makes a backup, goes back to it after a while, and replays the mails that came since, as docs/organisers-backup.md says.
func (m *machine) restore(e event) {
	if m.base != nil || !m.runs() || m.life.unsure {
		return // a database has its own backups
	}
	dir := filepath.Join(m.dir, fmt.Sprint("backup", m.lives, e.At))
	m.must(os.Mkdir(dir, 0o700))
	backup, games := filepath.Join(dir, "backup.db"), m.games()
	began := time.Now()
	m.read()                                 // letters that were noted as sent do not come again,
	answers := maps.Clone(m.Answers)         // those that wait will,
	last := m.mails[max(0, len(m.mails)-5):] // or are in flight
	_, err := upkeep.Backup(m.t.Context(), m.life.store, backup)
	m.must(err)
	m.later(e.For, func() {
		if m.healed || !m.runs() || games != m.games() { // a later game would be lost, with its players
			return
		}
		m.quit(e)
		m.must(m.goBack(filepath.Join(dir, "railpost.db"), backup))
		m.dues, m.asked, m.heads, m.looked = map[due]row{}, map[due][]asked{}, map[string]uint64{}, time.Time{} // rows may be older than the backup
		m.Book, m.back = people.NewBook(templates.Late), time.Now().Add(e.For+30*time.Minute)
		m.Answers = answers
		for _, p := range m.people { // letters tell them that theirs are no longer valid
			for _, h := range p.hands {
				h.Asked, h.Open = nil, false
			}
		}
		for _, p := range m.letters {
			p.free = p.free || p.last.After(began)
		}
		for _, mail := range last {
			m.replayed[mail.Key] = true
		}
		m.until(m.replay())
	})
}

// games returns how many there are.
func (m *machine) games() (n int) {
	m.must(m.life.store.Heads(m.t.Context(), func(store.Head) error { n++; return nil }))
	return n
}

// goBack replaces the store by a backup, and continues the service.
func (m *machine) goBack(path, backup string) error {
	if err := os.WriteFile(path, m.image, 0o600); err != nil {
		return err
	}
	out, err := upkeep.Restore(m.t.Context(), backup, path, m.now(), nil)
	if err != nil {
		return err
	}
	m.logf("restored: %d games, %d records, %d letters", out.Games, out.Records, out.Letters)
	db, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		return err
	}
	for _, mail := range m.mails {
		_, seen, err := db.Seen(m.t.Context(), mail.Key)
		m.must(err)
		m.replayed[mail.Key] = m.replayed[mail.Key] || !seen
	}
	if err = upkeep.SetPause(m.t.Context(), db, nil); err == nil {
		err = db.Close()
	}
	if err == nil {
		m.image, err = used(path)
	}
	return err
}

// replay returns a function that replays the mails of the folder one after another, and reports whether it has
// finished.
func (m *machine) replay() func() bool {
	var mails [][]byte
	for _, box := range []string{"Processed", "INBOX"} {
		mails = append(mails, m.post.Messages(m.account, box)...)
	}
	return func() bool {
		for len(mails) > 0 {
			p, err := json.Marshal(admin.ReplayMail{Bytes: mails[0]})
			if m.must(err); !m.order("mail.replay", string(p)) {
				return false
			}
			mails = mails[1:]
		}
		return true
	}
}
