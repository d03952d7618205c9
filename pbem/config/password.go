package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"railpost/pbem/mail/oauth"
	"railpost/pbem/mail/sign"
)

// login is one of the places where a password is needed.
type login struct {
	section, user, file, env string
	secret                   *Secret
	tokens                   **oauth.Source
}

// findPasswords reads the passwords of [mail.in], [mail.out] and [store] from the place that the
// file names, or else from the credential "mail.in.password", "mail.out.password" or
// "store.password" of systemd's LoadCredential=, or from the file of that name next to the configuration.
func findPasswords(c *Config, r *report) {
	c.Store.Password = findDatabasePassword(c, r)
	findAlarms(c, r)
	if c.Mail.Kind == Embedded {
		return
	}
	in, out := &c.Mail.In, &c.Mail.Out
	var tokens *oauth.Source
	if c.Mail.OAuth.Used() {
		tokens = findTokens(c, r)
	}
	for _, l := range []login{
		{"mail.in", in.User, in.PasswordFile, in.PasswordEnv, &in.Password, &in.Tokens},
		{"mail.out", out.User, out.PasswordFile, out.PasswordEnv, &out.Password, &out.Tokens},
	} {
		if tokens != nil && l.file == "" && l.env == "" {
			*l.tokens = tokens
		} else {
			l.find(r)
		}
	}
	findKeys(out, r)
}

// findKeys reads the keys that sign letters.
func findKeys(out *MailOut, r *report) {
	for _, path := range out.DKIMKeys {
		key, err := readKey(path)
		if err != nil {
			r.add("mail.out.dkim_keys", "%v", err)
			continue
		}
		out.Keys = append(out.Keys, key)
	}
}

// readKey reads systemd's credential with the name of the file, or else the file.
func readKey(path string) (*sign.Key, error) {
	text, err := readPrivate(cmp.Or(credential(filepath.Base(path), ""), path))
	if err != nil {
		return nil, err
	}
	return sign.Parse(path, text)
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
	if path := credential(name, r.folder()); path != "" {
		l.fromFile(r, l.section+".user", path)
	} else if l.user != "" {
		r.add(l.section+".user", "no password for %q; set password_file or password_env, or pass the credential %s (systemd: LoadCredential=)", l.user, name)
	}
}

// credential returns the path of a credential of systemd's LoadCredential=; "" if there is none. At a command
// line, which gets none from systemd, it is the file of that name in the other folder, where init puts it.
func credential(name, other string) string {
	folder := cmp.Or(os.Getenv("CREDENTIALS_DIRECTORY"), other)
	path := filepath.Join(folder, name)
	if _, err := os.Stat(path); folder == "" || errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return path
}

// folder returns the folder of the configuration.
func (r *report) folder() string { return filepath.Dir(r.source.path) }

// fromFile reads the file's only line; a fault is reported at key.
func (l login) fromFile(r *report, key, path string) {
	text, err := readPassword(path)
	if err != nil {
		r.add(key, "%v", err)
		return
	}
	*l.secret = NewSecret(text)
}

// readPrivate returns the content of a file that not everyone may read.
func readPrivate(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o007 != 0 {
		return nil, fmt.Errorf("everyone on this machine has access to %s; fix that with `chmod o= %s`", path, path)
	}
	return os.ReadFile(path)
}

func readPassword(path string) (string, error) {
	data, err := readPrivate(path)
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
