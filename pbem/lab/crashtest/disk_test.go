package crashtest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

const megabyte = 1 << 20

// disk is a small separate file system.
type disk struct {
	t   *testing.T
	dir string
}

// newDisk mounts one of this many megabytes.
func newDisk(t *testing.T, size string) *disk {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can mount a small disk")
	}
	d := &disk{t, folder(t)}
	if err := syscall.Mount("railpost", d.dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no small disk can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		expect.Is(t, "unmount", syscall.Unmount(d.dir, syscall.MNT_DETACH), nil)
	})
	return d
}

func (d *disk) ballast() string { return filepath.Join(d.dir, "ballast") }

// fill leaves this many bytes free.
func (d *disk) fill(free int64) {
	d.t.Helper()
	f, err := os.Create(d.ballast())
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	_, err = io.Copy(f, zeros{})
	if !errors.Is(err, syscall.ENOSPC) {
		d.t.Fatal("the disk does not get full: ", err)
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := f.Truncate(max(0, size-free)); err != nil {
		d.t.Fatal(err)
	}
}

func (d *disk) makeRoom() {
	d.t.Helper()
	if err := os.Remove(d.ballast()); err != nil {
		d.t.Fatal(err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// await waits for something that must come.
func await(t testing.TB, w *world, what string, holds func() bool) {
	t.Helper()
	for since := time.Now(); !holds(); time.Sleep(10 * time.Millisecond) {
		expect.NoError(t, w.failed())
		if !w.service.running() {
			t.Fatalf("the service ended while we waited for %s: %v", what, w.service.err)
		}
		if time.Since(since) > standstill {
			t.Fatalf("waited in vain for %s; the organiser was told: %v", what, w.told())
		}
	}
}

// TestDiskFull: mails stay in the mailbox while there is no space, and none is lost or handled twice when there
// is space again.
func TestDiskFull(t *testing.T) {
	level.NeedFull(t)
	t.Parallel() // it mostly waits
	for _, c := range []struct {
		name          string
		minFree, left int64 // bytes
		told          string
		notice        bool
	}{
		{"less than min_free", 4 * megabyte, 3 * megabyte, "store.min_free", true},
		{"the store cannot be written", 0, 48 << 10, "no space left on device", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // it mostly waits
			d := newDisk(t, "40m")
			w, _ := newEmbedded(t)
			w.service.spec.Dir, w.service.spec.MinFree = d.dir, c.minFree
			w.service.log = filepath.Join(folder(t), "log")
			stop := w.open(level.Seed(t, 6))
			w.service.start("", 0)
			await(t, w, "some games", func() bool { return count(w.games(), "over") > 2 })
			d.fill(c.left)
			left := func() bool { return w.service.logged("messages are left for later") }
			// If the outbox fails first no letter is sent, and nobody may have anything to answer: then no mail
			// comes that could be left.
			await(t, w, "the full disk", func() bool { return left() || !c.notice && w.service.logged("what=store-failed") })
			if left() {
				await(t, w, "a mail that stays", func() bool { return len(w.post.Messages(account, "INBOX")) > 0 })
			}
			// A commit that was under way may be the first to find no room.
			await(t, w, c.told, func() bool { return w.service.logged(c.told) })
			if c.notice {
				await(t, w, "the organiser's notice", func() bool { return w.noticed("min_free") })
			}
			d.makeRoom()
			w.closed.Store(true)
			settle(t, w)
			verify(t, w)
			expect.Is(t, "stop", w.service.stop(), nil)
			stop()
			n := compare(t, w)
			t.Logf("full disk: mails=%d lost=%d twice=%d doubled=%d games=%d", n.mails, n.lost, n.twice, n.doubled, n.games)
		})
	}
}

// noticed says whether the organiser has got a letter with these words.
func (w *world) noticed(words string) bool {
	for _, raw := range w.post.Messages(boss, "INBOX") {
		if bytes.Contains(raw, []byte(words)) {
			return true
		}
	}
	return false
}

// TestReadOnlyStore: the service does not start, and says why.
func TestReadOnlyStore(t *testing.T) {
	level.NeedFull(t)
	d := newDisk(t, "40m")
	w, _ := newEmbedded(t)
	w.service.spec.Dir = d.dir
	w.service.start("", 0)
	await(t, w, "the service", func() bool { return w.service.call("game.list", nil, nil) == nil })
	expect.NoError(t, w.service.stop())
	w.service.log = filepath.Join(folder(t), "log")
	expect.NoError(t, syscall.Mount("railpost", d.dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	w.service.start("", 0)
	<-w.service.dead
	said := string(w.service.logEnd(1000))
	expect.Has(t, "the log", said, "railpost.db", "read-only file system")
	expect.Same(t, "exit code", w.service.cmd.ProcessState.ExitCode(), 1)
	t.Log(strings.TrimSpace(said))
}
