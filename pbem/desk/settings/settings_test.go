package settings_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal/journaltest"
	_ "railpost/pbem/desk/settings"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// TestWords: what the words answer on a service without pages and hooks.
func TestWords(t *testing.T) {
	journaltest.Words(t, func(t *table.Table) { t.Players[1].Hook = &hook.Hook{ID: "a"} }, nil, map[string][]string{
		"0 set":                            {key.SetHow},
		"0 set color red":                  {key.SetHow},
		"0 set language Spanish":           {key.SetLanguage},
		"0 set language Klingon":           {key.SetLanguageHow},
		"0 set zone Europe/Madrid":         {key.SetZone},
		"0 set zone Europe/Atlantis":       {key.SetZoneUnknown},
		"0 set letters off":                {key.SetLettersOf + "off"},
		"0 set letters some":               {key.SetLettersOf + "how"},
		"0 set letters digest":             {key.SetLettersOf + "digest"},
		"0 set digest 18:00":               {key.SetLettersOf + "digest"},
		"0 set digest late":                {key.SetDigestHow},
		"0 set talk now":                   {key.SetTalkOf + "now"},
		"0 set view text":                  {key.SetViewOf + "text"},
		"0 set view big":                   {key.SetViewOf + "how"},
		"0 set tap off":                    {key.SetTap},
		"0 set calendar maybe":             {key.SetCalendarHow},
		"0 set pictures no":                {key.SetPicturesOf + "how"},
		"0 set quiet 22:00-08:00":          {key.SetQuiet},
		"0 set quiet none":                 {key.SetQuietNone},
		"0 set quiet 08:00-22:00":          {key.SetQuietHow},
		"0 set hook":                       {key.SetHookHow},
		"0 set hook https://example.org/":  {key.SetHookNoOf + "none"},
		"1 set hook off":                   {key.SetHookOff},
		"0 set address ana@example.net":    {key.SetAddressAsked},
		"0 set address ana@example.org":    {key.SetAddressSame},
		"0 set address games@post.example": {key.SetAddressOwn},
		"0 set address Ana":                {key.SetAddressHow},
		"0 tutor perhaps":                  {key.TutorHow},
		"0 tutor on":                       {key.TutorNone},
		"0 link":                           {key.LinkNone},
		"0 renew link":                     {key.LinkNone},
		"0 renew":                          {key.Renewed},
	})
}

// TestKept: settings are kept for the seat, and the answer has no letter: "resend" brings it.
func TestKept(t *testing.T) {
	c := journaltest.New(t, nil).Change()
	for _, line := range []string{"set language ca", "set zone Europe/Madrid", "set quiet 22:00-08:00", "set view spoken", "set tap off"} {
		d, _ := journaltest.Say(t, c, 0, line, nil)
		expect.Same(t, line, d.Acted, true)
		expect.Same(t, line, d.Reply.Enclose, false)
	}
	p := c.Table.Players[0]
	expect.Same(t, "kept", []any{p.Lang, p.Zone, p.Quiet.String(), p.View, p.NoTap}, []any{"ca", "Europe/Madrid", "22:00-08:00", table.Spoken, true})
}

// TestAddress: letters go to another address once it has answered.
func TestAddress(t *testing.T) {
	c := journaltest.New(t, nil).Change()
	journaltest.Say(t, c, 0, "set address ana@example.net", nil)
	p := c.Table.Players[0]
	expect.Same(t, "asked", p.PendingAddress.Address, "ana@example.net")
	expect.Same(t, "letters", journaltest.Letters(c), []string{"ana confirm"})
	expect.Same(t, "to", []string{p.Address(), c.Letters[0].To}, []string{journaltest.Of("Ana"), "ana@example.net"})
	journaltest.Say(t, c, 0, "set address ana@example.org", nil)
	expect.Same(t, "dropped", c.Table.Players[0].PendingAddress == nil, true)
}
