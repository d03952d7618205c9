package mailtest

import (
	"bytes"
	"context"
	"errors"
	"net/mail"
	"strings"
	"time"

	"railpost/store"
)

// Post renders all letters that wait at an instant, passes them to take instead of a
// server, and marks them as sent under their Message-IDs.
func Post(ctx context.Context, s store.Store, render func(context.Context, store.Letter) (store.Finished, error), now time.Time, take func(store.Letter, []byte) error) error {
	for {
		letters, err := s.Claim(ctx, now, time.Minute, 64)
		if err != nil || len(letters) == 0 {
			return err
		}
		for _, l := range letters {
			made, err := render(ctx, l)
			if err != nil {
				return err
			}
			if err := errors.Join(s.MarkSending(ctx, made)...); err != nil {
				return err
			}
			if err := take(l, made.Bytes); err != nil {
				return err
			}
			m, err := mail.ReadMessage(bytes.NewReader(made.Bytes))
			if err != nil {
				return err
			}
			if err := errors.Join(s.Sent(ctx, store.Accepted{ID: l.ID, MessageID: strings.Trim(m.Header.Get("Message-Id"), "<> "), Code: "250 ok", At: now})...); err != nil {
				return err
			}
		}
	}
}
