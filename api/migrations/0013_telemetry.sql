-- What pages noticed of the releases they ran: counts by the minute, and nothing about anybody.
create table telemetry (
  minute timestamptz not null,
  remote text not null,
  version text not null,
  kind text not null check (kind in ('start', 'error', 'load_failure', 'csp', 'load_time', 'vital')),
  -- Of a vital: `LCP`; else empty.
  name text not null,
  -- Of what is measured: values up to 2^(bucket/4); else 0.
  bucket int not null,
  count bigint not null,
  sum double precision not null,
  primary key (minute, remote, version, kind, name, bucket)
);

-- What has ended of late, for the metrics.
create index payout_completed on payout (completed_at) where completed_at is not null;
