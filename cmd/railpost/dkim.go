package main

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"railpost/pbem/mail/sign"
)

type dkimCommand struct {
	Key dkimKeyCommand `cmd:"" help:"Make a key that signs letters; show its DNS record."`
}

type dkimKeyCommand struct {
	Selector string `placeholder:"NAME" help:"Name of the key in DNS and of its file, such as rail2026; a key that exists is only shown."`
	RSA      bool   `name:"rsa" help:"An RSA key, which every server knows, instead of Ed25519. Many services sign with both."`
}

func (c *dkimKeyCommand) Run(a *app) error {
	conf, err := a.publicConfig()
	if err != nil {
		return err
	}
	usual := map[bool]string{false: "railpost-ed25519", true: "railpost-rsa"}[c.RSA]
	path := filepath.Join(filepath.Dir(a.configPath), cmp.Or(c.Selector, usual)+".pem")
	text, err := os.ReadFile(path)
	exists := !errors.Is(err, fs.ErrNotExist)
	if !exists {
		text, err = sign.Generate(c.RSA)
	}
	if err != nil {
		return err
	}
	key, err := sign.Parse(path, text)
	if err == nil && !exists {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		return err
	}
	a.printf("%s %s.\n\n", path, map[bool]string{true: "exists already", false: "is new"}[exists])
	a.printf("Publish this TXT record. In a web form (some add the domain to the name):\n\n")
	a.printf("  name   %s\n  value  %s\n\n", key.Name(conf.FromDomain()), key.Record())
	a.printf("In a zone file:\n\n%s\n\n", key.Zone(conf.FromDomain()))
	a.printf("Add %q to dkim_keys under [mail.out]. As soon as railpost doctor --dns finds the\nrecord, restart the service.\n", filepath.Base(path))
	return nil
}
