-- Tenants, their settings, and how many rows of each kind they have.

create table tenant (
  tenant_id     uuid        not null default uuidv7(),
  tenant_name   text        not null,
  display_name  text        not null,
  status        text        not null default 'Active',
  license_code  text        not null default '',
  version       integer     not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  constraint tenant_pk primary key (tenant_id),
  constraint tenant_name_unique unique (tenant_name),
  constraint tenant_name_form check (tenant_name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  constraint tenant_status_known check (status in ('Active', 'Disabled'))
);
create trigger tenant_version before update of tenant_name, display_name, status, license_code on tenant
  for each row execute function bump_version();
select tenant_table('tenant', grants => 'select, update (display_name)');
select audit_entity('tenant', 'Tenant', 'tenant_id', 'tenant_name');

create table datastore_entry (
  tenant_id   uuid        not null,
  level       text        not null,
  level_id    text        not null,
  entry_key   text        not null,
  value       text        not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  version     integer     not null default 1,
  constraint datastore_entry_pk primary key (tenant_id, level, level_id, entry_key),
  constraint datastore_entry_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint datastore_entry_level_known check (level in ('Tenant', 'User')),
  constraint datastore_entry_key_form check (length(entry_key) between 1 and 128 and length(level_id) between 1 and 254),
  constraint datastore_entry_value_json check (value is json)
);
create trigger datastore_entry_version before update of value on datastore_entry
  for each row execute function bump_version();
select tenant_table('datastore_entry', grants => 'select, insert, update, delete');
select audit_entity('datastore_entry', 'Setting', 'entry_key', 'entry_key');

-- Number of rows of a tenant in the tables whose unfiltered (or facet-filtered) lists show a total. Kept by triggers.
create table row_count (
  tenant_id  uuid   not null,
  table_name text   not null,
  facet      text   not null default '',
  n          bigint not null,
  constraint row_count_pk primary key (tenant_id, table_name, facet),
  constraint row_count_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
select tenant_table('row_count', grants => 'select');
