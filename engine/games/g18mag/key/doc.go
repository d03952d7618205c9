// Package key holds the keys of the messages of 18Mag, templates/en/18mag.toml.
package key

//go:generate go run railpost/templates/keys 18mag.toml =title =about =money =sheet.supply-how =score. =declared. =kind. =param.hex =param.tile =param.exits =no.no-hex =no.run- =no.wrong- =no.not-connected =no.not-connected- =no.not-reached =no.not-reached- =no.which- =no.fixed =no.fixed- =no.exit- =no.piece =no.piece- =no.shape =no.shape- =no.colour =no.lake =no.last-tile =no.loses-track =no.neighbour =no.no-way =no.rotation =param.routes =sheet.near- entry. level. sheet.istvan-track- report.istvan-upgrade- report.istvan-service- company. step. phase. colour. service. fee. option. =mend. part. no.must- sheet.power- sheet.service. =livery =livery. =news-order =aloud.
