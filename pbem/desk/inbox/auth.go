package inbox

import (
	"strings"

	"github.com/emersion/go-msgauth/authres"

	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/sign"
)

// TrustedPass reports whether the topmost Authentication-Results field, which our own
// host has added, says that DKIM or SPF passed for the domain of From (RFC 8601). A
// field of another host proves nothing: the sender can write it. Of DKIM only d= counts:
// the signer of d= can put anybody into i=.
func TrustedPass(m *extract.Mail, host string) bool {
	if len(m.Auth) == 0 {
		return false
	}
	id, results, err := authres.Parse(m.Auth[0])
	if err != nil || !strings.EqualFold(id, host) {
		return false
	}
	_, domain := compose.SplitAddress(m.From)
	for _, r := range results {
		switch r := r.(type) {
		case *authres.DKIMResult:
			if r.Value == authres.ResultPass && sign.Aligned(r.Domain, domain) {
				return true
			}
		case *authres.SPFResult:
			if r.Value == authres.ResultPass && sign.Aligned(r.From[strings.LastIndexByte(r.From, '@')+1:], domain) { // an address, or a domain alone
				return true
			}
		}
	}
	return false
}
