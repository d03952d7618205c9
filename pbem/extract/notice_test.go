package extract

import (
	"testing"

	"golang.org/x/text/unicode/norm"
)

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
		"Re: Out of Office":                    false, // somebody answers such a notice
		"Absenteeism":                          false,
		"On vacations and other things":        false,
		"":                                     false,
	} {
		if got := noticeSubject(Fold(subject)); got != want {
			t.Errorf("%q: %v", subject, got)
		}
	}
}
