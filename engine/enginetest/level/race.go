//go:build race

package level

const raced = true
