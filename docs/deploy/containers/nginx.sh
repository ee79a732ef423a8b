#!/bin/sh
# Starts nginx in a container, with nginx.conf for the host of PORTAL_ORIGIN, one portal server and one API. Without
# /certificates/fullchain.pem and privkey.pem it makes a certificate for trials.
set -eu
origin=${PORTAL_ORIGIN%/}
host=${origin#https://}
host=${host%%[:/]*}
certificates=/certificates
if [ ! -e $certificates/fullchain.pem ]; then
  certificates=/tmp
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=$host" \
    -addext "subjectAltName=DNS:$host" -keyout /tmp/privkey.pem -out /tmp/fullchain.pem
fi
if [ "${ALLOW_SANDBOX_BANK:-}" = yes ]; then
  notice='s/# \(set $own_notice .*\)/\1/; /set $own_notice "";/d'
fi
sed -e "s|/etc/letsencrypt/live/tips\.example|$certificates|; s/tips\.example/$host/g; ${notice:-}" \
  -e "s|return 301 https://[^\$]*|return 301 $origin|" \
  -e 's/127\.0\.0\.1:3000/portal:3000/; s/127\.0\.0\.1:3100/api:3000/; /127\.0\.0\.1:3[01]01/d; /listen \[::\]/d' \
  -e 's|/etc/nginx/security.txt|/opt/portal/texts/security.txt|' \
  -e 's|/var/cache/nginx-|/var/cache/nginx/|; s|/var/log/nginx/portal.log|/dev/stdout|; s|/var/log/nginx/error.log|/dev/stderr|' \
  /portal/nginx.conf > /tmp/portal.conf
cat > /tmp/nginx.conf <<'NGINX'
pid /tmp/nginx.pid;
error_log /dev/stderr;
worker_processes auto;
events { worker_connections 16384; }
http {
    include /etc/nginx/mime.types;
    include /tmp/portal.conf;
}
NGINX
exec nginx -c /tmp/nginx.conf -g 'daemon off;'
