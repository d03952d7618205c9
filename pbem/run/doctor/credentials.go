package doctor

import (
	"cmp"
	"fmt"
	"net/mail"
	"net/textproto"
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-msgauth/authres"

	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/sign"
)

// credentials reports whether the first mail that arrived is signed, and what the receiving server wrote about it:
// other servers judge letters by the same signs.
func (e *examination) credentials(probes []*probe) {
	i := slices.IndexFunc(probes, (*probe).here)
	if i < 0 {
		return
	}
	arrived := probes[i].arrived.Raw
	came := headerOf(arrived)
	e.header(headerOf(probes[i].raw), came)
	for _, k := range e.Config.Mail.Out.Keys {
		err := k.Verify(arrived, e.Config.FromDomain(), k.Published)
		hint := "let no server change letters on their way (footers, other line ends, 8-bit text), or let the last one sign and empty mail.out.dkim_keys"
		e.result("signature "+k.Selector, err, hint, "valid on arrival")
	}
	e.alignment(came)
	e.verdicts(came)
}

// kept are the fields of letters that mail programs and Railpost itself rely on.
var kept = []string{"From", "Reply-To", "Subject", "Auto-Submitted", "List-Id", "List-Post", "List-Unsubscribe", "List-Unsubscribe-Post"}

// header reports which fields the servers on the way have changed.
func (e *examination) header(sent, came mail.Header) {
	var err error
	for _, name := range kept {
		was, is := strings.Join(strings.Fields(sent.Get(name)), " "), strings.Join(strings.Fields(came.Get(name)), " ")
		if is != was {
			err = fmt.Errorf("%s became %q; it was %q", name, is, was)
		}
	}
	hint := "the outgoing server must leave these fields alone; some replace a From that is not the account's own address"
	e.result("header", err, hint, "arrived as it was sent")
}

var signer = regexp.MustCompile(`(?:^|;)\s*d\s*=\s*([^;\s]+)`)

// alignment compares the domain of From with those that signatures and the envelope speak for (RFC 7489 3.1).
func (e *examination) alignment(h mail.Header) {
	from := e.Config.FromDomain()
	var domains []string
	for _, s := range h[textproto.CanonicalMIMEHeaderKey("DKIM-Signature")] {
		if m := signer.FindStringSubmatch(s); m != nil {
			domains = append(domains, m[1])
		}
	}
	_, envelope := compose.SplitAddress(strings.Trim(h.Get("Return-Path"), "<> "))
	domains = append(domains, envelope)
	var err error
	if !slices.ContainsFunc(domains, func(d string) bool { return sign.Aligned(d, from) || strings.EqualFold(d, from) }) {
		err = fmt.Errorf("letters are from %s, and signatures and envelope are of %s", from, cmp.Or(strings.Trim(strings.Join(slices.Compact(domains), ", "), ", "), "nobody"))
	}
	hint := "use an address of the other domain as mail.out.from, or sign for " + from + ": railpost dkim key makes a key"
	e.result("alignment", err, hint, "From is of the organisation that signs or sends: %s", from)
}

// verdicts reports what the topmost Authentication-Results says. Only our own server can have written that.
func (e *examination) verdicts(h mail.Header) {
	fields := h[textproto.CanonicalMIMEHeaderKey("Authentication-Results")]
	if len(fields) == 0 {
		hint := `send a letter to an address at Gmail and look at "Show original"; let your own server check what comes in (opendkim, rspamd)`
		e.note("authentication", hint, "the mailbox's server wrote no Authentication-Results; Received-SPF: %s", cmp.Or(h.Get("Received-SPF"), "none"))
		return
	}
	id, results, err := authres.Parse(fields[0])
	trusted := e.Config.Security.TrustedAuthservID
	if err == nil && trusted != "" && !strings.EqualFold(id, trusted) {
		err = fmt.Errorf("the topmost Authentication-Results is of %q, and not of %q (security.trusted_authserv_id)", id, trusted)
	}
	hint := fmt.Sprintf("if %q is your own server, write trusted_authserv_id = %q under [security]", id, id)
	if err == nil && trusted == "" {
		e.note("authentication", hint, "the mailbox's server calls itself %q", id)
	} else {
		e.result("authentication", err, hint, "the results of %q are trusted", id)
	}
	best := map[string]authres.ResultValue{}
	for _, r := range results {
		if method, value := verdictOf(r); best[method] != authres.ResultPass {
			best[method] = value
		}
	}
	for _, method := range []string{"spf", "dkim", "dmarc"} {
		e.verdict(method, best[method])
	}
}

// verdict reports the best result of a method; "" is none.
func (e *examination) verdict(method string, best authres.ResultValue) {
	from := e.Config.FromDomain()
	hint := map[string]string{
		"spf":   "add the outgoing server to the SPF record of " + from + ", as your provider says: railpost doctor --dns shows the record",
		"dkim":  "let the outgoing server sign for " + from + ", or sign with railpost dkim key; railpost doctor --dns compares the published key",
		"dmarc": "SPF or DKIM must pass for the domain of From: see the lines above; without a record, publish one: railpost doctor --dns shows how",
	}[method]
	switch best {
	case "":
		e.add(Check{Name: method, State: Skipped, Found: "not among the results; servers often don't check their own users"})
	case authres.ResultPass:
		e.add(Check{Name: method, State: OK, Found: "pass"})
	case authres.ResultNone, authres.ResultNeutral, authres.ResultTempError:
		e.note(method, hint, "%s", best)
	default:
		e.result(method, fmt.Errorf("the receiving server says %s", best), hint, "")
	}
}

func verdictOf(r authres.Result) (method string, value authres.ResultValue) {
	switch r := r.(type) {
	case *authres.SPFResult:
		return "spf", r.Value
	case *authres.DKIMResult:
		return "dkim", r.Value
	case *authres.DMARCResult:
		return "dmarc", r.Value
	}
	return "", ""
}
