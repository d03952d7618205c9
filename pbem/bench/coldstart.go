package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"railpost/pbem/compose"
	"railpost/pbem/table"
	"railpost/store"
	"railpost/store/bolt"
)

const (
	coldRecords = 400
	coldStarts  = 5
)

// MeasureColdStart compares the time from opening a file of many games to the
// first move played with the time to read the file once from end to end.
func MeasureColdStart(ctx context.Context, o Options) (Figure, error) {
	f := Figure{Name: "cold-start", What: fmt.Sprintf("%d games of %d records: from opening the file to the first move played, against reading it from end to end", o.games(), coldRecords)}
	err := measure(o, &f, func(dir string) error {
		path := filepath.Join(dir, "cold.db")
		a, err := coldFile(ctx, path, o.games())
		if err != nil {
			return err
		}
		st, err := os.Stat(path)
		if err != nil {
			return err
		}
		var starts, scans []time.Duration
		for n := range coldStarts {
			scan, err := scanTime(path)
			if err != nil {
				return err
			}
			took, err := coldStart(ctx, path, a, n)
			if err != nil {
				return err
			}
			starts, scans = append(starts, took), append(scans, scan)
		}
		first, scan := quantile(starts, 0.5), quantile(scans, 0.5)
		f.add("file", float64(st.Size())/1e6, "MB")
		f.most("first move played after", millis(first), 150, "ms")
		f.add("reading the file", millis(scan), "ms")
		f.most("start / reading", first.Seconds()/scan.Seconds(), 5, "ratio")
		return nil
	})
	return f, err
}

const coldGame = "cold-0"

// coldFile makes the file: one game that will be answered, and others like it.
func coldFile(ctx context.Context, path string, games int) (a ahead, err error) {
	s, err := open(ctx, path, bolt.Options{NoSync: true})
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if a, err = goAhead(coldGame, coldRecords, coldStarts, true); err != nil {
		return a, err
	}
	if err := s.create(ctx, coldGame); err != nil {
		return a, err
	}
	if err := s.post(ctx); err != nil {
		return a, err
	}
	setUp, err := s.db.Records(ctx, coldGame, 1, 1)
	if err != nil {
		return a, err
	}
	if err := s.put(ctx, coldGame, a); err != nil {
		return a, err
	}
	head, err := s.db.Head(ctx, coldGame)
	if err != nil {
		return a, err
	}
	for i := range games - 1 {
		name := fmt.Sprintf("cold-%d", i+1)
		other := store.Commit{Game: name, Doc: head.Doc, Append: append([][]byte{setUp[0].Payload}, a.payloads...), Snapshot: a.snapshot}
		if err := s.commit(ctx, other); err != nil {
			return a, err
		}
	}
	return a, ctx.Err()
}

// scanTime reads a file once, after it has been brought into memory.
func scanTime(path string) (time.Duration, error) {
	var began time.Time
	for range 2 {
		began = time.Now()
		file, err := os.Open(path)
		if err != nil {
			return 0, err
		}
		buf := make([]byte, 1<<20)
		_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{file}, buf)
		if err := errors.Join(err, file.Close()); err != nil {
			return 0, err
		}
	}
	return time.Since(began), nil
}

// coldStart opens the file and plays the n-th order by a mail.
func coldStart(ctx context.Context, path string, a ahead, n int) (time.Duration, error) {
	mail, err := plainMail(ctx, path, a, n)
	if err != nil {
		return 0, err
	}
	runtime.GC()
	began := time.Now()
	s, err := open(ctx, path, bolt.Options{})
	if err != nil {
		return 0, err
	}
	s.clock = start.Add(time.Duration(n+1) * time.Minute)
	err = s.deliver(ctx, mail)
	took := time.Since(began)
	return took, errors.Join(err, s.close())
}

// plainMail is an answer to the last letter that quotes nothing.
func plainMail(ctx context.Context, path string, a ahead, n int) ([]byte, error) {
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	head, err := db.Head(ctx, coldGame)
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	t, err := table.Read(head.Doc)
	if err != nil {
		return nil, err
	}
	order := a.next[n]
	to, err := compose.ReplyAddress("games", "+", compose.Reply{Game: coldGame, Step: compose.Step{N: head.Seq}, Token: t.Token(order.Seat)}, "post.example")
	if err != nil {
		return nil, err
	}
	from := address(coldGame, int(order.Seat))
	return fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: Re: your turn\r\nDate: %s\r\nMessage-ID: <%d.%s>\r\n\r\n%s\r\n",
		from, to, start.Format(time.RFC1123Z), n, from, order.Line), nil
}
