package pbemtest

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"railpost/pbem/facts/hook"
	"railpost/pbem/mail/hookout"
	"railpost/store"
)

// Posted takes the postings queued for hooks in their order, as a pump would, and returns them.
func (b *Service) Posted() (list []hook.Delivery, err error) {
	rows, err := b.Store.Values(context.Background(), hook.Prefix)
	if err != nil {
		return nil, err
	}
	for _, k := range slices.Sorted(maps.Keys(rows)) {
		r, err := hook.ReadRow(rows[k])
		if err != nil {
			return nil, err
		}
		d, err := b.Office.Posting(context.Background(), k, r)
		if err == nil {
			list = append(list, d)
		} else if !errors.Is(err, hookout.ErrGone) {
			return nil, err
		}
		if errs, err := b.Store.Commit(context.Background(), store.Commit{Put: map[string][]byte{k: nil}}); err != nil || errs[0] != nil {
			return nil, errors.Join(err, errs[0])
		}
	}
	slices.SortStableFunc(list, func(x, y hook.Delivery) int { // the names of hooks are drawn
		return cmp.Or(x.Queued.Compare(y.Queued), strings.Compare(x.Hook.URL, y.Hook.URL))
	})
	return list, nil
}
