#!/bin/sh
# Creates the roles and the database in a new container of PostgreSQL (docs/postgresql.md).
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set app="$DATABASE_PASSWORD" --set owner="$DATABASE_OWNER_PASSWORD" <<'SQL'
create role portal_app nologin;
create role portal_api login password :'app' in role portal_app;
create role portal login password :'owner';
grant portal_app to portal with admin option;
create database portal owner portal;
-- From now on only this container can sign in as postgres, by its socket.
alter role postgres password null;
SQL
