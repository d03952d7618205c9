package letters_test

import (
	"bytes"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/sign"
)

// TestSigned: with keys, every letter is signed for the domain of From as it is stored and sent; without, none is.
func TestSigned(t *testing.T) {
	text := expect.Get(sign.Generate(false))(t)
	key := expect.Get(sign.Parse("rail.pem", text))(t)
	signed := pbemtest.Begun(t, func(c *config.Config) {
		c.Mail.Out.DKIMKeys, c.Mail.Out.Keys = []string{"rail.pem"}, sign.Keys{key}
	}, nil)
	n := 0
	for _, name := range []string{"Ana", "Ben"} {
		l, ok := signed.Latest(name)
		if ok {
			n++
			expect.NoError(t, key.Verify(l.Raw, "post.example", key.Published), name)
		}
	}
	expect.True(t, n > 0, "there is no letter")
	l, _ := pbemtest.Games(t, "winter").Latest("Ana")
	expect.True(t, !bytes.Contains(l.Raw, []byte("DKIM-Signature")), "a letter is signed without a key")
}
