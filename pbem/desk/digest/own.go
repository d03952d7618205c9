package digest

import (
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// takeOwn takes the lines out of others that are about the daily letter itself.
func takeOwn(lines []string) (own []string) {
	for i, line := range lines {
		what, _, _ := strings.Cut(words.After(line), " ")
		switch what = strings.ToLower(what); {
		case words.First(line) == "renew" && what == "",
			words.First(line) == "set" && (what == "letters" || what == "zone" || what == table.DigestWord):
			own, lines[i] = append(own, strings.TrimSpace(line)), ""
		}
	}
	return own
}

// set carries out the lines about the daily letter.
func (m *mail) set(lines []string) {
	for _, line := range lines {
		if why := m.setOne(line); why != nil {
			m.told = append(m.told, engine.Msg(key.DigestWrongLine, engine.Order("line", line), engine.Say("why", *why)))
		} else {
			m.changed = true
		}
	}
}

// setOne carries out one of them, or says why not.
func (m *mail) setOne(line string) *engine.Message {
	if words.First(line) == "renew" {
		m.d.Key = nil
		m.told = append(m.told, engine.Msg(key.Renewed))
		return nil
	}
	what, value, _ := strings.Cut(words.After(line), " ")
	value = strings.TrimSpace(value)
	refuse := func(why string, args ...engine.Arg) *engine.Message {
		told := engine.Msg(why, args...)
		return &told
	}
	switch strings.ToLower(what) {
	case "zone":
		zone, why := journal.ReadZone(value)
		if why != nil {
			return why
		}
		m.d.Zone = zone
	case table.DigestWord:
		at, err := clock.ParseTimeOfDay(value)
		if err != nil || !at.Set {
			return refuse(key.SetDigestHow, engine.Text("value", value))
		}
		m.d.At, m.d.Off, m.d.Owed, m.d.Silent, m.d.Looked = at, false, false, false, m.handler.Now()
	default:
		if !strings.EqualFold(value, table.DigestWord) {
			if table.ReadLetters(value) == "" {
				return refuse(key.SetLettersOf+"how", engine.Text("value", value))
			}
			m.d.Off, m.d.Owed, m.d.Silent = true, !m.d.Off || m.d.Owed, false
			m.told = append(m.told, engine.Msg(key.DigestOff))
			return nil
		}
		m.d.Off, m.d.Owed, m.d.Silent = false, false, false
	}
	m.told = append(m.told, engine.Msg(key.SetLettersOf+table.DigestWord, engine.Text("at", m.d.At.String()), engine.Text("zone", m.d.Zone)))
	return nil
}
