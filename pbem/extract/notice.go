package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// noticeSubject reports whether a subject begins as those of programs that answer for
// people who are away, or of servers that could not deliver. A person may also write one.
func noticeSubject(subject string) bool {
	s := withoutAccents(subject)
	for _, start := range noticeSubjects {
		if rest, ok := strings.CutPrefix(s, start); ok {
			if next, _ := utf8.DecodeRuneInString(rest); !unicode.IsLetter(next) {
				return true
			}
		}
	}
	return false
}

// withoutAccents returns a text in lower case without accents, however they are encoded.
func withoutAccents(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(s)))
}

// noticeSubjects are the beginnings of such subjects, in the form that withoutAccents
// returns.
var noticeSubjects = func() (list []string) {
	for _, lines := range []string{
		// English
		"automatic reply|automatic response|auto reply|auto-reply|autoreply|auto response|auto-response|autoresponse|out of office|out of the office|out-of-office|ooo|away from the office|away from my mail|away notice|vacation reply|vacation response|on vacation|on holiday|i am away|i'm away|i am out of|i'm out of|absence",
		// German
		"automatische antwort|automatische rückantwort|abwesenheitsnotiz|abwesenheit|abwesend|nicht im büro|außer haus",
		// Spanish
		"respuesta automática|contestación automática|mensaje automático|fuera de la oficina|fuera de oficina|ausencia|ausente|de vacaciones|estoy de vacaciones",
		// Catalan
		"resposta automàtica|missatge automàtic|fora de l'oficina|fora de l’oficina|absència|absent|de vacances|estic de vacances",
		// Portuguese, Galician, Basque
		"resposta automática|mensagem automática|fora do escritório|fóra da oficina|ausência|erantzun automatikoa",
		// French, Italian, Dutch
		"réponse automatique|message d'absence|absence du bureau|absent du bureau|risposta automatica|fuori sede|fuori ufficio|assente|automatisch antwoord|afwezig|niet aanwezig",
		// Swedish, Danish, Norwegian, Finnish
		"autosvar|automatiskt svar|automatisk svar|frånvaro|fraværende|ikke til stede|automaattinen vastaus|poissa",
		// Polish, Czech, Slovak, Hungarian, Russian, Ukrainian, Turkish
		"odpowiedź automatyczna|autoodpowiedź|nieobecność|automatická odpověď|automatická odpoveď|automatikus válasz|автоматический ответ|автоматична відповідь|otomatik yanıt",
		// Japanese, Chinese
		"自動応答|自动答复|自動回覆",
		// of servers
		"undeliverable|undelivered|delivery status notification|delivery failure|delivery has failed|mail delivery failed|mail delivery subsystem|returned mail|failure notice|message not delivered|unzustellbar|no se puede entregar|no se ha podido entregar|mensaje no entregado|no entregado|no s'ha pogut lliurar|missatge no lliurat|non remis|non distribuable|mancato recapito",
	} {
		for _, start := range strings.Split(lines, "|") {
			list = append(list, withoutAccents(start))
		}
	}
	return list
}()
