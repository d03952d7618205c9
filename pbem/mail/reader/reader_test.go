package reader

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"railpost/engine/enginetest/expect"
)

func TestChoicesAsTheyArePrinted(t *testing.T) {
	text := `Ana, it is your turn: round 2 of 7.

SINCE YOUR LAST MOVE
  12  Ben: place black-1: black t
      you may like this   not a choice

BEST CHOICES (2 MORE BELOW)
  [1] place black-2: black t 2   # +2 points
  [2] place loco-1: loco 3 t over 2,
      fac over 1
  [3] pass
      # nothing is left
      # to be done

SUGGESTED TURN
Long runs.
  lay 8 F17 E16-G16               # joins Pardubice and Jihlava,
    # free
  run 2: E16-G16,
    3: C8-E10                     # 80: 40 to you
usual plays these 2 lines.

OTHER CHOICES
Cards
  [4] place card (
      again grey-2)
      # a long remark about
      # 5 points
  [5] deliver yellow Columbia > Atlanta > Chattanooga > Nashville >
      Memphis

HOW TO ANSWER
What stands behind # is not read.
`
	want := []Choice{
		{1, "[1]", []string{"place black-2: black t 2"}, "+2 points"},
		{2, "[2]", []string{"place loco-1: loco 3 t over 2,", "fac over 1"}, ""},
		{3, "[3]", []string{"pass"}, "nothing is left to be done"},
		{4, "[4]", []string{"place card (", "again grey-2)"}, "a long remark about 5 points"},
		{5, "[5]", []string{"deliver yellow Columbia > Atlanta > Chattanooga > Nashville >", "Memphis"}, ""},
	}
	if diff := cmp.Diff(want, readChoices(text)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"lay 8 F17 E16-G16", "run 2: E16-G16,", "3: C8-E10"}, readUsual(text, want)); diff != "" {
		t.Error(diff)
	}
}

const letterRaw = "Reply-To: game+w.1.abc@play.example\r\nSubject: [w] Your turn\r\nMessage-ID: <w.1.0.turn@play.example>\r\n" +
	"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nYour turn, Aña.\r\n\r\n  [1] pass\r\n"

func TestRead(t *testing.T) {
	l, err := Read([]byte(letterRaw))
	expect.NoError(t, err)
	want := &Letter{Raw: []byte(letterRaw), ID: "w.1.0.turn@play.example", Kind: "turn", Step: 1, Subject: "[w] Your turn",
		ReplyTo: "game+w.1.abc@play.example", Text: "Your turn, Aña.\n\n  [1] pass\n", Choices: []Choice{{N: 1, Mark: "[1]", Lines: []string{"pass"}}}}
	if diff := cmp.Diff(want, l); diff != "" {
		t.Error(diff)
	}
	for _, broken := range []string{"w.1.0.turn@play.example", "game+w.1.abc@play.example", "text/plain"} {
		raw := strings.Replace(letterRaw, broken, "a/b", 1)
		expect.Fails(t, broken, expect.Err(Read([]byte(raw))), "")
	}
}
