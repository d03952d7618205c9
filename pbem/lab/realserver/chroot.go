package realserver

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"text/template"

	"railpost/engine/enginetest/expect"
)

// StartIn runs servers that Debian does not install next to Dovecot and Postfix, in the Debian below root, until the
// test ends: script, a template like those in conf, makes their configuration and becomes their parent process. Their
// files are in /rp, and what an earlier test left there is for the script to remove. Needs root.
func StartIn(t testing.TB, root, script string, users map[string]string) *Servers {
	t.Helper()
	s := newServers(t, users)
	s.Dir = filepath.Join(root, "rp")
	s.must(os.MkdirAll(s.Dir, 0o755))
	s.must(s.choosePorts())
	s.certify()
	var out bytes.Buffer
	s.must(expect.Get(template.New("script").Parse(script))(t).Execute(&out, s))
	s.write("start", out.Bytes(), 0o755)
	log := expect.Get(os.Create(filepath.Join(s.Dir, "log")))(t)
	// A process namespace: nothing in it outlives its first process.
	cmd := exec.Command("unshare", "--pid", "--fork", "--mount", "--root="+root, "sh", "/rp/start")
	cmd.Stdout, cmd.Stderr = log, log
	s.must(cmd.Start())
	t.Cleanup(func() {
		for _, first := range expect.Get(childrenOf(cmd.Process.Pid))(t) {
			expect.NoError(t, signal(first, syscall.SIGKILL))
		}
		_ = cmd.Wait() // says that it was killed
		expect.NoError(t, log.Close())
		if t.Failed() {
			text := expect.Get(os.ReadFile(log.Name()))(t)
			t.Logf("%s:\n%s", log.Name(), text[max(0, len(text)-logged):])
		}
	})
	for _, service := range []string{"imap", "imaps", "smtp", "submission", "submissions"} {
		s.must(answers(s.ports[service]))
	}
	return s
}
