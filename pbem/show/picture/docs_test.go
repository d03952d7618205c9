package picture_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/golden"
	"railpost/engine/titles"
	"railpost/pbem/show/picture"
)

// asked is the position for the ten questions of testdata/questions.md: the pictures of the docs.
type asked struct {
	title, folder string
	seats, record int
	cuts          []picture.Options // as a phone shows them, at its own width
}

var askedOf = []asked{
	{"18mag", "g18mag/testdata/games/18mag.v2", 3, 637, []picture.Options{{Width: 360, Around: []string{"E12", "F13"}}}},
	{"18cz", "g18cz/testdata/games/18cz.v2", 3, 312, []picture.Options{{Width: 360, Around: []string{"D27", "C26"}}}},
	{"tycoon", "tycoon/testdata/games/tycoon.v1", 4, 164, []picture.Options{{Width: 360, Around: []string{"Q27"}}}},
	{"russian", "russian/testdata/games/russian.v1", 4, 73, []picture.Options{{Width: 360, Mats: []int{0}}, {Width: 360, Boxes: true}}},
}

// TestPicturesOfDocs: the pictures in docs/pictures are those that are drawn now; -update writes
// them. A few pixels may differ, since processors round differently.
func TestPicturesOfDocs(t *testing.T) {
	for _, a := range askedOf {
		k := enginetest.FinishedGames{Title: titles.Find(a.title), Dir: filepath.Join("../../../engine/games", a.folder)}
		records := k.Read(t, a.seats)
		g := expect.Get(engine.Replay(k.Find, records[:a.record], nil))(t)
		b := worded(t, "en", a.title, g.Title.Picture(g.Pos.View(0), 0))
		b.Call(records[0].Begin.Players)
		for i, o := range append([]picture.Options{{}}, a.cuts...) {
			name := a.title + ".png"
			if i > 0 {
				name = fmt.Sprintf("%s-part%d.png", a.title, i)
			}
			current(t, filepath.Join("../../../docs/pictures", name), drawn(t, picture.PNG, b, o))
		}
	}
}

// current compares a picture with a file by pixels: encoders may change.
func current(t *testing.T, file string, got []byte) {
	t.Helper()
	if golden.Update() {
		expect.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		expect.NoError(t, os.WriteFile(file, got, 0o644))
		return
	}
	was, err := os.ReadFile(file)
	expect.NoError(t, err, "write it with -update")
	a, b := pixels(t, got), pixels(t, was)
	expect.Must(t, file, a.Rect, b.Rect)
	differ := 0
	for i := range a.Pix {
		if a.Pix[i] != b.Pix[i] {
			differ++
		}
	}
	expect.True(t, differ <= len(a.Pix)/10_000,
		"%s: %d pixels differ from what is drawn now; -update rewrites it", file, differ)
}

func pixels(t *testing.T, file []byte) *image.Paletted {
	t.Helper()
	img := expect.Get(png.Decode(bytes.NewReader(file)))(t)
	return img.(*image.Paletted)
}
