package inbox

import (
	"strings"

	"github.com/emersion/go-msgauth/authres"
	"golang.org/x/net/publicsuffix"

	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
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
			if r.Value == authres.ResultPass && aligned(r.Domain, domain) {
				return true
			}
		case *authres.SPFResult:
			if r.Value == authres.ResultPass && aligned(r.From[strings.LastIndexByte(r.From, '@')+1:], domain) { // an address, or a domain alone
				return true
			}
		}
	}
	return false
}

// aligned reports whether the domain that was checked belongs to the same organisation
// as the one in From (RFC 7489 3.1, relaxed). A public suffix is no organisation.
func aligned(checked, from string) bool {
	checked, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(strings.TrimSuffix(checked, ".")))
	if err != nil {
		return false
	}
	from, err = publicsuffix.EffectiveTLDPlusOne(strings.ToLower(from))
	return err == nil && checked == from
}
