package pbem

import "container/list"

// lru keeps the values used last, by name.
type lru[V any] struct {
	size  int
	order *list.List // of *named[V], most recent first
	byKey map[string]*list.Element
}

type named[V any] struct {
	key   string
	value V
}

func newLRU[V any](size int) *lru[V] {
	return &lru[V]{size: size, order: list.New(), byKey: map[string]*list.Element{}}
}

func (c *lru[V]) get(key string) (v V, ok bool) {
	e := c.byKey[key]
	if e == nil {
		return v, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*named[V]).value, true
}

func (c *lru[V]) put(key string, v V) {
	if e := c.byKey[key]; e != nil {
		e.Value.(*named[V]).value = v
		c.order.MoveToFront(e)
		return
	}
	c.byKey[key] = c.order.PushFront(&named[V]{key, v})
	if c.order.Len() > c.size {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.byKey, last.Value.(*named[V]).key)
	}
}

func (c *lru[V]) drop(key string) {
	if e := c.byKey[key]; e != nil {
		c.order.Remove(e)
		delete(c.byKey, key)
	}
}
