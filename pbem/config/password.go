package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// login is one of the places where a password is needed.
type login struct {
	section, user, file, env string
	secret                   *Secret
}

// findPasswords reads the passwords of [mail.in], [mail.out] and [store] from the place that the
// file names, or else from the credential "mail.in.password", "mail.out.password" or
// "store.password" of systemd's LoadCredential=.
func findPasswords(c *Config, r *report) {
	c.Store.Password = findDatabasePassword(c, r)
	findAlarms(c, r)
	if c.Mail.Kind == Embedded {
		return
	}
	in, out := &c.Mail.In, &c.Mail.Out
	for _, l := range []login{
		{"mail.in", in.User, in.PasswordFile, in.PasswordEnv, &in.Password},
		{"mail.out", out.User, out.PasswordFile, out.PasswordEnv, &out.Password},
	} {
		l.find(r)
	}
}

func (l login) find(r *report) {
	switch {
	case l.file != "" && l.env != "":
		r.add(l.section+".password_env", "password_file is set too; keep one of them")
	case l.file != "":
		l.fromFile(r, l.section+".password_file", l.file)
	case l.env != "":
		l.fromEnv(r)
	default:
		l.fromCredential(r)
	}
}

func (l login) fromEnv(r *report) {
	text := os.Getenv(l.env)
	if text == "" {
		r.add(l.section+".password_env", "the environment variable %s is not set", l.env)
		return
	}
	*l.secret = NewSecret(text)
}

func (l login) fromCredential(r *report) {
	name := l.section + ".password"
	if folder := os.Getenv("CREDENTIALS_DIRECTORY"); folder != "" {
		path := filepath.Join(folder, name)
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			l.fromFile(r, l.section+".user", path)
			return
		}
	}
	if l.user != "" {
		r.add(l.section+".user", "no password for %q; set password_file or password_env, or pass the credential %s (systemd: LoadCredential=)", l.user, name)
	}
}

// fromFile reads the file's only line; a fault is reported at key.
func (l login) fromFile(r *report, key, path string) {
	info, err := os.Stat(path)
	if err != nil {
		r.add(key, "%v", err)
		return
	}
	if info.Mode().Perm()&0o007 != 0 {
		r.add(key, "everyone on this machine has access to %s; fix that with `chmod o= %s`", path, path)
		return
	}
	text, err := readPassword(path)
	if err != nil {
		r.add(key, "%v", err)
		return
	}
	*l.secret = NewSecret(text)
}

func readPassword(path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	text := strings.TrimRight(string(data), "\r\n")
	switch {
	case text == "":
		return "", fmt.Errorf("%s is empty; write one line into it", path)
	case strings.ContainsAny(text, "\r\n\x00"):
		return "", fmt.Errorf("%s has more than one line; leave only the password, or the address", path)
	}
	return text, nil
}
