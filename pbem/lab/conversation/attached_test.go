package conversation_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-message"

	"railpost/engine"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/show/export"
)

// fileOf returns a file that the latest letter of somebody has attached.
func (s *scene) fileOf(name, file string) (text string, err error) {
	l, ok := s.Latest(name)
	if !ok {
		return "", fmt.Errorf("%s has no letter", name)
	}
	m, err := message.Read(bytes.NewReader(l.Raw))
	if err != nil {
		return "", err
	}
	var names []string
	err = m.Walk(func(_ []int, part *message.Entity, err error) error {
		_, params, _ := part.Header.ContentDisposition()
		called := params["filename"]
		if err != nil || called == "" {
			return err
		}
		names = append(names, called)
		if strings.TrimSuffix(called, ".gz") != file {
			return nil
		}
		in := part.Body
		if called != file {
			if in, err = gzip.NewReader(in); err != nil {
				return err
			}
		}
		b, err := io.ReadAll(in)
		text = string(b)
		return err
	})
	if err == nil && text == "" {
		err = fmt.Errorf("the letter has no file %s, but %q", file, names)
	}
	return text, err
}

func (s *scene) attached(args []string) error {
	text, err := s.fileOf(args[0], args[1])
	if err != nil {
		return err
	}
	return s.print("%s", text)
}

func (s *scene) replay(args []string) error {
	text, err := s.fileOf(args[0], args[1])
	if err != nil {
		return err
	}
	log, err := export.Read(strings.NewReader(text))
	if err != nil {
		return err
	}
	g, err := engine.Replay(pbemtest.Find, log.Records, log.Seed)
	if err != nil {
		return err
	}
	return errors.Join(engine.CheckDraws(g.Name, log.Seed, log.Records), s.print("%s: %d steps, over: %v, log %s\n", g.Name, len(log.Records), g.Pos.Over(), log.Last.Short()))
}
