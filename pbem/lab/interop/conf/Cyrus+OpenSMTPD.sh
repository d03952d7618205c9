# Cyrus and OpenSMTPD (Debian 12). Everybody has a login of the system. State of an earlier run is dropped.
set -e
{{range .Names}}id {{.}} >/dev/null 2>&1 || useradd -m {{.}}
echo {{.}}:{{$.Password .}} | chpasswd
{{end}}rm -rf /rp/cyrus /rp/mail /var/spool/smtpd/queue/* /run/cyrus /run/saslauthd
install -d -o cyrus -g mail /rp/cyrus /rp/cyrus/socket /rp/mail /run/cyrus /run/cyrus/proc /run/cyrus/lock /run/cyrus/socket /run/saslauthd
install -o cyrus -m 400 /rp/key.pem /rp/cyrus/key.pem
cat >/etc/imapd.conf <<END
configdirectory: /rp/cyrus
proc_path: /run/cyrus/proc
mboxname_lockpath: /run/cyrus/lock
idlesocket: /run/cyrus/socket/idle
defaultpartition: default
partition-default: /rp/mail
altnamespace: no
unixhierarchysep: no
lmtp_downcase_rcpt: yes
autocreate_quota: 0
autocreate_post: yes
allowstarttls: on
popminpoll: 0
sasl_pwcheck_method: saslauthd
sasl_saslauthd_path: /run/saslauthd/mux
sasl_mech_list: PLAIN LOGIN
tls_server_cert: /rp/cert.pem
tls_server_key: /rp/cyrus/key.pem
syslog_prefix: cyrus
END
cat >/etc/cyrus.conf <<END
START {
  recover cmd="ctl_cyrusdb -r"
}
SERVICES {
  imap cmd="imapd" listen="127.0.0.1:{{.Port "imap"}}"
  imaps cmd="imapd -s" listen="127.0.0.1:{{.Port "imaps"}}"
  lmtp cmd="lmtpd -a" listen="127.0.0.1:{{.Port "lmtp"}}"
}
DAEMON {
  idled cmd="idled"
}
END
cat >/rp/smtpd.conf <<END
pki localhost cert "/rp/cert.pem"
pki localhost key "/rp/key.pem"
listen on 127.0.0.1 port {{.Port "smtp"}}
listen on 127.0.0.1 port {{.Port "submission"}} tls-require pki localhost auth
listen on 127.0.0.1 port {{.Port "submissions"}} smtps pki localhost auth
action "in" lmtp "127.0.0.1:{{.Port "lmtp"}}" rcpt-to
match from any for domain "{{.Domain}}" action "in"
END
saslauthd -a shadow -m /run/saslauthd -c
smtpd -d -f /rp/smtpd.conf &
exec cyrmaster -D
