-- Too many wrong guesses: the subject's codes are neither sent nor tried until then.
alter table otp add column blocked_until timestamptz;
create index otp_block on otp (subject, blocked_until) where blocked_until is not null;
