package g18mag
