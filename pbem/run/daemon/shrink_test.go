package daemon_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/run/daemon"
	"railpost/store"
	"railpost/store/bolt"
)

// TestAHollowStoreIsCompactedAtTheStart: the disk gets its space back, and systemd,
// which waits for the start, is asked for more time.
func TestAHollowStoreIsCompactedAtTheStart(t *testing.T) {
	t.Chdir(t.TempDir()) // the path of a socket must be short
	const socket = "notify"
	conn := expect.Get(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"}))(t)
	defer conn.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	c := settings(t)
	db := expect.Get(bolt.Open(c.Store.Path, bolt.Options{NoSync: true}))(t)
	for _, value := range [][]byte{make([]byte, 1<<20), nil} {
		for i := range 30 {
			errs, err := db.Commit(t.Context(), store.Commit{Put: map[string][]byte{fmt.Sprint(i): value}})
			expect.NoError(t, errors.Join(append(errs, err)...))
		}
	}
	expect.NoError(t, db.Close())
	_, stop := start(t, daemon.Options{Config: c})
	if err := stop(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(c.Store.Path); err != nil || info.Size() > 16<<20 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	first := make([]byte, 100)
	if n, err := conn.Read(first); err != nil || !strings.HasPrefix(string(first[:n]), "EXTEND_TIMEOUT_USEC=60000000") {
		t.Errorf("systemd was told %q, %v", first[:n], err)
	}
}
