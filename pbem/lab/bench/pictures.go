package bench

import (
	"context"
	"fmt"
	"os"

	"railpost/engine/titles"
	"railpost/pbem/facts/table"
)

// pictureOrders bounds the games whose letters are written with and without pictures.
var pictureOrders = 400

// pictureCosts measures the letters of the same games with and without pictures: only those that have some.
func pictureCosts(ctx context.Context, o Options, f *Figure) {
	for _, t := range titles.All() {
		for _, l := range []table.Letters{table.Rounds, table.Moves} {
			f.pictures(ctx, o, t.Name(), l)
		}
	}
}

func (f *Figure) pictures(ctx context.Context, o Options, title string, which table.Letters) {
	var plain, with cost
	var all, allPlain cost
	var bytesPlain, bytesWith, letters, pictures int
	for n := range letterGames {
		g := get(playGameOf(title, fmt.Sprintf("%s-p%d", title, n), pictureOrders))
		g.letters = string(which)
		before := lettersApart(ctx, o.Dir, g)
		g.pictures = true
		after := lettersApart(ctx, o.Dir, g)
		if len(before) != len(after) {
			failf("%d letters without pictures, %d with", len(before), len(after))
		}
		for i, l := range after {
			all.cpu, allPlain.cpu = all.cpu+l.cpu, allPlain.cpu+before[i].cpu
			if l.pictures == 0 {
				continue
			}
			letters, pictures = letters+1, pictures+l.pictures
			plain.cpu, with.cpu = plain.cpu+before[i].cpu, with.cpu+l.cpu
			bytesPlain, bytesWith = bytesPlain+before[i].size, bytesWith+l.size
		}
	}
	if letters == 0 {
		failf("no letter of %s has a picture", title)
	}
	name, n := fmt.Sprintf("%s, letters %q", title, which), float64(letters)
	f.add(name+", without", micros(plain.cpu)/n, "us")
	f.add(name+", with pictures", micros(with.cpu)/n, "us")
	f.most(name+", with / without", with.cpu.Seconds()/plain.cpu.Seconds(), 2, "ratio")
	f.add(name+", all letters, with / without", all.cpu.Seconds()/allPlain.cpu.Seconds(), "ratio")
	f.add(name+", size without", float64(bytesPlain)/n/1000, "KB")
	f.add(name+", size with pictures", float64(bytesWith)/n/1000, "KB")
	f.add(name+", pictures each", float64(pictures)/n, "")
	f.add(name+", letters with pictures", n, "")
}

// lettersApart is lettersOf in a separate folder.
func lettersApart(ctx context.Context, dir string, g game) []written {
	return lettersOf(ctx, get(os.MkdirTemp(dir, "letters")), g)
}
