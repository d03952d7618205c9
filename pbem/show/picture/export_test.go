package picture

// Contrast is that of two colours in CSS.
func Contrast(a, b string) float64 { return contrast(styled(0, a).day, styled(0, b).day) }
