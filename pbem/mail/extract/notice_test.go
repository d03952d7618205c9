package extract

import (
	"testing"

	"golang.org/x/text/unicode/norm"

	"railpost/engine/enginetest/expect"
)

// TestTicket: a ticket system's mail is answered only if it has orders; a person's answer is.
func TestTicket(t *testing.T) {
	for subject, want := range map[string]bool{"[Request received] [g] Your turn": true, "Ticket 123": true, "Re: [g] Your turn": false, "AW: [g] Your turn": false} {
		m := parse(t, "From: ana@example.org", "X-Auto-Response-Suppress: All", "Subject: "+subject, "", "pass")
		expect.Same(t, subject, m.Away, want)
		expect.Same(t, subject, m.Class, Player)
	}
}

func TestNoticeSubject(t *testing.T) {
	for subject, want := range map[string]bool{
		"Out of Office":                        true,
		"Out of Office: [winter] Your turn":    true,
		"OUT OF OFFICE AutoReply":              true,
		"Automatic reply: [winter] Your turn":  true,
		"Abwesenheitsnotiz":                    true,
		"Respuesta automática: [winter]":       true,
		"Respuesta automatica":                 true,
		"Resposta automàtica: Your turn":       true,
		norm.NFD.String("Resposta automàtica"): true,
		"Respuesta automática de vacaciones":   true,
		"Fuera de la oficina":                  true,
		"FUERA DE OFICINA: [winter] Te toca":   true,
		"Ausente de la oficina":                true,
		"Estoy de vacaciones":                  true,
		"Autorespuesta: [winter] Te toca":      true,
		"Mensaje automático":                   true,
		"Ausencia":                             true,
		"Fora de l'oficina":                    true,
		"Fora de l’oficina: [winter] Et toca":  true,
		"Absent de l'oficina":                  true,
		"De vacances":                          true,
		"Soc de vacances":                      true,
		"Missatge automàtic":                   true,
		"Absència":                             true,
		"RE: [winter] Te toca":                 false,
		"RV: [winter] Et toca":                 false,
		"Undeliverable: [winter] Your turn":    true,
		"Re: [winter] Your turn":               false,
		"[winter] Your turn":                   false,
		"Re: Out of Office":                    false, // an answer to such a notice
		"Ana Doe is out of the office":         true,
		"Ana Doe ist außer Haus.":              true,
		"自动回复:[winter] Your turn":              true,
		"Absenteeism":                          false,
		"On vacations and other things":        false,
		"":                                     false,
	} {
		expect.Same(t, subject, noticeSubject(Fold(subject)), want)
	}
}
