package config

import (
	"net/url"
	"slices"
	"strings"

	"railpost/pbem/mail/dial"
)

// OfDatabase returns the configuration of a database that a command line names, checked like [store]. The password is
// in a file or an environment variable as there; without either, there is none. The error is *Faults.
func OfDatabase(url, passwordFile, passwordEnv string) (*Config, error) {
	c, r := &Config{}, &report{}
	c.Store.URL, c.Store.PasswordFile, c.Store.PasswordEnv = url, passwordFile, passwordEnv
	checkDatabase(c, r)
	return c, r.err()
}

// Protection of a connection to a database on another machine: its name is verified, or at least the issuer of
// its certificate. "require" alone believes every certificate, but a reader must be able to choose it.
var safeModes = []string{"verify-full", "verify-ca", "require"}

// checkDatabase checks store.url, and the keys related to it.
func checkDatabase(c *Config, r *report) {
	s := c.Store
	if s.URL == "" {
		if s.PasswordFile != "" || s.PasswordEnv != "" {
			r.add("store.url", "a password is set for the database, but no database; write postgres://user@host/database, or take the password out")
		}
		return
	}
	u, err := url.Parse(s.URL)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Opaque != "" { // the error would show a password
		r.add("store.url", "this is not the address of a PostgreSQL database; write postgres://user@host/database, or postgres://user@/database?host=/run/postgresql for its socket")
		return
	}
	if _, has := u.User.Password(); has || u.Query().Has("password") || u.Query().Has("sslpassword") {
		r.add("store.url", "a password does not belong in the address; use password_file or password_env, or pass the credential store.password (systemd: LoadCredential=)")
	}
	if strings.Trim(u.Path, "/") == "" && !u.Query().Has("dbname") && !u.Query().Has("database") {
		r.add("store.url", "the name of the database is missing; write postgres://user@host/database")
	}
	mode := u.Query().Get("sslmode")
	for _, host := range databaseHosts(u) {
		if !nearby(host) && mode != "" && !slices.Contains(safeModes, mode) {
			r.add("store.url", "sslmode=%s would send games and letters unencrypted to %s; leave sslmode out, which is verify-full, or give sslrootcert with the file of its authority", mode, host)
			break
		}
	}
	if c.Backup.Dir != "" {
		r.add("backup.dir", "railpost copies no database; leave this empty, and use pg_dump, or pg_basebackup and archived log")
	}
}

// databaseHosts returns the hosts of the URL of a database; "" is the socket or the environment's host.
func databaseHosts(u *url.URL) []string {
	if hosts := u.Query()["host"]; len(hosts) > 0 {
		return strings.Split(strings.Join(hosts, ","), ",")
	}
	var out []string
	for host := range strings.SplitSeq(u.Host, ",") {
		out = append(out, (&url.URL{Host: host}).Hostname())
	}
	return out
}

// nearby reports whether a host is this machine: loopback, or the folder of a socket.
func nearby(host string) bool {
	return host == "" || strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || dial.Loopback(host)
}

// StoreURL returns store.url, with the demand for TLS that verifies the host, unless the host is this machine or
// the URL says how.
func (c *Config) StoreURL() string {
	u, err := url.Parse(c.Store.URL)
	if err != nil || u.Query().Has("sslmode") || !slices.ContainsFunc(databaseHosts(u), func(h string) bool { return !nearby(h) }) {
		return c.Store.URL
	}
	q := u.Query()
	q.Set("sslmode", "verify-full")
	u.RawQuery = q.Encode()
	return u.String()
}

// StorePassword returns the password of the database, which LoadPublic leaves out, from where the file says
// that it is; not set if the server asks for none.
func (c *Config) StorePassword() (Secret, error) {
	if c.Store.Password.Set() {
		return c.Store.Password, nil
	}
	r := &report{source: c.source}
	password := findDatabasePassword(c, r)
	return password, r.err()
}

func findDatabasePassword(c *Config, r *report) (password Secret) {
	if c.Store.URL != "" {
		login{section: "store", file: c.Store.PasswordFile, env: c.Store.PasswordEnv, secret: &password}.find(r)
	}
	return password
}
