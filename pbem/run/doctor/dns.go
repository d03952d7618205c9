package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/dmarc"
	"golang.org/x/net/publicsuffix"

	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/sign"
)

// Resolver answers from DNS.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
}

// DNS asks the name servers of this machine.
var DNS Resolver = net.DefaultResolver

// patience is how long an answer from DNS may take.
const patience = 10 * time.Second

// published compares what DNS says of the domains of letters and answers with what it should.
func (e *examination) published(ctx context.Context) {
	txt := func(name string) ([]string, error) {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		return e.DNS.LookupTXT(ctx, name)
	}
	from := e.Config.FromDomain()
	e.spfRecord(from, txt)
	for _, k := range e.Config.Mail.Out.Keys {
		e.keyRecord(k, from, txt)
	}
	e.dmarcRecord(from, txt)
	e.mx(ctx)
}

// silent is the advice if DNS gives no answer.
const silent = "the name servers of this machine don't answer; try again later"

// missing returns nil for an error that says that a name does not exist.
func missing(err error) error {
	if none, ok := errors.AsType[*net.DNSError](err); ok && none.IsNotFound {
		return nil
	}
	return err
}

var spf = regexp.MustCompile(`(?i)^v=spf1(?: |$)`)

func (e *examination) spfRecord(from string, txt func(string) ([]string, error)) {
	const name = "dns spf"
	all, err := txt(from)
	if err = missing(err); err != nil {
		e.result(name, err, silent, "")
		return
	}
	var records []string
	for _, r := range all {
		if spf.MatchString(r) {
			records = append(records, r)
		}
	}
	switch {
	case len(records) == 0:
		hint := fmt.Sprintf(`publish a TXT record for %s that names your outgoing servers: what your provider says, or "v=spf1 mx -all" if the servers of its MX send`, from)
		e.result(name, fmt.Errorf("%s has no SPF record", from), hint, "")
	case len(records) > 1:
		e.result(name, fmt.Errorf("%s has %d SPF records, and servers then use none", from, len(records)), "join them into one", "")
	default:
		e.result(name, nil, "", "%s: %s", from, records[0])
	}
}

// keyRecord verifies a signature of the key as another server would.
func (e *examination) keyRecord(k *sign.Key, from string, txt func(string) ([]string, error)) {
	raw, err := sign.Keys{k}.Sign(from, []byte("From: "+e.Config.FromAddress()+"\r\n\r\n"))
	if err == nil {
		err = k.Verify(raw, from, txt)
	}
	hint := fmt.Sprintf("publish this TXT record at %s: %s", k.Name(from), k.Record())
	e.result("dns dkim "+k.Selector, err, hint, "%s has the key", k.Name(from))
}

func (e *examination) dmarcRecord(from string, txt func(string) ([]string, error)) {
	const name = "dns dmarc"
	record, err := dmarc.LookupWithOptions(from, &dmarc.LookupOptions{LookupTXT: txt})
	whole, _ := publicsuffix.EffectiveTLDPlusOne(from)
	if errors.Is(err, dmarc.ErrNoPolicy) && whole != "" && whole != from { // RFC 7489 6.6.3
		record, err = dmarc.LookupWithOptions(whole, &dmarc.LookupOptions{LookupTXT: txt})
	}
	hint := fmt.Sprintf(`publish a TXT record at _dmarc.%s: "v=DMARC1; p=none", and p=quarantine once all letters pass`, from)
	switch {
	case errors.Is(err, dmarc.ErrNoPolicy):
		e.note(name, hint, "%s has no DMARC record; some providers prefer senders that have one", from)
	case err != nil:
		e.result(name, err, hint, "")
	default:
		e.result(name, nil, "", "policy %s", record.Policy)
	}
}

func (e *examination) mx(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, domain := compose.SplitAddress(e.Config.Identity.BaseAddress)
	list, err := e.DNS.LookupMX(ctx, domain)
	var hosts []string
	for _, mx := range list {
		hosts = append(hosts, strings.TrimSuffix(mx.Host, "."))
	}
	switch err = missing(err); {
	case err != nil:
		e.result("dns mx", err, silent, "")
	case len(hosts) == 0:
		hint := "publish an MX record with the server of the mailbox"
		e.result("dns mx", fmt.Errorf("%s has no MX record: players' messages may not arrive", domain), hint, "")
	default:
		e.result("dns mx", nil, "", "messages to %s go to %s", domain, strings.Join(hosts, ", "))
	}
}
