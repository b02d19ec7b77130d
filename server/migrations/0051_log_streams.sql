-- Log streams: destinations outside that receive a tenant's audit log and system log (docs/adr/051).

create table log_stream (
  tenant_id           uuid        not null,
  log_stream_id       uuid        not null default uuidv7(),
  log_stream_name     text        not null,
  log_stream_name_key text        not null generated always as (lower(log_stream_name)) stored,
  kind                text        not null,
  address             text        not null,
  format              text        not null default 'array',
  sends_audit_log     boolean     not null default true,
  sends_system_log    boolean     not null default true,
  event_kinds         text[]      not null default '{}',
  is_paused           boolean     not null default false,
  pause_reason        text,
  signing_secret      text,
  previous_signing_secret text,
  previous_expires_at timestamptz,
  created_by_name     text        not null default '',
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  version             integer     not null default 1,
  constraint log_stream_pk primary key (tenant_id, log_stream_id),
  constraint log_stream_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint log_stream_name_unique unique (tenant_id, log_stream_name_key),
  constraint log_stream_name_form check (log_stream_name = btrim(log_stream_name) and length(log_stream_name) between 1 and 64),
  constraint log_stream_kind_known check (kind in ('webhook', 'syslog')),
  constraint log_stream_format_known check (format in ('array', 'lines')),
  constraint log_stream_sends_something check (sends_audit_log or sends_system_log),
  constraint log_stream_pause_whole check (is_paused = (pause_reason is not null)),
  constraint log_stream_pause_reason_known check (pause_reason in ('by_hand', 'failing', 'gone')),
  constraint log_stream_previous_whole check ((previous_signing_secret is null) = (previous_expires_at is null))
);
comment on column log_stream.event_kinds is 'The kinds of the system log that are sent; empty for all.';
comment on column log_stream.signing_secret is 'Signs webhooks; sealed with the key of the installation.';
create trigger log_stream_version before update on log_stream for each row execute function bump_version();
select tenant_table('log_stream', grants => 'select, insert, update, delete');
select audit_entity('log_stream', 'Log stream', 'log_stream_id', 'log_stream_name',
  left_out => 'log_stream_id,log_stream_name_key,previous_signing_secret,created_by_name', secret => 'signing_secret');

-- Where each stream stands. One process at a time delivers a stream: the one that has its lease.
create table log_stream_progress (
  tenant_id       uuid        not null,
  log_stream_id   uuid        not null,
  delivered_to    uuid        not null,
  delivered_at    timestamptz,
  batch_id        uuid,
  batch_to        uuid,
  failures        integer     not null default 0,
  failing_since   timestamptz,
  next_attempt_at timestamptz not null default now(),
  lease_id        uuid,
  leased_until    timestamptz,
  constraint log_stream_progress_pk primary key (tenant_id, log_stream_id),
  constraint log_stream_progress_stream_fk foreign key (tenant_id, log_stream_id) references log_stream (tenant_id, log_stream_id) on delete cascade,
  constraint log_stream_progress_batch_whole check ((batch_id is null) = (batch_to is null)),
  constraint log_stream_progress_lease_whole check ((lease_id is null) = (leased_until is null))
);
comment on column log_stream_progress.delivered_to is 'Entries with this ID and earlier ones have been delivered, or need not be.';
comment on column log_stream_progress.batch_to is 'The last entry of a batch that was tried: it is sent again as it was, under the same ID.';
create index log_stream_progress_due_idx on log_stream_progress (next_attempt_at);
select tenant_table('log_stream_progress', grants => 'select, insert, update, delete');

-- The latest attempts of each stream.
create table log_stream_delivery (
  tenant_id              uuid        not null,
  log_stream_id          uuid        not null,
  log_stream_delivery_id uuid        not null default uuidv7(),
  attempted_at           timestamptz not null,
  is_test                boolean     not null default false,
  outcome                text        not null,
  status                 integer,
  fault                  text,
  detail                 text        not null default '',
  duration_ms            integer     not null,
  events                 integer     not null,
  batch_id               uuid        not null,
  constraint log_stream_delivery_pk primary key (tenant_id, log_stream_id, log_stream_delivery_id),
  constraint log_stream_delivery_stream_fk foreign key (tenant_id, log_stream_id) references log_stream (tenant_id, log_stream_id) on delete cascade,
  constraint log_stream_delivery_outcome_known check (outcome in ('success', 'failure'))
);
select tenant_table('log_stream_delivery', grants => 'select, insert, delete');
