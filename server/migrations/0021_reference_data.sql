-- Reference data: tags, currencies, currency schemes with their vintages, and exchange rates.

create table tag (
  tenant_id    uuid        not null,
  tag_id       uuid        not null default uuidv7(),
  tag_name     text        not null,
  tag_name_key text        not null generated always as (lower(tag_name)) stored,
  is_active    boolean     not null default true,
  created_by   text        not null,
  created_at   timestamptz not null default now(),
  updated_by   text        not null,
  updated_at   timestamptz not null default now(),
  version      integer     not null default 1,
  constraint tag_pk primary key (tenant_id, tag_id),
  constraint tag_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint tag_name_unique unique (tenant_id, tag_name_key),
  constraint tag_name_form check (tag_name ~ '^[A-Za-z0-9_]{1,64}$')
);
create index tag_created_idx on tag (tenant_id, created_at, tag_name_key);
create index tag_created_by_idx on tag (tenant_id, created_by, tag_name_key);
create index tag_updated_by_idx on tag (tenant_id, updated_by, tag_name_key);
create index tag_active_idx on tag (tenant_id, is_active, tag_name_key);
create trigger tag_version before update of tag_name, is_active on tag
  for each row execute function bump_version();
create trigger count_insert after insert on tag for each row execute function count_row('tag');
create trigger count_delete after delete on tag for each row execute function count_row('tag');
select tenant_table('tag', grants => 'select, insert, update (tag_name, is_active, updated_by)');
select audit_entity('tag', 'Tag', 'tag_id', 'tag_name', left_out => 'tag_id,tag_name_key,created_by,updated_by',
  update_columns => 'tag_name, is_active');

create table currency (
  tenant_id     uuid        not null,
  currency_code text        not null,
  currency_name text        not null,
  is_active     boolean     not null default true,
  created_by    text        not null,
  created_at    timestamptz not null default now(),
  updated_by    text        not null,
  updated_at    timestamptz not null default now(),
  version       integer     not null default 1,
  constraint currency_pk primary key (tenant_id, currency_code),
  constraint currency_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint currency_code_form check (currency_code = upper(currency_code) and length(currency_code) between 1 and 3),
  constraint currency_name_form check (length(currency_name) between 1 and 16)
);
create trigger currency_version before update of currency_name, is_active on currency
  for each row execute function bump_version();
select tenant_table('currency', grants => 'select, insert, update (currency_name, is_active, updated_by)');
select audit_entity('currency', 'Currency', 'currency_code', 'currency_code', left_out => 'created_by,updated_by',
  update_columns => 'currency_name, is_active');

create table currency_scheme (
  tenant_id               uuid        not null,
  currency_scheme_id      uuid        not null default uuidv7(),
  currency_scheme_code    text        not null,
  currency_scheme_key     text        not null generated always as (lower(currency_scheme_code)) stored,
  currency_scheme_name    text        not null,
  anchor_currency_code    text        not null,
  source_name             text        not null default '',
  external_id             text        not null default '',
  update_interval_in_days integer     not null default 0,
  is_active               boolean     not null default true,
  is_default              boolean     not null default false,
  created_by              text        not null,
  created_at              timestamptz not null default now(),
  updated_by              text        not null,
  updated_at              timestamptz not null default now(),
  version                 integer     not null default 1,
  told_due_at             timestamptz,
  constraint currency_scheme_pk primary key (tenant_id, currency_scheme_id),
  constraint currency_scheme_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint currency_scheme_code_unique unique (tenant_id, currency_scheme_key),
  constraint currency_scheme_anchor_fk foreign key (tenant_id, anchor_currency_code) references currency (tenant_id, currency_code),
  constraint currency_scheme_code_form check (length(currency_scheme_code) between 1 and 32 and currency_scheme_key <> 'new'),
  constraint currency_scheme_interval_range check (update_interval_in_days between 0 and 5000),
  constraint default_scheme_inactive check (is_active or not is_default)
);
comment on column currency_scheme.update_interval_in_days is 'Days until the next vintage is expected; 0: none is.';
comment on column currency_scheme.told_due_at is 'The due time of the next vintage that people were last notified of.';
create unique index currency_scheme_default_unique on currency_scheme (tenant_id) where is_default;
create index currency_scheme_anchor_idx on currency_scheme (tenant_id, anchor_currency_code);
create trigger currency_scheme_version
  before update of currency_scheme_name, anchor_currency_code, source_name, external_id, update_interval_in_days, is_active, is_default
  on currency_scheme for each row execute function bump_version();
select tenant_table('currency_scheme', grants => 'select, insert, update');
select audit_entity('currency_scheme', 'Currency scheme', 'currency_scheme_id', 'currency_scheme_code',
  left_out => 'currency_scheme_id,currency_scheme_key,created_by,updated_by,told_due_at',
  update_columns => 'currency_scheme_name, anchor_currency_code, source_name, external_id, update_interval_in_days, is_active, is_default');

create table currency_vintage (
  tenant_id           uuid        not null,
  currency_vintage_id uuid        not null default uuidv7(),
  currency_scheme_id  uuid        not null,
  vintage             text        not null,
  vintage_key         text        not null generated always as (lower(vintage)) stored,
  source_name         text        not null default '',
  status              text        not null default 'Draft',
  first_as_of_date    date,
  last_as_of_date     date,
  currency_count      integer     not null default 0,
  rate_count          bigint      not null default 0,
  created_by          text        not null,
  created_at          timestamptz not null default now(),
  published_by        text,
  published_at        timestamptz,
  updated_at          timestamptz not null default now(),
  version             integer     not null default 1,
  constraint currency_vintage_pk primary key (tenant_id, currency_vintage_id),
  constraint currency_vintage_scheme_fk foreign key (tenant_id, currency_scheme_id)
    references currency_scheme (tenant_id, currency_scheme_id),
  constraint currency_vintage_name_unique unique (tenant_id, currency_scheme_id, vintage_key),
  constraint currency_vintage_name_form check (length(vintage) between 1 and 32 and vintage_key <> 'new'),
  constraint currency_vintage_status_known check (status in ('Draft', 'Published')),
  constraint currency_vintage_published check ((status = 'Published') = (published_at is not null)),
  constraint vintage_empty check (status = 'Draft' or rate_count > 0)
);
create index currency_vintage_newest_idx on currency_vintage (tenant_id, currency_scheme_id, published_at);
create trigger currency_vintage_version
  before update of source_name, status, rate_count, currency_count, first_as_of_date, last_as_of_date on currency_vintage
  for each row execute function bump_version();
select tenant_table('currency_vintage', grants => 'select, insert, update, delete');
select audit_entity('currency_vintage', 'Currency vintage', 'currency_vintage_id', 'vintage',
  left_out => 'currency_vintage_id,vintage_key,created_by',
  update_columns => 'source_name, status, rate_count, currency_count, first_as_of_date, last_as_of_date');

create function refuse_published_vintage() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'A published vintage stays as it is.'
    using errcode = 'check_violation', constraint = 'vintage_published', table = 'currency_vintage';
end
$$;
create trigger currency_vintage_immutable before update or delete on currency_vintage
  for each row when (old.status = 'Published') execute function refuse_published_vintage();

-- What the rates of a vintage cover, written with them: lists read this instead of counting rates.
create table currency_vintage_currency (
  tenant_id           uuid   not null,
  currency_vintage_id uuid   not null,
  currency_code       text   not null,
  rate_count          bigint not null,
  first_as_of_date    date   not null,
  last_as_of_date     date   not null,
  constraint currency_vintage_currency_pk primary key (tenant_id, currency_vintage_id, currency_code),
  constraint currency_vintage_currency_vintage_fk foreign key (tenant_id, currency_vintage_id)
    references currency_vintage (tenant_id, currency_vintage_id) on delete cascade,
  constraint currency_vintage_currency_currency_fk foreign key (tenant_id, currency_code) references currency (tenant_id, currency_code)
);
create index currency_vintage_currency_code_idx on currency_vintage_currency (tenant_id, currency_code);
select tenant_table('currency_vintage_currency', grants => 'select, insert, update, delete');

-- Rates against the anchor of the scheme: how many units of the currency one unit of the anchor buys. Without foreign keys and
-- audit, which would cost more than the rates themselves: an upload checks its currencies in one statement, under the lock of its
-- vintage, and the vintage is what the audit log shows.
create table currency_rate (
  tenant_id           uuid    not null,
  currency_vintage_id uuid    not null,
  currency_code       text    not null,
  as_of_date          date    not null,
  exchange_rate       numeric not null,
  constraint currency_rate_pk primary key (tenant_id, currency_vintage_id, currency_code, as_of_date),
  constraint currency_rate_positive check (exchange_rate > 0)
);
select tenant_table('currency_rate', grants => 'select, insert, update (exchange_rate), delete');

create table rate_upload (
  tenant_id           uuid        not null,
  rate_upload_id      uuid        not null default uuidv7(),
  currency_vintage_id uuid        not null,
  file_name           text        not null,
  size_bytes          bigint      not null default 0,
  status              text        not null default 'receiving',
  encoding            text,
  read_bytes          bigint      not null default 0,
  row_count           bigint      not null default 0,
  added               bigint      not null default 0,
  changed             bigint      not null default 0,
  unchanged           bigint      not null default 0,
  refused             bigint      not null default 0,
  refused_lines       jsonb       not null default '[]',
  rejected_file_id    uuid,
  run_id              uuid,
  attempts            integer     not null default 0,
  next_attempt_at     timestamptz not null default now(),
  language            text        not null default 'en',
  created_by_type     text        not null,
  created_by_id       uuid        not null,
  created_by          text        not null,
  created_at          timestamptz not null default now(),
  heartbeat_at        timestamptz not null default now(),
  finished_at         timestamptz,
  constraint rate_upload_pk primary key (tenant_id, rate_upload_id),
  constraint rate_upload_vintage_fk foreign key (tenant_id, currency_vintage_id)
    references currency_vintage (tenant_id, currency_vintage_id) on delete cascade,
  constraint rate_upload_creator_known check (created_by_type in ('user', 'key')),
  constraint rate_upload_status_known
    check (status in ('receiving', 'queued', 'reading', 'storing', 'finished', 'refused', 'failed'))
);
comment on column rate_upload.heartbeat_at is 'When the run last reported; another one takes over a minute later.';
comment on column rate_upload.language is 'The language of the reasons in the file of refused lines.';
create unique index upload_running on rate_upload (tenant_id, currency_vintage_id)
  where status in ('receiving', 'queued', 'reading', 'storing');
create index rate_upload_vintage_idx on rate_upload (tenant_id, currency_vintage_id, created_at);
create index rate_upload_unfinished_idx on rate_upload (created_at) where status in ('receiving', 'queued', 'reading', 'storing');
select tenant_table('rate_upload', grants => 'select, insert, update, delete');

-- The uploaded bytes, until they are read.
create table rate_upload_chunk (
  tenant_id      uuid    not null,
  rate_upload_id uuid    not null,
  chunk_number   integer not null,
  content        bytea   storage external not null,
  constraint rate_upload_chunk_pk primary key (tenant_id, rate_upload_id, chunk_number),
  constraint rate_upload_chunk_upload_fk foreign key (tenant_id, rate_upload_id)
    references rate_upload (tenant_id, rate_upload_id) on delete cascade
);
select tenant_table('rate_upload_chunk', grants => 'select, insert, delete');

create function delete_vintage_rows() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from rate_upload where tenant_id = old.tenant_id and currency_vintage_id = old.currency_vintage_id;
  delete from currency_vintage_currency where tenant_id = old.tenant_id and currency_vintage_id = old.currency_vintage_id;
  delete from currency_rate where tenant_id = old.tenant_id and currency_vintage_id = old.currency_vintage_id;
  return old;
end
$$;
create trigger currency_vintage_rows before delete on currency_vintage
  for each row execute function delete_vintage_rows();

-- A currency that anchors an active scheme stays active.
create function refuse_inactive_anchor() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from currency_scheme where tenant_id = new.tenant_id and anchor_currency_code = new.currency_code and is_active) then
    raise exception 'Currency % is the anchor of an active scheme.', new.currency_code
      using errcode = 'check_violation', constraint = 'currency_is_anchor', table = 'currency';
  end if;
  return new;
end
$$;
create trigger currency_anchor before update of is_active on currency
  for each row when (old.is_active and not new.is_active) execute function refuse_inactive_anchor();
