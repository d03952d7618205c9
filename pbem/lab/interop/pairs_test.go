package interop

import (
	"cmp"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/realserver"
)

//go:embed conf/*.sh
var conf embed.FS

// pair is an IMAP server and an SMTP server that delivers to it.
type pair struct {
	imap, smtp server
	debian     string // the release of the Debian that is made for them; "": they are on this machine
	include    string // its packages
}

type server struct{ name, pack string }

// OpenSMTPD of Debian 12 has no TLS: its version 6.8 does not work with OpenSSL 3 (its issue 1171).
var pairs = []pair{
	{server{"Dovecot", "dovecot-imapd"}, server{"Postfix", "postfix"}, "", ""},
	{server{"Cyrus", "cyrus-imapd"}, server{"OpenSMTPD", "opensmtpd"}, "trixie",
		"cyrus-imapd,sasl2-bin,libsasl2-modules,opensmtpd,ca-certificates"},
	{server{"Courier", "courier-imap"}, server{"Exim", "exim4-daemon-heavy"}, "bookworm",
		"courier-imap,courier-authdaemon,exim4-daemon-heavy"},
}

func (p pair) String() string { return p.imap.name + "+" + p.smtp.name }

// root is the Debian that the servers are installed in.
func (p pair) root(t *testing.T) string {
	t.Helper()
	if p.debian == "" {
		return "/"
	}
	cache, err := os.UserCacheDir()
	expect.NoError(t, err)
	systems := cmp.Or(os.Getenv("RAILPOST_INTEROP"), filepath.Join(cache, "railpost-interop"))
	return filepath.Join(systems, p.String()+"-"+p.debian)
}

// install makes that Debian. It fails where the programs or Debian's mirror are missing.
func (p pair) install(t *testing.T) error {
	root := p.root(t)
	if _, err := os.Stat(filepath.Join(root, "var/lib/dpkg/status")); err == nil || p.debian == "" {
		return err
	}
	expect.NoError(t, os.MkdirAll(filepath.Dir(root), 0o755))
	half := root + ".new"
	expect.NoError(t, os.RemoveAll(half))
	cmd := exec.Command("nice", "mmdebstrap", "--variant=apt", "--include="+p.include, p.debian, half)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("mmdebstrap: %w: %s", err, out[max(0, len(out)-300):])
	}
	return os.Rename(half, root)
}

func (p pair) start(t *testing.T) *realserver.Servers {
	users := map[string]string{"game": "secret", "ana": "secret", "ben": "secret"}
	if p.debian == "" {
		return realserver.Start(t, users)
	}
	script := expect.Get(conf.ReadFile("conf/" + p.String() + ".sh"))(t)
	return realserver.StartIn(t, p.root(t), string(script), users)
}

var upstream = regexp.MustCompile(`^(?:\d+:)?([^-+]+)`)

// version is that of a package, without Debian's part; "" if it is not installed.
func version(root, pack string) string {
	packages := filepath.Join(root, "var/lib/dpkg")
	cmd := exec.Command("dpkg-query", "--admindir="+packages, "-W", "-f", "${db:Status-Abbrev} ${Version}", pack)
	out, err := cmd.Output()
	if err != nil || len(out) < 4 || string(out[:2]) != "ii" {
		return ""
	}
	return upstream.FindStringSubmatch(string(out[4:]))[1]
}
