package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
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

// patience is how long all answers from DNS may take together.
const patience = 30 * time.Second

// published compares what DNS says of the domains of letters and answers with what it should.
func (e *examination) published(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	txt := func(name string) ([]string, error) { return e.DNS.LookupTXT(ctx, name) }
	from := e.Config.FromDomain()
	e.spfRecord(from, txt)
	for _, k := range e.Config.Mail.Out.Keys {
		e.keyRecord(k, from, txt)
	}
	e.dmarcRecord(from, txt)
	e.mx(ctx)
}

// record reports what DNS says, or why that is wrong, with advice.
func (e *examination) record(name string, err error, hint, found string, args ...any) {
	if late, ok := errors.AsType[*net.DNSError](err); ok && !late.IsNotFound {
		hint = "the name servers of this machine gave no answer; try again later"
	}
	e.result("dns "+name, err, hint, found, args...)
}

var spf = regexp.MustCompile(`(?i)^v=spf1(?: |$)`)

func (e *examination) spfRecord(from string, txt func(string) ([]string, error)) {
	all, err := txt(from)
	records := slices.DeleteFunc(all, func(r string) bool { return !spf.MatchString(r) })
	if err == nil && len(records) != 1 {
		err = fmt.Errorf("%s has %d SPF records and needs exactly one", from, len(records))
	}
	hint := fmt.Sprintf(`publish one TXT record for %s that names all its outgoing servers: what your provider says, or "v=spf1 mx -all" if the servers of its MX send`, from)
	e.record("spf", err, hint, "%s: %s", from, strings.Join(records, ""))
}

// keyRecord verifies a signature of the key as another server would.
func (e *examination) keyRecord(k *sign.Key, from string, txt func(string) ([]string, error)) {
	raw, err := sign.Keys{k}.Sign(from, []byte("From: "+e.Config.FromAddress()+"\r\n\r\n"))
	if err == nil {
		err = k.Verify(raw, from, txt)
	}
	hint := fmt.Sprintf("publish this TXT record at %s: %s", k.Name(from), k.Record())
	e.record("dkim "+k.Selector, err, hint, "%s has the key", k.Name(from))
}

func (e *examination) dmarcRecord(from string, txt func(string) ([]string, error)) {
	_, err := dmarc.LookupWithOptions(from, &dmarc.LookupOptions{LookupTXT: txt})
	if whole, _ := publicsuffix.EffectiveTLDPlusOne(from); errors.Is(err, dmarc.ErrNoPolicy) && whole != "" { // RFC 7489 6.6.3
		_, err = dmarc.LookupWithOptions(whole, &dmarc.LookupOptions{LookupTXT: txt})
	}
	hint := fmt.Sprintf(`publish a TXT record at _dmarc.%s: "v=DMARC1; p=none", and p=quarantine once all letters pass`, from)
	e.record("dmarc", err, hint, "%s has a policy", from)
}

func (e *examination) mx(ctx context.Context) {
	_, domain := compose.SplitAddress(e.Config.Identity.BaseAddress)
	list, err := e.DNS.LookupMX(ctx, domain)
	var hosts []string
	for _, mx := range list {
		hosts = append(hosts, strings.TrimSuffix(mx.Host, "."))
	}
	hint := "publish an MX record with the server of the mailbox; without one players' messages may not arrive"
	e.record("mx", err, hint, "messages to %s go to %s", domain, strings.Join(hosts, ", "))
}
