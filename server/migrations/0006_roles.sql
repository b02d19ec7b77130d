-- Roles and the actions they allow.

create table role (
  tenant_id        uuid        not null,
  role_id          uuid        not null default uuidv7(),
  role_name        text        not null,
  role_name_key    text        not null generated always as (lower(role_name)) stored,
  description      text        not null default '',
  is_reserved      boolean     not null default false,
  is_administrator boolean     not null default false,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  version          integer     not null default 1,
  constraint role_pk primary key (tenant_id, role_id),
  constraint role_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint role_name_unique unique (tenant_id, role_name_key),
  constraint role_name_form check (role_name = btrim(role_name) and length(role_name) between 1 and 64),
  constraint role_administrator_reserved check (is_reserved or not is_administrator)
);
comment on column role.is_administrator is 'The Tenant Administrator role; a tenant has one.';
create unique index role_administrator_unique on role (tenant_id) where is_administrator;
create trigger role_version before update of role_name, description on role
  for each row execute function bump_version();
select tenant_table('role', grants => 'select, insert, delete, update (role_name, description)');
select audit_entity('role', 'Role', 'role_id', 'role_name', left_out => 'role_id,role_name_key',
  update_columns => 'role_name, description, is_reserved, is_administrator');

create table role_action (
  tenant_id   uuid        not null,
  role_id     uuid        not null,
  action_name text        not null,
  created_at  timestamptz not null default now(),
  constraint role_action_pk primary key (tenant_id, role_id, action_name),
  constraint role_action_role_fk foreign key (tenant_id, role_id) references role (tenant_id, role_id) on delete cascade
);
create index role_action_action_idx on role_action (tenant_id, action_name);
select tenant_table('role_action', grants => 'select, insert, delete');
select audit_links('role_action', 'Role', 'role', 'role_id', 'role_name', 'actions', '', 'action_name', 'action_name');

-- Counts the rows of a tenant. Arguments: the table, and, where there is one, the most rows that a tenant can have; one more raises
-- <table>_limit. For tables with few rows: each row updates the count.
create function count_row() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  counted bigint;
begin
  insert into row_count (tenant_id, table_name, n)
  values (case when tg_op = 'INSERT' then new.tenant_id else old.tenant_id end, tg_argv[0], case when tg_op = 'INSERT' then 1 else -1 end)
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n
  returning n into counted;
  if tg_nargs > 1 and tg_op = 'INSERT' and counted > tg_argv[1]::bigint then
    raise exception 'At most % rows of % a tenant.', tg_argv[1], tg_argv[0]
      using errcode = 'check_violation', constraint = tg_argv[0] || '_limit', table = tg_argv[0];
  end if;
  return null;
end
$$;
create trigger count_insert after insert on role for each row execute function count_row('role');
create trigger count_delete after delete on role for each row execute function count_row('role');

create function refuse_reserved_rename() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'Reserved names stay as they are.'
    using errcode = 'check_violation', constraint = tg_argv[0] || '_reserved', table = tg_argv[0];
end
$$;
create trigger role_reserved before update of role_name on role for each row
  when (old.is_reserved and old.role_name is distinct from new.role_name) execute function refuse_reserved_rename('role');

create function delete_role_links() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.is_reserved then
    raise exception 'Role % is reserved.', old.role_name
      using errcode = 'check_violation', constraint = 'role_reserved', table = 'role';
  end if;
  perform set_config('steward.deleting', old.role_id::text, true);
  delete from group_role where tenant_id = old.tenant_id and role_id = old.role_id;
  delete from role_action where tenant_id = old.tenant_id and role_id = old.role_id;
  perform set_config('steward.deleting', '', true);
  return old;
end
$$;
create trigger role_links before delete on role for each row execute function delete_role_links();

-- The actions are part of the role as others see it, so their change is an edit of the role.
create function bump_role_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update role set version = version + 1, updated_at = now()
    from (select distinct tenant_id, role_id from changed_rows) changes
   where role.tenant_id = changes.tenant_id and role.role_id = changes.role_id
     and role.role_id::text is distinct from current_setting('steward.deleting', true);
  return null;
end
$$;
create trigger version_insert after insert on role_action referencing new table as changed_rows
  for each statement execute function bump_role_version();
create trigger version_delete after delete on role_action referencing old table as changed_rows
  for each statement execute function bump_role_version();
