-- Requests counted by address for a minute, by all servers. Not worth keeping after a crash.
create unlogged table request_rate (
  rate_key text        not null,
  requests integer     not null,
  ends_at  timestamptz not null,
  constraint request_rate_pk primary key (rate_key)
);
