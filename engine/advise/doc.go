// Package advise is the referee's secretary: it lists legal lines, finds those that a refused one may have
// meant, explains refusals, prints help and plays at random. It asks package engine and a title's
// engine.Adviser; neither calls it, so nothing here can change a decision.
package advise
