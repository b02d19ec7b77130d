-- Which secrets the installation was set up with, so that a server with others refuses to start. Fingerprints reveal nothing of them.
create table installation_secret (
  secret_name text        not null,
  fingerprint text        not null,
  recorded_at timestamptz not null default now(),
  constraint installation_secret_pk primary key (secret_name),
  constraint installation_secret_name_known check (secret_name in ('sealing', 'push'))
);
