package hook

import (
	"encoding/json"
	"fmt"
	"html"
	"mime"
	"slices"
	"strings"
	"unicode/utf8"
)

// Format is the form in which a program accepts postings.
type Format string

const (
	JSON    Format = "json"    // an Event
	Discord Format = "discord" // execute webhook: content
	Slack   Format = "slack"   // incoming webhook: text
	Matrix  Format = "matrix"  // generic webhook of matrix-hookshot: text and html
	Ntfy    Format = "ntfy"    // publish: the text itself, with a title
)

// Formats lists all formats.
func Formats() []Format { return []Format{JSON, Discord, Slack, Matrix, Ntfy} }

// ReadFormat reads a format; false: there is none with that name.
func ReadFormat(word string) (Format, bool) {
	f := Format(strings.ToLower(word))
	return f, slices.Contains(Formats(), f)
}

// Usual returns the format of a host that accepts only one, otherwise JSON.
func Usual(host string) Format {
	switch strings.ToLower(host) {
	case "discord.com", "discordapp.com":
		return Discord
	case "hooks.slack.com":
		return Slack
	case "ntfy.sh":
		return Ntfy
	}
	return JSON
}

// Limits on the length of a text: Discord takes 2,000 characters, ntfy 4,096 bytes; more would be refused, or
// arrive as a file. Other programs have no known limit near that.
const (
	discordMost = 2000
	ntfyMost    = 4096
	otherMost   = 8000
)

// body returns the media type and the body of an event. Players' texts (names, words) are shown verbatim in
// every format: they make no link, address nobody and change no type.
func (f Format) body(e Event) (kind string, body []byte, err error) {
	const jsonType = "application/json"
	switch f {
	case JSON:
		body, err = plainJSON(e)
		return jsonType, body, err
	case Discord:
		body, err = plainJSON(map[string]any{
			"content":          shorten(escapeMarkdown(e.Text), discordMost, utf8.RuneCountInString),
			"allowed_mentions": map[string]any{"parse": []string{}}, // "@everyone" in a name calls nobody
			"flags":            4,                                   // SUPPRESS_EMBEDS
		})
		return jsonType, body, err
	case Slack:
		escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(e.Text)
		body, err = plainJSON(map[string]any{"text": shorten(escaped, otherMost, size), "mrkdwn": false})
		return jsonType, body, err
	case Matrix:
		text := shorten(e.Text, otherMost, size)
		body, err = plainJSON(map[string]any{"text": escapeMarkdown(text), "html": strings.ReplaceAll(html.EscapeString(text), "\n", "<br>")})
		return jsonType, body, err
	case Ntfy:
		return "text/plain; charset=utf-8", []byte(shorten(e.Text, ntfyMost, size)), nil
	}
	return "", nil, fmt.Errorf("unknown format %q", f)
}

func size(s string) int { return len(s) }

// plainJSON writes JSON that people can read in case of trouble: without \u003c.
func plainJSON(v any) ([]byte, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return []byte(strings.TrimSuffix(b.String(), "\n")), err
}

// escapeMarkdown shows signs that would be emphasis, code, a quotation or a link.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\*_~`|>#[]()<@", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

const cutSign = "…"

// shorten cuts whole lines off the end of a text that is too long, or what is too much of a
// single one.
func shorten(s string, most int, measure func(string) int) string {
	if measure(s) <= most {
		return s
	}
	for measure(s)+measure("\n"+cutSign) > most {
		if i := strings.LastIndexByte(s, '\n'); i > 0 {
			s = s[:i]
			continue
		}
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return s + "\n" + cutSign
}

// headerText returns a text as a header field can hold it (RFC 2047), which ntfy reads.
func headerText(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.ReplaceAll(mime.QEncoding.Encode("utf-8", s), "\r\n", "")
}
