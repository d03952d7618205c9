package games

import (
	"container/list"
	"sync"
)

// Cache keeps the most recently used values, by name. It is safe for concurrent use.
type Cache[V any] struct {
	mu    sync.Mutex
	size  int
	order *list.List // of *named[V], most recent first
	byKey map[string]*list.Element
}

type named[V any] struct {
	key   string
	value V
}

// NewCache returns an empty cache for at most size values.
func NewCache[V any](size int) *Cache[V] {
	return &Cache[V]{size: size, order: list.New(), byKey: map[string]*list.Element{}}
}

// Get returns the value of a key, if it is still kept.
func (c *Cache[V]) Get(key string) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[key]
	if e == nil {
		return v, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*named[V]).value, true
}

// Put stores a value under a key, replacing any other, and drops the least recently used
// one if there are too many.
func (c *Cache[V]) Put(key string, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
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

// Drop forgets the value of a key.
func (c *Cache[V]) Drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[key]; e != nil {
		c.order.Remove(e)
		delete(c.byKey, key)
	}
}
