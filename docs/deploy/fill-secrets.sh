#!/bin/sh
# Gives each secret without a value a random one, the same in all files: sh docs/deploy/fill-secrets.sh <file …>
set -eu
secret() { openssl rand -base64 "$1"; }
password() { openssl rand -hex 24; }
sed -i.bak -e "s|^DATABASE_PASSWORD=$|&$(password)|" -e "s|^DATABASE_OWNER_PASSWORD=$|&$(password)|" \
  -e "s|^OTP_PEPPER=$|&$(secret 32)|" -e "s|^VAULT_KEY=$|&$(secret 32)|" -e "s|^PUSH_VAPID_KEYS=$|&$(secret 32)|" \
  -e "s|^SERVICE_TOKEN=$|&$(secret 24)|" -e "s|^TIPS_WEBHOOK_SECRET=$|&whsec_$(secret 32)|" \
  -e "s|^ADMIN_TOKEN=$|&olga:$(secret 24),ivan:$(secret 24)|" -e "s|^METRICS_TOKEN=$|&$(secret 24)|" "$@"
for file; do rm "$file.bak"; done
