#!/bin/sh
# Run once by the image of PostgreSQL: a role without superuser rights, and its database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$STEWARD_PASSWORD" --username=postgres <<'SQL'
create role steward login createrole password :'password';
create database steward owner steward template template0 encoding 'UTF8' locale_provider icu icu_locale 'und' locale 'C';
SQL
