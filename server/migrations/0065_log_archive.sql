-- Months of the audit log that were written to object storage before they were dropped (docs/adr/060).
create table log_archive (
  tenant_id      uuid        not null,
  log_archive_id uuid        not null default uuidv7(),
  log            text        not null,
  month          date        not null,
  part           integer     not null,
  object_key     text        not null,
  row_count      bigint      not null,
  byte_count     bigint      not null,
  digest         text        not null,
  blocks         jsonb       not null,
  archived_at    timestamptz not null default now(),
  is_dropped     boolean     not null default false,
  constraint log_archive_pk primary key (tenant_id, log_archive_id),
  constraint log_archive_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint log_archive_part_unique unique (tenant_id, log, month, part),
  constraint log_archive_log_known check (log = 'audit_entry'),
  constraint log_archive_month_first check (extract(day from month) = 1),
  constraint log_archive_counts_positive check (part > 0 and row_count > 0 and byte_count > 0),
  constraint log_archive_digest_form check (digest ~ '^[0-9a-f]{64}$'),
  constraint log_archive_blocks_list check (jsonb_typeof(blocks) = 'array')
);
comment on column log_archive.part is 'More than one if entries of the month arrived after it was dropped.';
comment on column log_archive.digest is 'SHA-256 of the object.';
comment on column log_archive.blocks is 'The compressed blocks of the object in their order: size, rows, SHA-256, and the position of the newest entry.';
comment on column log_archive.is_dropped is 'Whether the entries are gone from the database.';
select tenant_table('log_archive', grants => 'select');
