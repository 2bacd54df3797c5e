#!/bin/bash
# Run once by the PostgreSQL image. Timbre's role is no superuser and does not bypass row-level security, so the policies
# bind it although it owns the tables.
set -euo pipefail

psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/database_password)" <<'SQL'
create role timbre login nosuperuser nobypassrls password :'password';
create database timbre owner timbre;
SQL
