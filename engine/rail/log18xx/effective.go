package log18xx

import "fmt"

// Effective lists the actions that count: without those taken back, and without chat. An undo without a number
// takes back the latest action; with a number, all after it; a redo restores the actions of the latest undo;
// any other action except chat makes earlier undos final.
func Effective(actions []*Action) ([]*Action, error) {
	var kept []*Action
	var undone [][]*Action
	for _, a := range actions {
		if !Known(a.Type) {
			return nil, fmt.Errorf("log18xx: %s: actions of type %q are not supported", a, a.Type)
		}
		switch a.Type {
		case "message":
		case "undo":
			at := keptUpTo(kept, a)
			if at == len(kept) && a.Back == nil {
				return nil, fmt.Errorf("log18xx: %s: there is nothing to undo", a)
			}
			undone = append(undone, kept[at:])
			kept = kept[:at:at]
		case "redo":
			if len(undone) == 0 {
				return nil, fmt.Errorf("log18xx: %s: there is nothing to redo", a)
			}
			kept = append(kept, undone[len(undone)-1]...)
			undone = undone[:len(undone)-1]
		default:
			kept, undone = append(kept, a), nil
		}
	}
	return kept, nil
}

// keptUpTo counts the actions that an undo leaves.
func keptUpTo(kept []*Action, undo *Action) int {
	if undo.Back == nil {
		return max(0, len(kept)-1)
	}
	n := len(kept)
	for n > 0 && kept[n-1].ID > *undo.Back {
		n--
	}
	return n
}
