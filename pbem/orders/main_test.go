package orders_test

import "railpost/pbem/pbemtest"

var must = pbemtest.Must
