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

// Certificate is a self-signed certificate for localhost and 127.0.0.1.
type Certificate struct {
	CertPEM, KeyPEM []byte
	Pair            tls.Certificate
	Pool            *x509.CertPool // trusts it
}

// NewCertificate makes one, good for a day.
func NewCertificate(t testing.TB) *Certificate {
	t.Helper()
	key := expect.Get(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(time.Now().UnixNano()),
		Subject:               pkix.Name{CommonName: "localhost"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
		IsCA:                  true,
		DNSNames:              []string{"localhost"},
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der := expect.Get(x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key))(t)
	keyDER := expect.Get(x509.MarshalPKCS8PrivateKey(key))(t)
	c := &Certificate{
		CertPEM: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		KeyPEM:  pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}),
		Pool:    x509.NewCertPool(),
	}
	c.Pair = expect.Get(tls.X509KeyPair(c.CertPEM, c.KeyPEM))(t)
	c.Pool.AppendCertsFromPEM(c.CertPEM)
	return c
}

// Client is a configuration that trusts the certificate and nothing else.
func (c *Certificate) Client() *tls.Config { return &tls.Config{RootCAs: c.Pool} }

// Server is a configuration that shows the certificate.
func (c *Certificate) Server() *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{c.Pair}}
}
