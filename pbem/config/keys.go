package config

import (
	"reflect"
	"strings"
)

// key is one leaf of Config, or, with isTable, one section.
type key struct {
	path    string // "mail.in.port"
	value   reflect.Value
	isTable bool
}

// keys lists c's sections and keys in the order of the struct, each section
// before its keys and its keys before the sections below it. The values can be
// set if c is a pointer's.
func keys(c *Config) []key {
	return tableKeys("", reflect.ValueOf(c).Elem())
}

func tableKeys(path string, table reflect.Value) []key {
	var own, below []key
	for i := range table.NumField() {
		name := table.Type().Field(i).Tag.Get("toml")
		if name == "" || name == "-" {
			continue
		}
		k := key{path: join(path, name), value: table.Field(i)}
		if k.isTable = isTable(k.value); k.isTable {
			below = append(append(below, k), tableKeys(k.path, k.value)...)
		} else {
			own = append(own, k)
		}
	}
	return append(own, below...)
}

// isTable tells sections from values that happen to be structs, which all read
// themselves from text.
func isTable(v reflect.Value) bool {
	_, text := asText(v)
	return v.Kind() == reflect.Struct && !text
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// split is join's reverse.
func split(path string) (table, name string) {
	at := strings.LastIndexByte(path, '.')
	if at < 0 {
		return "", path
	}
	return path[:at], path[at+1:]
}
