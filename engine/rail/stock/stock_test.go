package stock

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine/enginetest/expect"
)

// The ways companies are divided: the majors of 18Mag and the sizes of 18CZ.
var (
	tens   = Structure{Director: 20, Share: 10, Most: 60}
	fifths = Structure{Director: 40, Share: 20, Most: 60}
	fourth = Structure{Director: 50, Share: 25, Most: 75}
)

var abc = []Holder{0, 1, 2}

// book is a company with each seat's holding in percent, the rest in the bank, and a director.
func book(director Holder, held ...int) Book {
	b := NewBook(1, len(held), 1)
	for h, n := range held {
		b.Transfer(0, Bank, Holder(h), n)
	}
	b.Director[0] = director
	return b
}

func TestCertificates(t *testing.T) {
	cases := []struct {
		structure Structure
		director  Holder
		held      int
		want      int
	}{
		{tens, 0, 20, 1}, {tens, 0, 60, 5}, {tens, 1, 60, 6}, {tens, 0, 30, 2}, {tens, Bank, 10, 1}, {tens, Bank, 0, 0},
		{fifths, 0, 40, 1}, {fifths, 0, 60, 2}, {fifths, 1, 60, 3},
		{fourth, 0, 50, 1}, {fourth, 0, 75, 2}, {fourth, 1, 50, 2},
	}
	for _, c := range cases {
		b := book(c.director, c.held, 0)
		if got := b.Certificates(c.structure, 0, 0); got != c.want {
			t.Errorf("%d %% with director %d, %+v: %d certificates, want %d", c.held, c.director, c.structure, got, c.want)
		}
	}
	for structure, want := range map[Structure]int{tens: 10, fifths: 5, fourth: 4} {
		expect.Same(t, fmt.Sprintf("%+v has", structure), structure.Shares(), want)
	}
}

func TestMaySell(t *testing.T) {
	cases := []struct {
		name      string
		structure Structure
		director  Holder
		held      []int
		want      int // of seat 0
	}{
		{"no director", tens, 1, []int{30, 20}, 30},
		{"a director keeps his certificate", tens, 0, []int{50, 10}, 30},
		{"but not when another can take it", tens, 0, []int{50, 20}, 50},
		{"nothing but the certificate", tens, 0, []int{20, 10, 10}, 0},
		{"40 %", fifths, 0, []int{60, 20, 20}, 20},
		{"40 %, another can take it", fifths, 0, []int{60, 40}, 60},
		{"50 %", fourth, 0, []int{50, 25, 25}, 0},
		{"50 %, another can take it", fourth, 0, []int{50, 50}, 50},
	}
	for _, c := range cases {
		b := book(c.director, c.held...)
		expect.Same(t, c.name, b.MaySell(c.structure, 0, 0), c.want)
	}
}

func TestSucceed(t *testing.T) {
	cases := []struct {
		name      string
		structure Structure
		director  Holder
		held      []int
		order     []Holder
		want      Holder
	}{
		{"nobody has enough", tens, Bank, []int{10, 10, 10}, abc, Bank},
		{"the first with two", tens, Bank, []int{10, 20, 10}, abc, 1},
		{"a tie changes nothing", tens, 0, []int{30, 30, 0}, abc, 0},
		{"strictly more does", tens, 0, []int{30, 40, 0}, abc, 1},
		{"the most of several", tens, 0, []int{10, 30, 40}, abc, 2},
		{"among equals the next after the old one", tens, 1, []int{30, 10, 30}, abc, 2},
		{"in playing order", tens, 1, []int{30, 10, 30}, []Holder{2, 1, 0}, 0},
		{"40 % are needed", fifths, Bank, []int{20, 20, 0}, abc, Bank},
		{"50 % are needed", fourth, 0, []int{25, 50, 25}, abc, 1},
	}
	for _, c := range cases {
		b := book(c.director, c.held...)
		before, changed := b.Succeed(c.structure, 0, c.order)
		if b.Director[0] != c.want || before != c.director || changed != (c.want != c.director) {
			t.Errorf("%s: director %d (before %d, changed %v), want %d", c.name, b.Director[0], before, changed, c.want)
		}
	}
}

func TestOrdinary(t *testing.T) {
	one, other := NewBook(2, 3, 1), NewBook(2, 3, 2)
	expect.Same(t, "the bank sells", one.Ordinary(tens, 1, Bank), 80)
	if got := other.Ordinary(fourth, 1, Unsold); got != 50 {
		t.Errorf("%d %% of a company were never sold beside the director's certificate", got)
	}
	other.Transfer(1, Unsold, 0, 75)
	other.Director[1] = 0
	other.Transfer(1, 0, Bank, 25)
	for pile, want := range map[Holder]int{Unsold: 25, Bank: 25} {
		expect.Same(t, fmt.Sprintf("pile %d sells", pile), other.Ordinary(fourth, 1, pile), want)
	}
	if other.Sold(1) != 50 || other.Of(0, Unsold) != 100 {
		t.Errorf("players hold %d %%, the other company has %d %% unsold", other.Sold(1), other.Of(0, Unsold))
	}
}

// TestTrading buys and sells at random by the rules: no certificate is lost, and a
// director always holds his.
func TestTrading(t *testing.T) {
	for _, structure := range []Structure{tens, fifths, fourth} {
		rng := rand.New(rand.NewPCG(7, uint64(structure.Share)))
		b := NewBook(3, 4, 1)
		changes := 0
		for range 4000 {
			c, h := Company(rng.IntN(3)), Holder(rng.IntN(4))
			n := structure.Share * (1 + rng.IntN(3))
			switch {
			case rng.IntN(2) == 0 && b.MaySell(structure, c, h) >= n:
				b.Transfer(c, h, Bank, n)
			case b.Director[c] == Bank && b.Of(c, Bank) >= structure.Director:
				b.Transfer(c, Bank, h, structure.Director)
			case b.Ordinary(structure, c, Bank) >= structure.Share && b.Of(c, h)+structure.Share <= structure.Most:
				b.Transfer(c, Bank, h, structure.Share)
			}
			if _, changed := b.Succeed(structure, c, []Holder{0, 1, 2, 3}); changed {
				changes++
			}
			check(t, &b, structure, c)
		}
		if changes < 20 {
			t.Errorf("%+v: only %d directors", structure, changes)
		}
	}
}

func check(t *testing.T, b *Book, structure Structure, c Company) {
	t.Helper()
	expect.Must(t, fmt.Sprintf("company %d: %v", c, b.Held), b.Sold(c)+b.Of(c, Bank), 100)
	d := b.Director[c]
	for h := range Holder(b.Seats) {
		if n := b.Of(c, h); n < 0 || d != Bank && n > b.Of(c, d) {
			t.Fatalf("company %d: director %d, %v", c, d, b.Held)
		}
	}
	if d != Bank && b.Of(c, d) < structure.Director {
		t.Fatalf("company %d: director %d with %d %%", c, d, b.Of(c, d))
	}
}

func TestCloneIsIndependent(t *testing.T) {
	b, m := NewBook(1, 2, 1), NewMarket(2)
	m.Enter(0, 3)
	c, n := b.Clone(), m.Clone()
	c.Transfer(0, Bank, 0, 50)
	c.Director[0] = 0
	n.Enter(1, 3)
	if b.Of(0, 0) != 0 || b.Director[0] != Bank || m.On(1) {
		t.Errorf("the original changed: %+v %+v", b, m)
	}
}
