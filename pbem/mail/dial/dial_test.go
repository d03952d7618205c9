package dial

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestExplain: the explanation of a certificate error gives advice, at any depth, and wraps the error.
func TestExplain(t *testing.T) {
	other := errors.New("connection refused")
	for want, err := range map[string]error{
		"tls_ca (railpost init --tls-ca FILE)":    x509.UnknownAuthorityError{},
		"set host to the name in the certificate": x509.HostnameError{Certificate: &x509.Certificate{DNSNames: []string{"mail.example.org"}}, Host: "127.0.0.1"},
		"connection refused":                      other,
	} {
		deep := fmt.Errorf("connect: %w", &tls.CertificateVerificationError{Err: err})
		if got := Explain(deep); !strings.Contains(got.Error(), want) || !errors.Is(got, deep) {
			t.Errorf("%v: %v", err, got)
		}
	}
	expect.Same(t, "explain", Explain(other), other)
	expect.Same(t, "no error became one", Explain(nil), nil)
}
