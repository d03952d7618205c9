package outbox

import (
	"bytes"
	"context"

	"railpost/pbem/mail/compose"
	"railpost/store"
)

// lookedMost is how many queued letters are looked through, since strangers invent Message-IDs. Behind a longer queue an
// answer to a letter that is not noted yet is read as one to an unknown letter.
const lookedMost = 200

// Sent returns a letter by its Message-ID. Its reader may answer it before anybody notes that the server took it, long before
// if a daemon dies between the two: until then the queue has the letter, with what it says.
func Sent(ctx context.Context, s store.Store, id string) (l store.Letter, ok bool, err error) {
	if l, ok, err = s.SentLetter(ctx, id); ok || err != nil {
		return l, ok, err
	}
	if _, ours := compose.ParseMessageID(id); !ours {
		return l, false, nil
	}
	n, err := s.Outbox(ctx)
	if err != nil || n > lookedMost {
		return l, false, err
	}
	queued, err := s.Letters(ctx)
	if err != nil {
		return l, false, err
	}
	for _, l := range queued {
		if l.State == store.Failed || !bytes.Contains(l.Bytes, []byte(id)) {
			continue
		}
		if env, err := readEnvelope("", l.Bytes); err == nil && env.messageID == id {
			l.Bytes = nil // as SentLetter
			return l, true, nil
		}
	}
	return s.SentLetter(ctx, id) // if it was noted meanwhile
}
