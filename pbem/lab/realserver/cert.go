package realserver

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
)

// Certificate is one for localhost and 127.0.0.1, signed by an authority of its own.
type Certificate struct {
	Authority       []byte // the authority's certificate, PEM
	CertPEM, KeyPEM []byte // the server's, followed by the authority's
	Pair            tls.Certificate
	Pool            *x509.CertPool // trusts the authority
}

// NewCertificate makes one, good for a day.
func NewCertificate(t testing.TB) *Certificate {
	t.Helper()
	name := pkix.Name{CommonName: "test authority"}
	authority := &x509.Certificate{Subject: name, KeyUsage: x509.KeyUsageCertSign, IsCA: true}
	root, key := expect.Get(newKey())(t), expect.Get(newKey())(t)
	rootPEM := sign(t, authority, authority, root, root)
	leaf := &x509.Certificate{
		Subject:     pkix.Name{CommonName: "localhost"},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:    []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	keyDER := expect.Get(x509.MarshalPKCS8PrivateKey(key))(t)
	c := &Certificate{
		Authority: rootPEM,
		CertPEM:   append(sign(t, leaf, authority, key, root), rootPEM...),
		KeyPEM:    pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}),
		Pool:      x509.NewCertPool(),
	}
	c.Pair = expect.Get(tls.X509KeyPair(c.CertPEM, c.KeyPEM))(t)
	c.Pool.AppendCertsFromPEM(rootPEM)
	return c
}

func newKey() (*ecdsa.PrivateKey, error) { return ecdsa.GenerateKey(elliptic.P256(), rand.Reader) }

// sign returns a certificate for a key, signed with the key of another.
func sign(t testing.TB, c, by *x509.Certificate, key, with *ecdsa.PrivateKey) []byte {
	t.Helper()
	c.SerialNumber = big.NewInt(time.Now().UnixNano())
	c.NotBefore, c.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(24*time.Hour)
	c.BasicConstraintsValid = true
	der := expect.Get(x509.CreateCertificate(rand.Reader, c, by, &key.PublicKey, with))(t)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// Client is a configuration that trusts the certificate and nothing else.
func (c *Certificate) Client() *tls.Config { return &tls.Config{RootCAs: c.Pool} }

// Server is a configuration that shows the certificate.
func (c *Certificate) Server() *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{c.Pair}}
}
