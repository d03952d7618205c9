package doctor

import (
	"bytes"
	"errors"
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
	p := probes[i]
	sent, err := mail.ReadMessage(bytes.NewReader(p.raw))
	came, unread := mail.ReadMessage(bytes.NewReader(p.arrived.Raw))
	if err != nil || unread != nil {
		return // arrival has reported it
	}
	e.header(sent.Header, came.Header)
	for _, k := range e.Config.Mail.Out.Keys {
		err := k.Verify(p.arrived.Raw, e.Config.FromDomain(), k.Published)
		hint := "let no server change letters on their way (footers, other line ends, 8-bit text), or let the last one sign and empty mail.out.dkim_keys"
		e.result("signature "+k.Selector, err, hint, "valid on arrival")
	}
	e.alignment(came.Header)
	e.verdicts(came.Header)
}

// kept are the fields of letters that mail programs and Railpost itself rely on.
var kept = []string{"From", "Reply-To", "Subject", "Auto-Submitted", "List-Id", "List-Post", "List-Unsubscribe", "List-Unsubscribe-Post"}

// header reports which fields the servers on the way have changed.
func (e *examination) header(sent, came mail.Header) {
	var changed []string
	for _, name := range kept {
		was := strings.Join(strings.Fields(sent.Get(name)), " ")
		is := strings.Join(strings.Fields(came.Get(name)), " ")
		switch {
		case is == was:
		case is == "":
			changed = append(changed, name+" is gone")
		default:
			changed = append(changed, fmt.Sprintf("%s became %q", name, is))
		}
	}
	var err error
	if len(changed) > 0 {
		err = errors.New(strings.Join(changed, "; "))
	}
	hint := "the outgoing server must leave these fields alone; some replace a From that is not the account's own address"
	e.result("header", err, hint, "arrived as it was sent")
}

var signer = regexp.MustCompile(`(?:^|;)\s*d\s*=\s*([^;\s]+)`)

// alignment compares the domain of From with those that signatures and the envelope speak for (RFC 7489 3.1).
func (e *examination) alignment(h mail.Header) {
	from := e.Config.FromDomain()
	var by, others []string
	add := func(what, domain string) {
		if sign.Aligned(domain, from) || strings.EqualFold(domain, from) {
			by = append(by, what+domain)
		} else {
			others = append(others, what+domain)
		}
	}
	for _, s := range h[textproto.CanonicalMIMEHeaderKey("DKIM-Signature")] {
		if m := signer.FindStringSubmatch(s); m != nil {
			add("the signature of ", m[1])
		}
	}
	if _, domain := compose.SplitAddress(strings.Trim(h.Get("Return-Path"), "<> ")); domain != "" {
		add("the envelope of ", domain)
	}
	hint := "use an address of that domain as mail.out.from, or let the server sign for " + from
	switch {
	case by != nil:
		e.add(Check{Name: "alignment", State: OK, Found: "From is of the same organisation as " + strings.Join(slices.Compact(by), " and ")})
	case others != nil:
		e.result("alignment", fmt.Errorf("From is of %s, and not of the same organisation as %s", from, strings.Join(slices.Compact(others), " or ")), hint, "")
	default:
		e.note("alignment", "sign letters: railpost dkim key makes a key", "the message arrived with neither a signature nor Return-Path")
	}
}

// verdicts reports what the topmost Authentication-Results says. Only our own server can have written that.
func (e *examination) verdicts(h mail.Header) {
	fields := h[textproto.CanonicalMIMEHeaderKey("Authentication-Results")]
	if len(fields) == 0 {
		found := "the mailbox's server wrote no Authentication-Results"
		if spf := h.Get("Received-SPF"); spf != "" {
			found += "; Received-SPF: " + strings.ToLower(strings.Fields(spf + " empty")[0])
		}
		e.note("authentication", `send a letter to an address at Gmail and look at "Show original"; let your own server check what comes in (opendkim, rspamd)`, "%s", found)
		return
	}
	id, results, err := authres.Parse(fields[0])
	trusted := e.Config.Security.TrustedAuthservID
	if err == nil && trusted != "" && !strings.EqualFold(id, trusted) {
		err = fmt.Errorf("the topmost Authentication-Results is of %q, and not of %q (security.trusted_authserv_id)", id, trusted)
	}
	switch hint := fmt.Sprintf("if %q is your own server, write trusted_authserv_id = %q under [security]", id, id); {
	case err != nil:
		e.result("authentication", err, hint, "")
	case trusted == "":
		e.note("authentication", hint, "the mailbox's server calls itself %q", id)
	default:
		e.result("authentication", nil, "", "the results of %q are trusted", id)
	}
	for _, method := range []string{"spf", "dkim", "dmarc"} {
		e.verdict(method, results)
	}
}

// verdict reports the best result of a method.
func (e *examination) verdict(method string, results []authres.Result) {
	var best authres.ResultValue
	for _, r := range results {
		name, value := verdictOf(r)
		if name == method && (best == "" || value == authres.ResultPass) {
			best = value
		}
	}
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
