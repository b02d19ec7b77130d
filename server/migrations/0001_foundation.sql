-- Ground of everything: extensions, the role requests run as, the helpers policies and triggers share, tenants, counts.
--
-- The program signs in as the owner of this database. Every request then becomes `steward_app`, which owns nothing and
-- sees only the rows of the tenant named by the setting `steward.tenant_id`.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

do $$
begin
  -- Roles belong to the whole engine: another database, or another process, may have made it at the same moment.
  if not exists (select from pg_roles where rolname = 'steward_app') then
    create role steward_app nologin noinherit;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'steward_app', 'set') then
    execute format('grant steward_app to %I with inherit false, set true', current_user);
  end if;
end
$$;

grant usage on schema public to steward_app;

-- The tenant of this transaction. Raises an error when none is set, so that a forgotten setting never means "all tenants".
create function current_tenant_id() returns uuid
  language sql stable parallel safe
  return current_setting('steward.tenant_id')::uuid;

-- snake_case column to the camelCase name used by the contract, for audit entries.
create function contract_name(column_name text) returns text
  language sql immutable parallel safe strict
  return lower(left(column_name, 1)) || substr(replace(initcap(replace(column_name, '_', ' ')), ' ', ''), 2);

-- ETag of an entity: counts edits. Attached with the columns whose change is an edit (a sign-in is none).
create function bump_version() returns trigger
  language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

-- True when the owner (never a request) has switched audit off for generated data.
create function audit_is_off() returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  -- Inside a SECURITY DEFINER function current_user is the owner; `role` still says what the caller had become.
  return current_setting('steward.audit', true) = 'off'
     and session_user = current_user
     and current_setting('role') = 'none';
end
$$;

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

alter table tenant enable row level security;
create policy tenant_isolation on tenant to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
grant select, update (display_name) on tenant to steward_app;

-- Number of rows of a tenant in the tables whose unfiltered (or facet-filtered) lists show a total. Kept by triggers.
create table row_count (
  tenant_id  uuid   not null,
  table_name text   not null,
  facet      text   not null default '',
  n          bigint not null,
  constraint row_count_pk primary key (tenant_id, table_name, facet),
  constraint row_count_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);

alter table row_count enable row level security;
create policy tenant_isolation on row_count to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
grant select on row_count to steward_app;

create table administrator_guard (
  tenant_id   uuid    not null,
  active_lost boolean not null,
  changes     bigint  not null default 1,
  constraint administrator_guard_pk primary key (tenant_id),
  constraint administrator_guard_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
comment on table administrator_guard is
  'One row a tenant, locked by whoever takes an administrator away, so that two such transactions cannot pass each other.';

alter table administrator_guard enable row level security;
create policy tenant_isolation on administrator_guard to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
