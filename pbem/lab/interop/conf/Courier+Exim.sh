# Courier and Exim (Debian 12). Everybody has a login of the system. State of an earlier run is dropped.
set -e
{{range .Names}}id {{.}} >/dev/null 2>&1 || useradd -m {{.}}
echo {{.}}:{{$.Password .}} | chpasswd
{{end}}rm -rf /run/courier /rp/exim /home/*/Maildir /var/spool/exim4/input /var/spool/exim4/db
{{range .Names}}su {{.}} -s /bin/sh -c 'maildirmake ~/Maildir'
{{end}}install -d -o courier -g courier /run/courier /run/courier/authdaemon
cat /rp/key.pem /rp/cert.pem >/rp/both.pem
chown courier /rp/both.pem
sed -i 's/^ADDRESS=.*/ADDRESS=127.0.0.1/; s/^PORT=.*/PORT={{.Port "imap"}}/' /etc/courier/imapd
sed -i 's/^SSLADDRESS=.*/SSLADDRESS=127.0.0.1/; s/^SSLPORT=.*/SSLPORT={{.Port "imaps"}}/
  s|^TLS_CERTFILE=.*|TLS_CERTFILE=/rp/both.pem|' /etc/courier/imapd-ssl
install -d -o Debian-exim -g Debian-exim /rp/exim
install -m 640 -g Debian-exim /rp/key.pem /rp/exim/key.pem
cat >/etc/exim4/exim4.conf <<'END'
primary_hostname = mx.{{.Domain}}
domainlist local_domains = {{.Domain}}
local_interfaces = 127.0.0.1
daemon_smtp_ports = {{.Port "smtp"}} : {{.Port "submission"}} : {{.Port "submissions"}}
tls_on_connect_ports = {{.Port "submissions"}}
tls_advertise_hosts = *
tls_certificate = /rp/cert.pem
tls_privatekey = /rp/exim/key.pem
auth_advertise_hosts = ${if eq {$tls_in_cipher}{}{}{*}}
log_file_path = /rp/exim/%slog
acl_smtp_rcpt = rcpt
acl_smtp_data = accept
never_users =
keep_environment =
begin acl
rcpt:
  deny condition = ${if eq {$received_port}{ {{- .Port "submission" -}} }}
       !authenticated = *
  accept domains = +local_domains
         verify = recipient
  deny message = relay not permitted
begin routers
local:
  driver = accept
  domains = +local_domains
  check_local_user
  local_part_suffix = +*
  local_part_suffix_optional
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = $home/Maildir
  maildir_format
  envelope_to_add
  return_path_add
  delivery_date_add
begin retry
* * F,1h,10s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${if eq {$auth3}{ {{- .Password "game" -}} }}
  server_set_id = $auth2
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = Username:: : Password::
  server_condition = ${if eq {$auth2}{ {{- .Password "game" -}} }}
  server_set_id = $auth1
END
authdaemond start
imapd start
imapd-ssl start
exec exim4 -bdf -q1m
