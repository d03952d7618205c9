// Package sign signs letters with DKIM (RFC 6376, RFC 8463), for services that send by a server of their own.
// Letters are signed when their bytes are finished, and stored with their signatures.
package sign

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/publicsuffix"
)

// Key signs letters. Its selector, under which the public key is published, is the name of its file
// without the extension.
type Key struct {
	Selector string
	signer   crypto.Signer
}

// String returns the selector: nothing prints the key itself.
func (k *Key) String() string { return k.Selector }

// Keys are those that sign each letter; none leave it unsigned.
type Keys []*Key

// oversigned fields are signed once more than a letter has them, and once are those that it may lack: adding one
// makes the signature invalid.
var (
	oversigned = []string{"From", "Reply-To", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"}
	once       = []string{"In-Reply-To", "References", "Content-Transfer-Encoding", "Auto-Submitted",
		"List-Id", "List-Post", "List-Unsubscribe", "List-Unsubscribe-Post"}
	fields = slices.Concat(oversigned, oversigned, once)
)

var selectorForm = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$`)

// Parse returns the private key in a file's text: Ed25519 or RSA, as PKCS #8 in PEM.
func Parse(path string, text []byte) (*Key, error) {
	selector := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if !selectorForm.MatchString(selector) {
		return nil, fmt.Errorf("%q cannot be a selector; use a-z, 0-9, dots and -, and name the file after it, as in rail2026.pem", selector)
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s has no key in PEM; `railpost dkim key` makes one", path)
	}
	private, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; `openssl pkcs8 -topk8 -nocrypt` converts other keys to PKCS #8", path, err)
	}
	signer, _ := private.(crypto.Signer)
	key := &Key{selector, signer}
	if _, err = (Keys{key}).Sign("example.org", []byte("From: games@example.org\r\n\r\n")); err != nil { // a key that cannot sign
		return nil, fmt.Errorf("%s: %w; `railpost dkim key` makes keys", path, err)
	}
	return key, nil
}

// Generate returns the text of a file with a new key.
func Generate(useRSA bool) ([]byte, error) {
	var private any
	var err error
	if useRSA {
		private, err = rsa.GenerateKey(rand.Reader, 2048)
	} else {
		_, private, err = ed25519.GenerateKey(rand.Reader)
	}
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), err
}

// Name returns where in DNS the public key is published.
func (k *Key) Name(domain string) string { return k.Selector + "._domainkey." + domain }

// Record returns the TXT record with the public key.
func (k *Key) Record() string {
	kind, public := "ed25519", []byte(nil)
	switch p := k.signer.Public().(type) {
	case ed25519.PublicKey:
		public = p
	case *rsa.PublicKey:
		kind = "rsa"
		public, _ = x509.MarshalPKIXPublicKey(p) // an RSA key can always be written
	}
	return "v=DKIM1; k=" + kind + "; p=" + base64.StdEncoding.EncodeToString(public)
}

// texts are as long as a TXT record's may be (RFC 1035 3.3.14).
var texts = regexp.MustCompile(`.{1,255}`)

// Zone returns the record as a zone file has it.
func (k *Key) Zone(domain string) string {
	return k.Name(domain) + ". IN TXT (\n  \"" + strings.Join(texts.FindAllString(k.Record(), -1), "\"\n  \"") + "\" )"
}

// Sign returns a letter with a signature of each key.
func (keys Keys) Sign(domain string, raw []byte) ([]byte, error) {
	for _, k := range keys {
		var b bytes.Buffer
		err := dkim.Sign(&b, bytes.NewReader(raw), &dkim.SignOptions{Domain: domain, Selector: k.Selector, Signer: k.signer, HeaderKeys: fields,
			HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed})
		if err != nil {
			return nil, fmt.Errorf("sign with key %s: %w", k.Selector, err)
		}
		raw = b.Bytes()
	}
	return raw, nil
}

var errOther = errors.New("the key of another selector")

// Published returns the key's own record, as DNS should.
func (k *Key) Published(string) ([]string, error) { return []string{k.Record()}, nil }

// Verify returns why a mail has no valid signature of the key, whose record lookup returns.
func (k *Key) Verify(raw []byte, domain string, lookup func(name string) ([]string, error)) error {
	list, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) {
		if name != k.Name(domain) {
			return nil, errOther
		}
		return lookup(name)
	}})
	if err != nil {
		return err
	}
	err = errors.New("the signature is missing")
	for _, v := range list {
		switch {
		case v.Err == nil:
			return nil
		case !strings.Contains(v.Err.Error(), errOther.Error()):
			err = v.Err
		}
	}
	return err
}

// Aligned reports whether a domain that was checked belongs to the same organisation as the one in From
// (RFC 7489 3.1, relaxed). A public suffix is no organisation.
func Aligned(checked, from string) bool {
	checked, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(strings.TrimSuffix(checked, ".")))
	if err != nil {
		return false
	}
	from, err = publicsuffix.EffectiveTLDPlusOne(strings.ToLower(from))
	return err == nil && checked == from
}
