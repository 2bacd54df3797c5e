#!/bin/bash
# Run once by the PostgreSQL image, for a new database. timbre_owner owns it and migrates; timbre works, with the rights that each
# migration run gives it. Neither is a superuser or bypasses row-level security. timbre_backup reads everything and changes nothing.
set -euo pipefail

psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 \
  --set owner_password="$(cat /run/secrets/database_owner_password)" --set password="$(cat /run/secrets/database_password)" \
  --set backup_password="$(cat /run/secrets/backup_password)" <<'SQL'
create role timbre_owner login nosuperuser nobypassrls password :'owner_password';
create role timbre login nosuperuser nobypassrls password :'password';
create role timbre_backup login nosuperuser bypassrls connection limit 4 password :'backup_password';
grant pg_read_all_data to timbre_backup;
alter role timbre_backup set default_transaction_read_only = on;
create database timbre owner timbre_owner;
SQL
