package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// attributionSamples are lines as mail programs write them; "|" is where one wraps.
var attributionSamples = []string{
	// en
	"On Thu, 19 Nov 2026 at 21:14, Game Master <game@play.example> wrote:",
	"On Thu, Nov 19, 2026 at 9:14 PM Game Master <|game@play.example> wrote:",
	"On Thu, 19 Nov 2026 at 21:14, Game Master <game@play.example>|wrote:",
	"On 11/19/26 21:14, Game Master wrote:",
	"On Thu, Nov 19, 2026 at 09:14:03PM +0000, Game Master wrote:",
	"On 2026-11-19,|at 21:14,|Game Master <game@play.example> wrote:",
	"---- On Thu, 19 Nov 2026 21:14:00 +0100 Game Master <game@play.example> wrote ----",
	"Game Master <game@play.example> wrote on Thu, 19 Nov 2026:",
	"Quoting Game Master <game@play.example> 2026-11-19 21:14:",
	"2026-11-19 21:14 GMT+01:00 Game Master <|game@play.example>:",
	"* Game Master <game@play.example> [2026-11-19 21:14]:",
	// ca
	"Missatge de Game Master <game@play.example> del dia dj., 19 de nov. 2026 a les 21:14:",
	"El dj., 19 de nov. 2026 a les 21:14, Game Master <game@play.example> va escriure:",
	"El dj., 19 de nov. 2026, 21:14, Game Master|<game@play.example> va escriure:",
	"El 19/11/2026 a les 21:14, Game Master ha escrit:",
	"El 19/11/26 a les 21:14, Game Master ha escrit:",
	"El dj., 19 de novembre 2026 a les 21:14, Game Master (<game@play.example>) va escriure:",
	"El dj., 19 de novembre del 2026, 21:14, Game Master|va escriure:",
	"Missatge de Game Master <|game@play.example> del dia dj., 19 de novembre 2026 a les 21:14:",
	"El 19 nov 2026, a les 21:14, Game Master <game@play.example> va escriure:",
	// es
	"El jue, 19 nov 2026 a las 21:14, Game Master (<game@play.example>) escribió:",
	"El 19/11/26 a las 21:14, Game Master escribió:",
	"El 19 nov 2026, a las 21:14, Game Master <game@play.example>|escribió:",
	"El jueves, 19 de noviembre de 2026 21:14:00 (CET), Game Master <game@play.example> escribió:",
	"El jue., 19 de nov. de 2026 21:14, Game Master <game@play.example> escribió:",
	"El jue., 19 de nov. de 2026 21:14, Game Master|<game@play.example> escribió:",
	"El jueves, 19 de noviembre de 2026, 21:14:13 CET, Game Master <|game@play.example> escribió:",
	"El 19 nov 2026, a las 21:14, Game Master <game@play.example> escribio:",
	"El 19/11/2026 a las 21:14, Game Master escribió:",
	// eu
	"Game Master(e)k (<game@play.example>) hau idatzi zuen (2026 aza. 19, og. (21:14)):",
	"Game Master(e)k (<game@play.example>) hau idatzi zuen (2026 aza. 19, og.|(21:14)):",
	"2026(e)ko aza. 19(a) 21:14(e)an, Game Master igorleak hau idatzi zuen:",
	// gl
	"O xov, 19 nov 2026 ás 21:14, Game Master (<game@play.example>) escribiu:",
	"O 19/11/26 ás 21:14, Game Master escribiu:",
	// fr
	"Le jeu. 19 nov. 2026 à 21:14, Game Master <game@play.example> a écrit\u00a0:",
	"Le 19/11/2026 à 21:14, Game Master a écrit :",
	"Le jeudi 19 novembre 2026 à 21:14:00 UTC+1, Game Master <game@play.example> a|écrit :",
	"- Le 2026-11-19 21:14, Game Master a écrit :",
	// de
	"Am Do., 19. Nov. 2026 um 21:14 Uhr schrieb Game Master <game@play.example>:",
	"Am 19.11.26 um 21:14 schrieb Game Master:",
	"Am Do., 19. Nov. 2026 um 21:14 Uhr schrieb Game Master <|game@play.example>:",
	"Game Master <game@play.example> schrieb am Do., 19. Nov. 2026, 21:14:",
	"Gesendet: Donnerstag, 19. November 2026 um 21:14 Von: \"Game Master\" <game@play.example> schrieb:",
	// Italian
	"Il giorno gio 19 nov 2026 alle ore 21:14 Game Master <game@play.example> ha scritto:",
	"Il 19/11/2026 21:14, Game Master ha scritto:",
	"Il giorno 19 nov 2026, alle ore 21:14, Game Master <game@play.example> ha|scritto:",
	// pt
	"Em qui., 19 de nov. de 2026 às 21:14, Game Master <game@play.example> escreveu:",
	"Em 19/11/2026 21:14, Game Master escreveu:",
	"No dia 19/11/2026, às 21:14, Game Master <game@play.example> escreveu:",
	// nl
	"Op do 19 nov 2026 om 21:14 schreef Game Master <game@play.example>:",
	"Op 19-11-2026 om 21:14 schreef Game Master:",
	"Op 19 nov. 2026 21:14 schreef \"Game Master\" <game@play.example> het|volgende geschreven:",
	// sv, da, no, fi
	"Den tors 19 nov. 2026 kl 21:14 skrev Game Master <game@play.example>:",
	"Den 2026-11-19 kl. 21:14, skrev Game Master:",
	"Den tor. 19. nov. 2026 kl. 21.14 skrev Game Master <game@play.example>:",
	"tor. 19. nov. 2026 kl. 21:14 skrev Game Master <game@play.example|>:",
	"to 19. marrask. 2026 klo 21.14 Game Master (game@play.example) kirjoitti:",
	"Game Master kirjoitti 19.11.2026 klo 21.14:",
	// pl, cs, sk, sl, hr
	"czw., 19 lis 2026 o 21:14 Game Master <game@play.example> napisał(a):",
	"W dniu 19.11.2026 o 21:14, Game Master pisze:",
	"Dnia 19 listopada 2026 21:14 Game Master <game@play.example> napisał(a):",
	"čt 19. 11. 2026 v 21:14 odesílatel Game Master <game@play.example>|napsal:",
	"Dne 19. 11. 26 v 21:14 Game Master napsal(a):",
	"št 19. 11. 2026 o 21:14 Game Master <game@play.example> napísal(a):",
	"V čet., 19. nov. 2026 ob 21:14 je oseba Game Master <game@play.example> napisala:",
	"čet, 19. stu 2026. u 21:14 Game Master <game@play.example> napisao je:",
	// ru, uk, el, tr, hu, ro
	"чт, 19 нояб. 2026 г. в 21:14, Game Master <game@play.example>:",
	"19.11.2026 21:14, Game Master пишет:",
	"19 ноября 2026 г., в 21:14, Game Master <game@play.example> написал(а):",
	"чт, 19 лист. 2026 р. о 21:14 Game Master <game@play.example> пише:",
	"Στις Πέμ 19 Νοε 2026 στις 9:14 μ.μ., ο/η Game Master <game@play.example> έγραψε:",
	"Game Master <game@play.example>, 19 Kas 2026 Per, 21:14 tarihinde şunu yazdı:",
	"Game Master <game@play.example> ezt írta (időpont: 2026. nov. 19., Cs, 21:14):",
	"În joi, 19 nov. 2026 la 21:14, Game Master <game@play.example> a scris:",
	// ja, zh, ko
	"2026年11月19日(木) 21:14 Game Master <game@play.example>:",
	"在 2026年11月19日，21:14，Game Master <game@play.example> 写道：",
	"Game Master <game@play.example> 於 2026年11月19日 週四 下午9:14寫道：",
	"2026년 11월 19일 (목) 오후 9:14, Game Master <game@play.example>님이 작성:",
}

// noAttributions end in a colon as attributions do.
var noAttributions = []string{
	"Something wrote:",
	"place rail-3 with 2o :",
	"On your remote host you can run:",
	"say Ben wrote, and I answer:",
	"My answer for the whole table:",
}

// unquoted returns the lines of a mail above the introduction of its quotation.
func unquoted(mail []string) []string {
	c := newCutter(quoteDepths(mail))
	c.findOpeners()
	c.cutQuotations()
	return c.typed()
}

func TestAttributions(t *testing.T) {
	for _, s := range attributionSamples {
		lines := strings.Split(s, "|")
		for name, quote := range map[string][]string{"marked": {"", "> pass", "> buy"}, "unmarked": {"", "pass", "buy"}} {
			mail := slices.Concat([]string{"place rail-1 : black t 2", "say hello", ""}, lines, quote)
			expect.Same(t, fmt.Sprintf("%q, %s: typed", s, name), unquoted(mail), mail[:2])
		}
	}
	for _, s := range noAttributions {
		expect.True(t, !isAttribution(Fold(s)), "%q is taken for an attribution", s)
	}
}

func TestHeaderBlocks(t *testing.T) {
	for _, l := range languages {
		name := func(words []string) string { return strings.ToUpper(words[0][:1]) + words[0][1:] }
		if words := l.From[0]; words[0] >= 0x80 {
			name = func(words []string) string { return words[0] }
		}
		block := []string{name(l.From) + ": Game Master <game@play.example>", name(l.Sent) + ": 19.11.2026 21:14", name(l.To) + ": Ana", name(l.Subject) + ": [g17] turn 5"}
		for _, before := range [][]string{{""}, {"", "________________________________"}, {"", "-----" + name(l.Original) + "-----"}, {"", "---------- " + name(l.Original) + " ---------"}} {
			for _, form := range []func(string) string{func(s string) string { return s }, func(s string) string { return "*" + strings.Replace(s, ":", ":*", 1) }, func(s string) string { return "  " + strings.Replace(s, ":", " :", 1) }} {
				mail := []string{"place rail-1 : black t 2", "pass"}
				mail = append(mail, before...)
				for _, b := range block {
					mail = append(mail, form(b))
				}
				mail = append(mail, "", "Game 17, turn 5.", "  buy B&O share", "  pass")
				expect.Same(t, fmt.Sprintf("%s: %q: typed", l.Tag, mail[2:8]), unquoted(mail), mail[:2])
			}
		}
	}
	unknown := []string{"pass", "", "Kutoka: Game Master <game@play.example>", "Imetumwa: 19.11.2026 21:14", "Kwa: Ana", "", "buy"}
	expect.Same(t, "in a language that is not in the table: typed", unquoted(unknown), unknown[:1])
	orders := []string{"place rail-1 : black t 2", "place rail-2 : grey p 1", "place fac : ind 2", "set address: ana@example.org", "say meet 21:14: ok"}
	expect.Same(t, "orders with colons are taken for a header block: typed", unquoted(orders), orders)
}

func TestSignatures(t *testing.T) {
	for _, s := range []string{
		"-- ", "--", "—", "Sent from my iPhone", "Sent from Yahoo Mail on Android", "Get Outlook for iOS <https://aka.ms/x>", "<<sent by galaxy>>", "(Sent from mobile device)",
		"Enviado desde mi iPhone", "Enviado desde mi Galaxy", "Enviado desde mi móvil", "Enviado con Outlook", "Obtener Outlook para iOS", "Enviado desde Correo para Windows",
		"AVISO LEGAL: Este mensaje y sus anexos son confidenciales.", "Este mensaje y sus archivos adjuntos van dirigidos solo a quien figura como destinatario; si lo ha recibido por error, bórrelo. No lo copie ni lo use.",
		"Antes de imprimir este correo, piensa si hace falta.", "Enviat des del meu mòbil", "Enviat amb l'Outlook", "Obtén l'Outlook per a Android", "Baixa l’Outlook per a iOS",
		"AVÍS LEGAL", "Aquest missatge i els seus annexos són confidencials.", "Abans d’imprimir aquest missatge, pensa si cal.", "Tecnologia de protecció de dades",
		"Obtener Outlook para Android", "Enviat des del meu iPhone", "Enviat des de l'aplicació Correu", "Nire iPhone-tik bidalia", "Enviado dende o meu iPhone",
		"Envoyé de mon iPhone", "Envoyé à partir d’Outlook pour Android", "Von meinem iPhone gesendet", "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.", "Gesendet mit der GMX Mail App",
		"Inviato da iPhone", "Scarica Outlook per iOS", "Enviado do meu iPhone", "Enviado a partir do meu smartphone", "Verstuurd vanaf mijn iPhone", "Verzonden met BlackBerry Work",
		"Skickat från min iPhone", "Sendt fra min iPad", "Lähetetty iPhonesta", "Wysłane z iPhone'a", "Odesláno z iPhonu", "Odoslané z môjho iPhonu", "Отправлено с iPhone", "Надіслано з iPhone",
		"Elküldve az iPhone-omról", "Trimis de pe iPhone-ul meu", "Poslano s iPhonea", "Στάλθηκε από το iPhone μου", "iPhone'umdan gönderildi", "iPhoneから送信", "发自我的iPhone", "從我的 iPhone 傳送", "나의 iPhone에서 보냄",
	} {
		c := newCutter(quoteDepths([]string{"pass", "", s, "buy nothing, this is my motto"}))
		c.cutSignatures()
		expect.Same(t, s, c.typed(), []string{"pass"})
	}
	typed := []string{"From Bob buy NYC share", "say sent from here", "--- x", "-1", "pass - now", "este mensaje es para Ben", "di aquest missatge i prou"}
	c := newCutter(quoteDepths(typed))
	c.cutSignatures()
	expect.Same(t, "typed", c.typed(), typed)
}

// TestLanguageTable: the code compares with folded lower-case text, so the table must be that.
func TestLanguageTable(t *testing.T) {
	for _, l := range languages {
		for _, list := range [][]string{l.Wrote, l.Opens, l.From, l.Sent, l.To, l.CC, l.Subject, l.Original, l.Mobile, l.Legal} {
			for _, w := range list {
				expect.Same(t, l.Tag, w, Fold(strings.ToLower(w)))
				expect.True(t, strings.Count(w, "*") <= 2, "%s: %q has more than two stars", l.Tag, w)
			}
		}
		if len(l.Wrote) == 0 || len(l.From) == 0 || len(l.Sent) == 0 || len(l.To) == 0 || len(l.Subject) == 0 || len(l.Original) == 0 || len(l.Mobile) == 0 {
			t.Errorf("%s: the row is not complete", l.Tag)
		}
	}
}
