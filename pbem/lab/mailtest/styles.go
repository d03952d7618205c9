package mailtest

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"time"
)

// Style is a mail program, its language and its habits.
type Style string

const (
	Gmail              Style = "gmail"               // on top, both parts, attribution, ">" and gmail_quote
	GmailHTML          Style = "gmail-html-ca"       // HTML only, Catalan
	OutlookPlain       Style = "outlook-plain-en"    // on top, rule and header block, letter without marks
	OutlookPlainES     Style = "outlook-plain-es"    //
	OutlookPlainDE     Style = "outlook-plain-de"    //
	OutlookHTML        Style = "outlook-html-fr"     // HTML only, border line and header block, no blockquote
	OutlookInline      Style = "outlook-inline-en"   // HTML only, the answer typed into the letter
	OutlookWeb         Style = "outlook-web-eu"      // both parts, divRplyFwdMsg and a rule of underscores
	OutlookLinks       Style = "outlook-links-en"    // on top, header block, the letter's HTML as text with its links, without marks
	IPhone             Style = "iphone-es"           // on top, signature, attribution, ">"
	AppleMail          Style = "apple-mail"          // both parts, blockquote type=cite
	Thunderbird        Style = "thunderbird-ca"      // below, format=flowed, signature
	ThunderbirdBetween Style = "thunderbird-between" // between the quoted lines
	Neomutt            Style = "neomutt"             // below, ">" before every line, signature
	Wrapped            Style = "wrapped-72"          // on top, quoted lines wrapped and their ends without marks
	Unmarked           Style = "unmarked"            // below the letter, which has no marks at all
	GmailPicture       Style = "gmail-picture"       // as gmail, with the letter's pictures around both parts and in words
	OutlookPicture     Style = "outlook-picture-en"  // both parts, letter without marks, its pictures around them
	ApplePicture       Style = "apple-picture"       // as apple-mail, the pictures with the HTML part
	Bare               Style = "bare"                // nothing quoted
)

// styles maps each style to the function that writes it.
var styles = map[Style]func(*letter, []string) draft{
	Gmail:              gmail,
	GmailHTML:          gmailHTML,
	OutlookPlain:       outlookPlain("Original Message", "From", "Sent", "To", "Subject"),
	OutlookPlainES:     outlookPlain("Mensaje original", "De", "Enviado", "Para", "Asunto"),
	OutlookPlainDE:     outlookPlain("Ursprüngliche Nachricht", "Von", "Gesendet", "An", "Betreff"),
	OutlookHTML:        outlookHTML,
	OutlookInline:      outlookInline,
	OutlookWeb:         outlookWeb,
	OutlookLinks:       outlookLinks,
	IPhone:             iPhone,
	AppleMail:          appleMail,
	Thunderbird:        thunderbird,
	ThunderbirdBetween: thunderbirdBetween,
	Neomutt:            neomutt,
	Wrapped:            wrappedTails,
	Unmarked:           unmarked,
	GmailPicture:       gmailPicture,
	OutlookPicture:     outlookPicture,
	ApplePicture:       applePicture,
	Bare:               func(_ *letter, typed []string) draft { return draft{text: typed} },
}

// Styles lists all styles in a fixed order.
func Styles() []Style { return slices.Sorted(maps.Keys(styles)) }

func (l *letter) day(layout string) string { return l.date.UTC().Format(layout) }

func (l *letter) address() string { return l.fromName + " <" + l.from + ">" }

func gmail(l *letter, typed []string) draft {
	attribution := "On " + l.day("Mon, 2 Jan 2006 at 15:04") + ", " + l.address() + " wrote:"
	return draft{
		text: slices.Concat(typed, []string{""}, wrapped([]string{attribution}, 76), []string{""}, marked(l.lines()), []string{""}),
		html: gmailQuote(typed, attribution, inner(l.html)),
	}
}

func gmailHTML(l *letter, typed []string) draft {
	attribution := "Missatge de " + l.address() + " del dia dj., 19 de nov. " + l.day("2006 a les 15:04") + ":"
	return draft{html: gmailQuote(typed, attribution, inner(l.html))}
}

func gmailQuote(typed []string, attribution, quoted string) string {
	return `<div dir="ltr">` + divs(typed) + `</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">` +
		html.EscapeString(attribution) + `<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">` + quoted + `</blockquote></div>`
}

func outlookPlain(original, from, sent, to, subject string) func(*letter, []string) draft {
	return func(l *letter, typed []string) draft {
		block := []string{"", "-----" + original + "-----", from + ": " + l.address(), sent + ": " + l.day("02.01.2006 15:04"), to + ": Ana", subject + ": " + l.subject, ""}
		return draft{text: slices.Concat(typed, block, l.lines())}
	}
}

const outlookHead = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body><div class="WordSection1">`

func outlookBlock(l *letter, from, sent, to, subject string) string {
	return `<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal">` +
		fmt.Sprintf("<b>%s:</b> %s<br><b>%s:</b> %s<br><b>%s:</b> Ana<br><b>%s:</b> %s", from, html.EscapeString(l.address()), sent, l.day("02.01.2006 15:04"), to, subject, html.EscapeString(l.subject)) +
		`<o:p></o:p></p></div>`
}

func outlookHTML(l *letter, typed []string) draft {
	return draft{html: outlookHead + mso(typed) + outlookBlock(l, "De", "Envoyé", "À", "Objet") + inner(l.html) + `</div></body></html>`}
}

// outlookInline puts one typed line after each paragraph of the letter, from the third on.
func outlookInline(l *letter, typed []string) draft {
	body := outlookHead + outlookBlock(l, "From", "Sent", "To", "Subject")
	for i, line := range l.lines() {
		body += mso([]string{line})
		if i >= 2 && len(typed) > 0 {
			body += mso(typed[:1])
			typed = typed[1:]
		}
	}
	return draft{html: body + mso(typed) + `</div></body></html>`}
}

func outlookWeb(l *letter, typed []string) draft {
	block := []string{"", "________________________________", "Nork: " + l.address(), "Bidaltze-data: " + l.day("2006.01.02 15:04"), "Nori: Ana", "Gaia: " + l.subject, ""}
	return draft{
		text: slices.Concat(typed, block, l.lines()),
		html: `<html><body>` + divs(typed) + `<div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">` +
			`<b>Nork:</b> ` + html.EscapeString(l.address()) + `<br><b>Gaia:</b> ` + html.EscapeString(l.subject) + `</div>` + inner(l.html) + `</body></html>`,
	}
}

func outlookLinks(l *letter, typed []string) draft {
	block := []string{"", "From: " + l.address(), "Sent: " + l.day("Monday, January 2, 2006 15:04"), "To: Ana", "Subject: " + l.subject, ""}
	return draft{text: slices.Concat(typed, block, linked(l.html))}
}

func iPhone(l *letter, typed []string) draft {
	attribution := "El " + l.day("2 1 2006, a las 15:04") + ", " + l.address() + " escribió:"
	return draft{text: slices.Concat(typed, []string{"", "Enviado desde mi iPhone", "", "> " + attribution, ">"}, marked(l.lines()))}
}

func appleMail(l *letter, typed []string) draft {
	attribution := "On " + l.day("2 Jan 2006, at 15:04") + ", " + l.address() + " wrote:"
	return draft{
		text: slices.Concat(typed, []string{"", attribution, ""}, marked(l.lines())),
		html: appleQuote(typed, attribution, inner(l.html)),
	}
}

func appleQuote(typed []string, attribution, quoted string) string {
	return `<html><body>` + divs(typed) + `<div><br><blockquote type="cite"><div>` + html.EscapeString(attribution) + `</div><br>` + quoted + `</blockquote></div></body></html>`
}

var catalanDays = map[time.Weekday]string{1: "dl.", 2: "dt.", 3: "dc.", 4: "dj.", 5: "dv.", 6: "ds.", 0: "dg."}

func thunderbird(l *letter, typed []string) draft {
	attribution := "El " + catalanDays[l.date.UTC().Weekday()] + l.day(", 2/1/2006 a les 15:04") + ", " + l.address() + " va escriure:"
	return draft{
		text:   slices.Concat([]string{attribution}, marked(l.lines()), []string{""}, stuffed(typed), []string{"", "-- ", "Ana", "pass on what you love"}),
		flowed: true,
	}
}

// thunderbirdBetween puts one typed line after each quoted paragraph, the rest below.
func thunderbirdBetween(l *letter, typed []string) draft {
	text := []string{"On " + l.day("1/2/06 15:04") + ", " + l.address() + " wrote:"}
	for i, line := range marked(l.lines()) {
		text = append(text, line)
		if i >= 2 && len(typed) > 0 {
			text = append(text, stuffed(typed[:1])...)
			typed = typed[1:]
		}
	}
	return draft{text: append(text, stuffed(typed)...), flowed: true, encoding: "8bit"}
}

func neomutt(l *letter, typed []string) draft {
	attribution := "On " + l.day("Mon, Jan 02, 2006 at 03:04:05PM -0700") + ", " + l.fromName + " wrote:"
	return draft{text: slices.Concat([]string{attribution}, marked(l.lines()), []string{""}, typed, []string{"", "-- ", "Ana"}), encoding: "8bit"}
}

// wrappedTails marks lines before wrapping them, as programs with a fixed width do.
func wrappedTails(l *letter, typed []string) draft {
	attribution := "On " + l.day("2006-01-02 15:04") + ", " + l.address() + " wrote:"
	return draft{text: slices.Concat(typed, []string{""}, wrapped(slices.Concat([]string{attribution}, marked(l.lines())), 72)), encoding: "8bit"}
}

func unmarked(l *letter, typed []string) draft {
	return draft{text: slices.Concat(wrapped(l.lines(), 72), []string{""}, typed)}
}
