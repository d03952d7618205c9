package extract

import (
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestStructure: HTML as mail programs write it, shortened; "pass" and "move" are typed, "buy" is quoted.
func TestStructure(t *testing.T) {
	for name, src := range map[string]string{
		"Gmail, in between": `<div dir="ltr"></div><div class="gmail_quote"><div class="gmail_attr">El dj. va escriure:<br></div><blockquote class="gmail_quote"><div>Question one</div></blockquote><div>pass</div>` +
			`<blockquote class="gmail_quote"><div>buy</div></blockquote><div>move</div></div>`,
		"Gmail, old, unknown language": `pass<br>move<br><br><div class="gmail_quote">Mnamo 19 Nov, Game Master <span dir="ltr">&lt;<a href="mailto:g@p.example">g@p.example</a>&gt;</span> aliandika<br><blockquote class="gmail_quote">buy</blockquote></div><br>`,
		"Gmail, forward":               `<div>pass</div><div>move</div><div class="gmail_quote"><div dir="ltr">---------- Forwarded message ---------<br>From: <b>GM</b><br></div>buy</div>`,
		"Gmail, signature":             `<div>pass</div><div>move</div><span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">buy less</div>`,
		"Thunderbird":                  `<div class="moz-cite-prefix">Am 19.11.26 um 21:14 schrieb GM:<br></div><blockquote type="cite" cite="mid:x"><p>buy</p></blockquote><p>pass</p><p>move</p><pre class="moz-signature" cols="72">-- \nbuy less</pre>`,
		"Yahoo":                        `<div class="yahoo-style-wrap"><div>pass</div><div>move</div></div><div class="yahoo_quoted"><div>En jueves, 19 de noviembre, GM escribió:</div><div>buy</div></div>`,
		"Proton Mail":                  `<div>pass</div><div>move</div><div class="protonmail_signature_block">Sent with Proton Mail</div><div class="protonmail_quote">On Thursday, GM wrote:<br><blockquote class="protonmail_quote">buy</blockquote></div>`,
		"Outlook on the web":           `<div>pass</div><div>move</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>De :</b> GM<br></div><div>buy</div>`,
		"Outlook mobile":               `<div>pass</div><div>move</div><div id="ms-outlook-mobile-signature">Obtenir Outlook</div><div id="mail-editor-reference-message-container"><div>De : GM</div>buy</div>`,
		"Outlook for Mac":              `<div>pass</div><div>move</div><span id="OLK_SRC_BODY_SECTION"><div>From: GM</div>buy</span>`,
		"Outlook, border":              `<p class="MsoNormal">pass<o:p></o:p></p><p class=MsoNormal>move</p><div style='border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p><b>X:</b> GM</p></div><p>buy</p>`,
		"Hotmail":                      `<div>pass<br>move</div><hr id="stopSpelling">Date: Thu<br>buy`,
		"Apple Mail":                   `<html><body>pass<div>move</div><div><br><blockquote type="cite"><div>On 19 Nov 2026, GM wrote:</div>buy</blockquote></div><br></body></html>`,
		"iPhone":                       `<div dir="ltr">pass</div><div dir="ltr">move<br><br><div>Enviat des del meu iPhone</div></div><div dir="ltr"><br><blockquote type="cite">El 19 nov 2026 va escriure:<br></blockquote></div><blockquote type="cite">buy</blockquote>`,
		"GMX":                          `<div>pass</div><div>move</div><div name="quote" style="border-left: 2px solid"><div><b>Gesendet:</b> Donnerstag, 19. November 2026 um 21:14 Uhr<br><b>Von:</b> GM &lt;g@p.example&gt;<br><b>An:</b> a@b.example<br><b>Betreff:</b> [g]</div>buy</div>`,
		"mail.ru":                      `<p>pass</p><p>move</p>Четверг, 19 ноября 2026, 21:14 +03:00 от GM &lt;g@p.example&gt;:<br><blockquote>buy</blockquote>`,
		"a table in the quotation":     `<div>pass</div><div>move</div><blockquote><table><tr><td>buy</td><td>1</td></tr></table></blockquote>`,
	} {
		m := parse(t, "From: ana@example.org", "MIME-Version: 1.0", "Content-Type: text/html; charset=utf-8", "", src)
		expect.Same(t, name, m.Typed(nil), []string{"pass", "move"})
	}
}
