package admin

import (
	"bytes"
	"encoding/base64"
	"regexp"
)

// An answer address ends in its token (package compose), and so does the link of a page. In a
// mail it may be broken by a soft line break (RFC 2045 6.7) or be part of a base64 body.
var (
	tokenInMail = regexp.MustCompile(`(\.|=2E|%2E|/)(?:(?:=\r?\n)?[A-Za-z2-7]){26}\b`)
	base64Lines = regexp.MustCompile(`(?m)(?:^[A-Za-z0-9+/=]{4,}\r?\n)+`)
)

// withoutTokens returns a raw mail in which no answer address proves a seat.
func withoutTokens(raw []byte) []byte {
	return base64Lines.ReplaceAllFunc(hideTokens(raw), func(block []byte) []byte {
		plain, err := base64.StdEncoding.DecodeString(string(block)) // which skips line ends
		if err != nil || !tokenInMail.Match(plain) {
			return block
		}
		var out bytes.Buffer
		for code := base64.StdEncoding.AppendEncode(nil, hideTokens(plain)); len(code) > 0; {
			n := min(76, len(code))
			out.Write(code[:n])
			out.WriteString("\r\n")
			code = code[n:]
		}
		return out.Bytes()
	})
}

func hideTokens(b []byte) []byte { return tokenInMail.ReplaceAll(b, []byte("${1}[token]")) }
