-- A canary is judged by restaurants: several accounts of one person are one restaurant's. `restaurant` is a keyed hash of the
-- restaurant and the release, as `reporter` is. What an API of the version before adds is of one restaurant together.
alter table telemetry_reporter add column restaurant bytea not null default '';
