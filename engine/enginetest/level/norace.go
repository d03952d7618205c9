//go:build !race

package level

const raced = false
