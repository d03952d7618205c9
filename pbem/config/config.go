// Package config reads the daemon's TOML file. Every key is a field of Config, has a
// default and is explained in config.example.toml; an unknown key is a fault. All faults of
// a file are found in one go, each with its line and what would be right.
package config

import (
	"time"

	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/oauth"
	"railpost/pbem/mail/sign"
	"railpost/templates"
)

// Config is the whole file. The tags are the keys; each leaf is one key.
type Config struct {
	Mail     Mail     `toml:"mail"`
	Identity Identity `toml:"identity"`
	Security Security `toml:"security"`
	Lobby    Lobby    `toml:"lobby"`
	Game     Game     `toml:"game"`
	Schedule Schedule `toml:"schedule"`
	Store    Store    `toml:"store"`
	Backup   Backup   `toml:"backup"`
	Log      Log      `toml:"log"`
	Health   Health   `toml:"health"`
	Web      Web      `toml:"web"`
	Hooks    Hooks    `toml:"hooks"`

	source source // the file it was read from; zero for defaults
}

// Mail says where letters come from and go to.
type Mail struct {
	Kind  Kind    `toml:"kind"`
	In    MailIn  `toml:"in"`
	Out   MailOut `toml:"out"`
	OAuth OAuth   `toml:"oauth"`
	Old   MailOld `toml:"old"`
}

// MailOld is the mailbox from before a move to another provider, which is read for a while.
type MailOld struct {
	Config string `toml:"config"` // the configuration of that time; "": none
	Until  string `toml:"until"`  // the day after the last one: "2027-02-01"

	End time.Time `toml:"-"` // Until, set by Load
	Of  *Config   `toml:"-"` // from Config, set by Load; nil: none, or no longer
}

// MailIn is the mailbox players write to, read by IMAP.
type MailIn struct {
	Host              string   `toml:"host"`
	Port              int      `toml:"port"`
	TLS               TLS      `toml:"tls"`
	TLSCA             string   `toml:"tls_ca"` // file of certificates; "": the system's
	User              string   `toml:"user"`
	PasswordFile      string   `toml:"password_file"`
	PasswordEnv       string   `toml:"password_env"`
	Mailbox           string   `toml:"mailbox"`
	ProcessedMailbox  string   `toml:"processed_mailbox"`
	QuarantineMailbox string   `toml:"quarantine_mailbox"`
	PollInterval      Duration `toml:"poll_interval"`
	MaxSize           Size     `toml:"max_size"`

	Password Secret        `toml:"-"` // set by Load
	Tokens   *oauth.Source `toml:"-"` // in place of it, set by Load
}

// MailOut is the submission server letters are given to, and their envelope.
type MailOut struct {
	Host          string   `toml:"host"`
	Port          int      `toml:"port"`
	TLS           TLS      `toml:"tls"`
	TLSCA         string   `toml:"tls_ca"` // as in MailIn
	User          string   `toml:"user"`   // "": no login
	PasswordFile  string   `toml:"password_file"`
	PasswordEnv   string   `toml:"password_env"`
	From          string   `toml:"from"` // "": identity.base_address
	DisplayName   string   `toml:"display_name"`
	PlusSeparator string   `toml:"plus_separator"`
	RatePerMinute int      `toml:"rate_per_minute"` // 0: no limit
	PerDay        int      `toml:"per_day"`         // 0: no limit
	Pictures      bool     `toml:"pictures"`
	GiveUpAfter   Duration `toml:"give_up_after"`
	DKIMKeys      []string `toml:"dkim_keys"` // files

	Password Secret        `toml:"-"` // set by Load
	Keys     sign.Keys     `toml:"-"` // of DKIMKeys, set by Load
	Tokens   *oauth.Source `toml:"-"` // as in MailIn
}

// Identity is how the service names itself to players.
type Identity struct {
	BaseAddress  string `toml:"base_address"`
	SiteName     string `toml:"site_name"`
	Contact      string `toml:"contact"`
	ListIDDomain string `toml:"list_id_domain"` // "": domain of base_address
	Language     string `toml:"language"`       // of letters about no game, and to organisers

	Drafts []string `toml:"drafts"` // languages to offer although their translation is not complete
}

// Security is which senders the service believes and answers.
type Security struct {
	UnknownSender      UnknownSender `toml:"unknown_sender"`
	AdminAddresses     []string      `toml:"admin_addresses"`
	MaxCommandsPerMail int           `toml:"max_commands_per_mail"`
	TrustedAuthservID  string        `toml:"trusted_authserv_id"`
	DemandAuth         bool          `toml:"demand_auth"`
}

// Lobby is who may open and join tables by mail.
type Lobby struct {
	Open Open `toml:"open"`
}

// Game holds the defaults of `game create`.
type Game struct {
	Defaults GameDefaults `toml:"defaults"`
}

// GameDefaults is copied into each new game; later changes of the file do not affect
// running games.
type GameDefaults struct {
	AnswerWithin     Duration      `toml:"answer_within"`
	Reminders        []clock.Expr  `toml:"reminders"`
	Rules            []string      `toml:"rules"` // "grace=2d": those that differ from table.Usual
	HalfTimeReminder bool          `toml:"half_time_reminder"`
	Language         string        `toml:"language"`
	Zone             string        `toml:"zone"` // IANA name
	Letters          table.Letters `toml:"letters"`
}

// Schedule is the daemon's own rhythm.
type Schedule struct {
	Tick            Duration     `toml:"tick"`
	OutageThreshold Duration     `toml:"outage_threshold"`
	InvitationChase Duration     `toml:"invitation_chase"`
	NewsDelay       Duration     `toml:"news_delay"`
	Report          []clock.Expr `toml:"report"` // when organisers get one; none: never
}

// Store is the file or the database the games live in.
type Store struct {
	Path             string `toml:"path"`
	URL              string `toml:"url"` // "": the file
	PasswordFile     string `toml:"password_file"`
	PasswordEnv      string `toml:"password_env"`
	KeepRawDays      int    `toml:"keep_raw_days"`      // 0: for ever
	KeepSentDays     int    `toml:"keep_sent_days"`     // 0: for ever
	ArchiveAfterDays int    `toml:"archive_after_days"` // 0: never
	KeepEndedDays    int    `toml:"keep_ended_days"`    // 0: for ever
	MinFree          Size   `toml:"min_free"`
	SnapshotEvery    int    `toml:"snapshot_every"` // records
	ExportDir        string `toml:"export_dir"`     // "": none

	Password Secret `toml:"-"` // of the database, set by Load
}

// Backup is the daemon's own copies of the store.
type Backup struct {
	Dir  string     `toml:"dir"` // "": none
	At   clock.Expr `toml:"at"`
	Keep int        `toml:"keep"`
}

// Log is the daemon's output to standard error.
type Log struct {
	Format LogFormat `toml:"format"`
	Level  LogLevel  `toml:"level"`
}

// Health is how the running daemon is reached on its own machine.
type Health struct {
	Listen string `toml:"listen"` // "": off
	Socket string `toml:"socket"` // "": store.path + ".sock"
}

// Web is the pages of the games.
type Web struct {
	Listen  string `toml:"listen"`   // "": off
	BaseURL string `toml:"base_url"` // as readers reach it, with its path; "": http at Listen
	Open    bool   `toml:"open"`     // Listen may be an address that other machines reach
}

// Hooks is where news of games may be posted on the web.
type Hooks struct {
	Hosts        []string `toml:"hosts"` // "discord.com", "ntfy.example.org:8443"
	AllowPrivate bool     `toml:"allow_private"`
	AlarmsFile   string   `toml:"alarms_file"`   // "": alarms are only mailed
	AlarmsFormat string   `toml:"alarms_format"` // "": that of the host

	Alarms Secret `toml:"-"` // their address, set by Load
}

// Default returns the configuration of an empty file. It lacks settings that nobody can guess (hosts,
// addresses), so it passes Check only with Kind Embedded.
func Default() *Config {
	day := 24 * time.Hour
	return &Config{
		Mail: Mail{
			Kind: IMAP,
			In: MailIn{
				Port: 993, TLS: Implicit,
				Mailbox: "INBOX", ProcessedMailbox: "Processed", QuarantineMailbox: "Quarantine",
				PollInterval: Duration{5 * time.Minute},
				MaxSize:      1 * MB, // orders with quotations are far smaller
			},
			Out: MailOut{
				Port: 465, TLS: Implicit,
				DisplayName: "Railpost", PlusSeparator: "+", RatePerMinute: 20, Pictures: true,
				GiveUpAfter: Duration{5 * day}, // RFC 5321 4.5.4.1
				DKIMKeys:    []string{},
			},
			OAuth: OAuth{Command: []string{}, Scopes: []string{}},
		},
		Identity: Identity{SiteName: "Railpost", Language: templates.English, Drafts: []string{}},
		Security: Security{UnknownSender: Ignore, AdminAddresses: []string{}, MaxCommandsPerMail: 200},
		Lobby:    Lobby{Open: OpenNobody},
		Game: Game{Defaults: GameDefaults{
			AnswerWithin:     Duration{3 * day},
			Reminders:        []clock.Expr{},
			Rules:            []string{},
			HalfTimeReminder: true,
			Language:         templates.English,
			Zone:             "UTC",
			Letters:          table.Rounds,
		}},
		Schedule: Schedule{
			Tick:            Duration{time.Minute},
			OutageThreshold: Duration{time.Hour},
			InvitationChase: Duration{3 * day},
			NewsDelay:       Duration{10 * time.Minute},
			Report:          []clock.Expr{clock.MustParse("0 8 * * 1")},
		},
		Store: Store{
			Path:             "/var/lib/railpost/railpost.db",
			KeepRawDays:      90,
			KeepSentDays:     365,
			ArchiveAfterDays: 90,
			MinFree:          500 * MB, // below it no mail is accepted: mail needs space
			SnapshotEvery:    50,
		},
		Backup: Backup{At: clock.MustParse("30 3 * * *"), Keep: 14},
		Log:    Log{Format: LogText, Level: LevelInfo},
		Hooks:  Hooks{Hosts: []string{}},
	}
}
