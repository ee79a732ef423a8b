-- Releases that portal servers have reported to be in the registry: events of others do not count.
create table live_release (
  remote text not null,
  version text not null,
  reported_at timestamptz not null default now(),
  primary key (remote, version)
);

-- Who has run a release, so that one user counts once, however many events come. `reporter` is a keyed hash of the user and
-- the release: it neither names anybody nor is the same for two releases.
create table telemetry_reporter (
  remote text not null,
  version text not null,
  reporter bytea not null,
  seen_at timestamptz not null default now(),
  -- The last time that the release threw or did not load there.
  failed_at timestamptz,
  primary key (remote, version, reporter)
);
create index telemetry_reporter_age on telemetry_reporter (seen_at);
