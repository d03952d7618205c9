package letters_test

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/pbemtest"
)

// TestListPost: programs that answer to lists find the answer address.
func TestListPost(t *testing.T) {
	l, _ := pbemtest.Games(t, "winter").Latest("Ana")
	expect.Has(t, "List-Post", strings.ReplaceAll(string(l.Raw), "\r\n ", " "), "\r\nList-Post: <mailto:"+l.ReplyTo+">\r\n")
}
