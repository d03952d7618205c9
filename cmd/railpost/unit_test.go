//go:build linux

package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/mail/post"
)

// systemctl stands in for systemd: it starts the unit's command as the unit says, under its user, without
// groups and capabilities, with its own folder of credentials, a read-only system, and its state folder. Like
// systemd it gives that folder, with its contents, to the user, but only if the folder itself belongs to
// another.
const systemctl = `#!/bin/bash
set -eu
unit=/etc/systemd/system/railpost.service state=/var/lib/railpost creds=/run/credentials/railpost.service
key() { sed -n "s/^$1=//p" $unit; }
uid=$(id -u "$(key User)")
case "$1 ${2-}" in
"daemon-reload "*) ;;
"enable --now" | "start railpost")
	[ "$(key StateDirectory) $(key ProtectSystem)" = "railpost strict" ]
	mkdir -p $state $creds
	[ "$(stat -c %u $state)" = $uid ] || chown -R $uid:$uid $state
	chmod "$(key StateDirectoryMode)" $state
	key LoadCredential | while IFS=: read -r name file; do install -m 400 -o $uid "$file" $creds/$name; done
	umask "$(key UMask)"
	export CREDENTIALS_DIRECTORY=$creds
	nohup unshare -m bash -c "
		mount --bind $state $state
		for m in / /etc /usr/local/bin /run /root /var; do mount -o remount,bind,ro \$m; done
		mount -t tmpfs tmp /tmp
		cd $(key WorkingDirectory)
		exec setpriv --reuid $uid --regid $uid --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs $(key ExecStart)
	" >>/var/log/railpost 2>&1 </dev/null &
	echo $! >/root/railpost.pid
	for i in $(seq 500); do [ -S $state/railpost.db.sock ] && exit 0; kill -0 $! || break; sleep 0.02; done
	cat /var/log/railpost >&2
	exit 1 ;;
"stop railpost")
	kill "$(cat /root/railpost.pid)"
	while kill -0 "$(cat /root/railpost.pid)" 2>/dev/null; do sleep 0.02; done ;;
*) echo "systemctl $*: not known here" >&2; exit 1 ;;
esac
`

// TestGuideUnderTheUnit runs the commands of the organisers' guide, unchanged, against the shipped unit. The
// answers for init at a terminal follow its line.
func TestGuideUnderTheUnit(t *testing.T) {
	level.NeedFull(t)
	if os.Geteuid() != 0 {
		t.Skip("only root can become the unit's user and see its folders")
	}
	level.Program(t, "setpriv")
	if out, err := exec.Command("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt").CombinedOutput(); err != nil {
		t.Skipf("no file systems can be mounted here: %v %s", err, out)
	}
	p := expect.Get(post.Start(post.Options{Users: map[string]string{"games": "secret"}}))(t)
	defer p.Close()
	top := expect.Get(filepath.Abs("../.."))(t)
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "railpost"), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, text := range map[string]string{"systemctl": systemctl, "secret": "secret\n"} {
		expect.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755))
	}
	answers := fmt.Sprintf(" --address games@localhost --user games --imap-tls none --smtp-tls none --password-from %s/secret", dir)
	for _, s := range []struct{ flag, addr string }{{"imap", p.IMAPAddr()}, {"smtp", p.SMTPAddr()}} {
		host, port := expect.Get2(net.SplitHostPort(s.addr))(t)
		answers += fmt.Sprintf(" --%s-host %s --%s-port %s", s.flag, host, s.flag, port)
	}
	install := expect.Get(os.ReadFile("../../docs/organisers-install.md"))(t)
	backup := expect.Get(os.ReadFile("../../docs/organisers-backup.md"))(t)
	setup := strings.ReplaceAll(block(t, string(install), "## systemd"), "railpost.toml\n", "railpost.toml"+answers+"\n")
	script := strings.Join([]string{
		// In a mount namespace: this machine stays unchanged.
		"mount -t tmpfs etc /mnt && cp -a /etc/. /mnt && mount --move /mnt /etc",
		"! id railpost 2>/dev/null || userdel railpost",
		"for d in /var /run /root /usr/local/bin; do mount -t tmpfs none $d; done",
		"mkdir -p /var/lib /var/log /var/backups/since /etc/systemd/system /root/packaging",
		"cp " + top + "/packaging/railpost.service /root/packaging/",
		"cp " + dir + "/railpost /root/; cp " + dir + "/systemctl /usr/local/bin/; cd /root; set -x",
		setup,
		"railpost game create russian winter --start-now --player 'Ana <ana@localhost>' --player 'Ben <ben@localhost>'",
		block(t, string(backup), "## Backup"),
		"railpost check",
		"railpost serve --dry-run letters/ & dry=$!; while ! [ -s letters/railpost.db ]; do sleep 0.02; done; kill $dry; wait $dry",
		"touch /var/backups/taken; ! railpost backup /var/backups/taken",
		"setpriv --reuid 61991 --clear-groups cat /etc/railpost/railpost.toml >/dev/null",
		"! setpriv --reuid 61991 --clear-groups railpost backup /tmp/stolen.db",
		`printf 'From: eve@example.org\r\nTo: games@localhost\r\nDate: Mon, 2 Mar 2026 09:00:00 +0000\r\n\r\nHello\r\n' >/var/backups/since/1.eml`,
		block(t, string(backup), "## Restoring a backup"),
		"railpost game list",
		"railpost check",
		"systemctl stop railpost",
		"railpost check; stat -c 'owner %U mode %a of %n' /etc/railpost/railpost.toml /var/lib/railpost/railpost.db",
	}, "\n")
	cmd := exec.Command("unshare", "-m", "bash", "-euc", script)
	cmd.Env = []string{"PATH=/usr/local/bin:" + os.Getenv("PATH"), "HOME=/root"}
	out, err := cmd.CombinedOutput()
	expect.NoError(t, err, out)
	expect.Has(t, "the log", string(out),
		"owner root mode 644 of /etc/railpost/railpost.toml", "owner railpost mode 600 of /var/lib/railpost/railpost.db", "winter is at step", "taken already exists")
}

// block returns the first block of commands after a heading.
func block(t *testing.T, guide, heading string) string {
	t.Helper()
	_, text, ok := strings.Cut(guide, "\n"+heading+"\n")
	var lines []string
	for line := range strings.Lines(text) {
		if command, is := strings.CutPrefix(line, "    "); is {
			lines = append(lines, command)
		} else if len(lines) > 0 {
			break
		}
	}
	if !ok || len(lines) == 0 {
		t.Fatalf("no commands behind %s", heading)
	}
	return strings.Join(lines, "")
}

// TestUnitIsVerified: systemd itself reads the unit, and the one that the guide makes of it for a second club.
func TestUnitIsVerified(t *testing.T) {
	analyze := level.Program(t, "systemd-analyze")
	shipped := expect.Get(filepath.Abs("../../packaging/railpost.service"))(t)
	guide := expect.Get(os.ReadFile("../../docs/organisers-troubleshooting.md"))(t)
	clubs := block(t, string(guide), "## Two clubs on one machine")
	_, sed, _ := strings.Cut(clubs, "sed ")
	sed, _, ok := strings.Cut(sed, "> /etc/systemd/system/railpost-b.service\n")
	expect.True(t, ok, "no unit is made by\n%s", clubs)
	sed = "sed " + strings.ReplaceAll(sed, "/usr/lib/systemd/system/railpost.service", shipped)
	second := expect.Get(exec.Command("bash", "-c", sed).Output())(t)
	first := regexp.MustCompile("(/etc/|/lib/|=)railpost([ /\n]|$)")
	expect.True(t, !first.Match(second), "the first club's places:\n%s", second)
	for name, unit := range map[string][]byte{"railpost": expect.Get(os.ReadFile(shipped))(t), "railpost-b": second} {
		// It checks for the program, which is not installed here.
		file := filepath.Join(t.TempDir(), name+".service")
		text := regexp.MustCompile("=/usr/(local/)?bin/railpost").ReplaceAllString(string(unit), "=/bin/true")
		expect.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		if out, err := exec.Command(analyze, "verify", file).CombinedOutput(); err != nil || strings.Contains(string(out), name+".service:") {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
