package crashtest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/mail/post"
	"railpost/pbem/run/control"
)

// embedded is the post office in this process.
type embedded struct{ *post.Post }

func (e embedded) IMAP() string { return e.IMAPAddr() }
func (e embedded) SMTP() string { return e.SMTPAddr() }
func (embedded) OnTheWay() int  { return 0 }

// folder is a temporary one that stays if the test fails.
func folder(t testing.TB) string {
	t.Helper()
	dir := expect.Get(os.MkdirTemp("", "crash"))(t)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("store and log are kept in ", dir)
			return
		}
		expect.Is(t, "remove all", os.RemoveAll(dir), nil)
	})
	return dir
}

func newEmbedded(t testing.TB) (*world, *post.Post) {
	t.Helper()
	p := expect.Get(post.Start(post.Options{Users: users()}))(t)
	t.Cleanup(func() {
		expect.Is(t, "close", p.Close(), nil)
	})
	w := &world{t: t, post: embedded{p}, domain: "localhost", login: true, nameless: true, forge: true, tables: 6}
	w.service = newService(t, spec{Dir: folder(t), IMAP: p.IMAPAddr(), SMTP: p.SMTPAddr(), Domain: "localhost", Login: true, MinFree: megabyte})
	return w, p
}

func TestCrash(t *testing.T) {
	w, p := newEmbedded(t)
	list := append(points(), faultyPoints(p)...)
	if !level.Full() { // the points before and after a write are next to others
		list = slices.DeleteFunc(points(), func(q point) bool {
			write, at, _ := strings.Cut(q.name, ".")
			return write != "commit" && write != "due" && (at == "before" || at == "after")
		})
		w.tables = 3
	}
	kills, s := level.Of(0, 60, 1000), level.Seed(t, 1)
	stop := w.open(s)
	c := newCampaign(t, w, s)
	c.run(kills, list)
	p.Heal()
	c.finishAndCompare("embedded post", stop)
}

// finishAndCompare ends the games and the service and prints the findings.
func (c *campaign) finishAndCompare(where string, stop func()) counts {
	c.t.Helper()
	c.finish()
	stop()
	n := compare(c.t, c.w)
	fmt.Printf("crash: kills=%d points=%d mails=%d lost=%d twice=%d doubled=%d (in the gap: %d) games=%d aside=%d, %s\n",
		c.kills, len(c.hit), n.mails, n.lost, n.twice, n.doubled, n.gap, n.games, c.w.saved.Load(), where)
	return n
}

// call asks the running service something.
func (v *service) call(method string, params, result any) error {
	c, err := control.Dial(v.spec.socket())
	if err != nil {
		return err
	}
	return c.Call(context.Background(), method, params, result)
}
