package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

func TestDatabaseURL(t *testing.T) {
	for _, c := range []struct{ url, more, fault, opened string }{
		{url: "postgres://railpost@/railpost?host=/run/postgresql"},
		{url: "postgres://railpost@127.0.0.1:5433/railpost"},
		{url: "postgres://railpost@localhost/railpost?sslmode=disable"},
		{url: "postgres://railpost@[::1]/railpost"},
		{url: "postgres://railpost@db.example.org/railpost", opened: "postgres://railpost@db.example.org/railpost?sslmode=verify-full"},
		{url: "postgresql://railpost@db.example.org/railpost?sslrootcert=/ca.pem", opened: "postgresql://railpost@db.example.org/railpost?sslmode=verify-full&sslrootcert=%2Fca.pem"},
		{url: "postgres://railpost@127.0.0.1:1,db.example.org:2/railpost", opened: "postgres://railpost@127.0.0.1:1,db.example.org:2/railpost?sslmode=verify-full"},
		{url: "postgres://railpost@db.example.org/railpost?sslmode=verify-ca"},
		{url: "postgres://railpost@db.example.org/railpost?sslmode=require"},
		{url: "postgres://railpost@db.example.org/railpost?sslmode=prefer", fault: "sslmode=prefer would send games and letters unencrypted to db.example.org"},
		{url: "postgres://railpost@db.example.org/railpost?sslmode=allow", fault: "sslmode=allow would send games and letters unencrypted to db.example.org"},
		{url: "postgres://railpost@db1,db2/railpost?sslmode=verify-full&target_session_attrs=read-write"},
		{url: "host=db.example.org user=railpost dbname=railpost", fault: "this is not the address of a PostgreSQL database"},
		{url: "postgres://railpost@localhost/railpost?passfile=/etc/pgpass"},
		{url: "postgres://railpost@/railpost?host=db.example.org&sslmode=disable", fault: "unencrypted to db.example.org"},
		{url: "postgres://railpost:hunter2@localhost/railpost", fault: "a password does not belong in the address"},
		{url: "postgres://railpost@localhost/railpost?password=hunter2", fault: "a password does not belong in the address"},
		{url: "postgres://railpost:hunter2@local host/railpost", fault: "this is not the address of a PostgreSQL database"},
		{url: "mysql://localhost/railpost", fault: "this is not the address of a PostgreSQL database"},
		{url: "railpost", fault: "this is not the address of a PostgreSQL database"},
		{url: "postgres://railpost@localhost", fault: "the name of the database is missing"},
		{url: "postgres://railpost@localhost/railpost", more: "[backup]\ndir = \"copies\"", fault: "backup.dir: railpost copies no database"},
		{more: `[store]
password_env = "HOME"`, fault: "a password is set for the database, but no database"},
	} {
		text := usable
		if c.url != "" {
			text += "[store]\nurl = \"" + c.url + "\"\n"
		}
		conf, err := LoadPublic(write(t, text+c.more))
		switch {
		case c.fault == "" && err != nil:
			t.Errorf("%s: %v", c.url, err)
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("%s: got %v, want %q", c.url, err, c.fault)
		case err != nil && strings.Contains(err.Error(), "hunter2"):
			t.Errorf("the password is shown: %v", err)
		case c.fault == "" && c.opened == "" && conf.StoreURL() != c.url, c.opened != "" && conf.StoreURL() != c.opened:
			t.Errorf("%s: opened as %s, want %s", c.url, conf.StoreURL(), c.opened)
		}
	}
}

func TestDatabasePassword(t *testing.T) {
	credentials := t.TempDir()
	expect.NoError(t, os.WriteFile(filepath.Join(credentials, "store.password"), []byte("from systemd\n"), 0o400))
	for line, want := range map[string]string{"": "from systemd", `password_file = "in"`: "pass word", `password_env = "RAILPOST_TEST_PASSWORD"`: "from env"} {
		t.Setenv("RAILPOST_TEST_PASSWORD", "from env")
		t.Setenv("CREDENTIALS_DIRECTORY", credentials)
		path := write(t, usable+"[store]\nurl = \"postgres://railpost@localhost/railpost\"\n"+line+"\n")
		conf, err := Load(path)
		if err != nil || conf.Store.Password.Reveal() != want {
			t.Errorf("%q: %q, %v", line, conf.Store.Password.Reveal(), err)
		}
		conf, err = LoadPublic(path)
		expect.True(t, err == nil && !conf.Store.Password.Set(), "%q: public: %v, %v", line, conf.Store.Password, err)
		expect.Same(t, line, expect.Get(conf.StorePassword())(t).Reveal(), want)
	}
	t.Setenv("CREDENTIALS_DIRECTORY", "")
	path := write(t, usable+"[store]\nurl = \"postgres://railpost@localhost/railpost\"\n")
	if conf, err := Load(path); err != nil || conf.Store.Password.Set() {
		t.Errorf("a database that asks for no password: %v", err)
	}
	path = write(t, usable+"[store]\nurl = \"postgres://railpost@localhost/railpost\"\npassword_file = \"gone\"\n")
	expect.Fails(t, "no file", expect.Err(Load(path)), "store.password_file")
}
