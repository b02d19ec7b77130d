-- Files that exports keep for a week. Their content is in the database, where every server process can read it and the rows of
-- tenants are kept apart (docs/adr/018).

create table temporary_file (
  tenant_id         uuid        not null,
  temporary_file_id uuid        not null default uuidv7(),
  kind              text        not null,
  file_name         text        not null,
  filter            jsonb       not null,
  created_by_type   text        not null,
  created_by        uuid        not null,
  created_by_name   text        not null,
  status            text        not null default 'queued',
  failure           text,
  row_count         bigint      not null default 0,
  total_rows        bigint,
  size_bytes        bigint      not null default 0,
  run_id            uuid,
  attempts          integer     not null default 0,
  next_attempt_at   timestamptz not null default now(),
  heartbeat_at      timestamptz,
  created_at        timestamptz not null default now(),
  finished_at       timestamptz,
  expires_at        timestamptz not null,
  constraint temporary_file_pk primary key (tenant_id, temporary_file_id),
  constraint temporary_file_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint temporary_file_creator_known check (created_by_type in ('user', 'key')),
  constraint temporary_file_status_known check (status in ('queued', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  constraint temporary_file_run_named check (status <> 'running' or run_id is not null and heartbeat_at is not null)
);
comment on column temporary_file.created_by is 'The user or API key that made it; can be deleted by now.';
comment on column temporary_file.run_id is 'The run that writes the content: a run that was taken over finds another id here and stops.';
comment on column temporary_file.heartbeat_at is 'When the run last reported; another one takes over a minute later.';
create index temporary_file_created_idx on temporary_file (tenant_id, created_at);
create index temporary_file_unfinished_idx on temporary_file (created_at) where status in ('queued', 'running');
create index temporary_file_expires_idx on temporary_file (expires_at);
select tenant_table('temporary_file', grants => 'select, insert, update, delete');

create table temporary_file_chunk (
  tenant_id         uuid    not null,
  temporary_file_id uuid    not null,
  chunk_number      integer not null,
  run_id            uuid    not null,
  content           bytea   storage external not null,
  constraint temporary_file_chunk_pk primary key (tenant_id, temporary_file_id, chunk_number),
  constraint temporary_file_chunk_file_fk foreign key (tenant_id, temporary_file_id)
    references temporary_file (tenant_id, temporary_file_id) on delete cascade
);
select tenant_table('temporary_file_chunk', grants => 'select, insert, delete');

-- Text as a cell that no spreadsheet runs as a formula (OWASP, "CSV Injection"); null where it is empty.
create function csv_text(value text) returns text language sql immutable parallel safe as $$
  select nullif(case when ascii(value) in (61, 43, 45, 64, 9, 13) then '''' || value else value end, '')
$$;

-- A time as the contract writes it: ISO 8601, UTC, milliseconds.
create function csv_time(moment timestamptz) returns text language sql stable parallel safe as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
