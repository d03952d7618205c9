package extract

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"io"
	"mime/quotedprintable"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // sets the CharsetReader of go-message
)

// encodingName returns a transfer encoding (RFC 2045 6.1) by its proper name, however it is written.
func encodingName(written string) string {
	name, _, _ := strings.Cut(strings.ToLower(written), "(")
	name = strings.Trim(name, "\"'; \t")
	switch plain := strings.ReplaceAll(name, "-", ""); {
	case strings.HasPrefix(plain, "quoted"):
		return "quoted-printable"
	case strings.HasPrefix(plain, "base64"):
		return "base64"
	case plain == "", plain == "7bit", plain == "8bit", plain == "binary", strings.HasPrefix(plain, "utf8"), strings.HasSuffix(plain, "ascii"):
		return "8bit"
	}
	return name
}

// unencoded returns a body without its transfer encoding, or why that cannot be done faithfully. whole is set if nothing
// can be missing at its end.
func unencoded(encoding string, body []byte, whole bool) (data []byte, why string) {
	switch encodingName(encoding) {
	case "8bit":
		return body, ""
	case "base64":
		return unbase64(body, whole)
	case "quoted-printable":
		data, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(body)))
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, "damaged transfer encoding"
		}
		return data, ""
	}
	return nil, "unknown transfer encoding " + encoding
}

// unbase64 decodes base64 with or without padding. Text after its end is the footer of a mailing list; its end
// is a padding, a short line or a blank one.
func unbase64(body []byte, whole bool) (data []byte, why string) {
	var text []byte
	first, last, blank, padded := 0, 0, false, false
	for line := range bytes.Lines(body) {
		line = bytes.TrimRight(line, " \t\r\n")
		bare := bytes.TrimRight(line, "=")
		if len(line) > 0 && len(bytes.Trim(bare, base64Signs)) > 0 {
			if padded || last > 0 && (blank || last < first) {
				whole = true
				break
			}
			return nil, "damaged transfer encoding"
		}
		if blank = len(line) == 0; blank || padded {
			continue
		}
		text, last, padded = append(text, bare...), len(line), len(bare) < len(line)
		first = cmp.Or(first, last)
	}
	data, err := base64.RawStdEncoding.DecodeString(string(text))
	if err != nil || len(text)%4 != 0 && !padded && !whole && !bytes.HasSuffix(body, []byte("\n")) {
		return nil, "cut off in the middle"
	}
	return data, ""
}

const base64Signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" // RFC 4648 4

// uncharset returns a text in UTF-8, or why it cannot be read. An unknown or wrong charset is taken for UTF-8 if it can be that,
// else for windows-1252.
func uncharset(charset string, data []byte) (text, why string) {
	switch charset = strings.ToLower(strings.Trim(charset, `"' `)); {
	case strings.Contains(charset, "utf-7"), strings.HasPrefix(charset, "iso-2022-") && charset != "iso-2022-jp":
		return "", "charset " + charset // markup can hide in it: deliberately not read; or there is no table for it
	case charset == "", charset == "utf-8", charset == "us-ascii":
	default:
		if r, err := message.CharsetReader(charset, bytes.NewReader(data)); err == nil {
			if converted, err := io.ReadAll(r); err == nil {
				data = converted
			}
		}
	}
	return validUTF8(string(data)), ""
}
