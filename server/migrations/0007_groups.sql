-- Groups, their members and their roles.

create table user_group (
  tenant_id           uuid        not null,
  group_id            uuid        not null default uuidv7(),
  group_name          text        not null,
  group_name_key      text        not null generated always as (lower(group_name)) stored,
  status              text        not null default 'Enabled',
  is_reserved         boolean     not null default false,
  managed_by_provider boolean     not null default false,
  user_count          integer     not null default 0,
  role_count          integer     not null default 0,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  version             integer     not null default 1,
  constraint user_group_pk primary key (tenant_id, group_id),
  constraint user_group_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint user_group_name_unique unique (tenant_id, group_name_key),
  constraint user_group_name_form check (group_name = btrim(group_name) and length(group_name) between 1 and 64),
  constraint user_group_status_known check (status in ('Enabled', 'Disabled'))
);
-- user_count and role_count are part of the group as others see it, so their change is an edit too.
create trigger user_group_version
  before update of group_name, status, managed_by_provider, user_count, role_count on user_group
  for each row execute function bump_version();
select tenant_table('user_group', grants => 'select, insert, delete, update (group_name, status, managed_by_provider)');
select audit_entity('user_group', 'Group', 'group_id', 'group_name',
  left_out => 'group_id,group_name_key,user_count,role_count',
  update_columns => 'group_name, status, managed_by_provider, is_reserved');
create trigger count_insert after insert on user_group for each row execute function count_row('user_group', '100');
create trigger count_delete after delete on user_group for each row execute function count_row('user_group', '100');
create trigger user_group_reserved before update of group_name on user_group for each row
  when (old.is_reserved and old.group_name is distinct from new.group_name) execute function refuse_reserved_rename('user_group');

create table group_role (
  tenant_id  uuid        not null,
  group_id   uuid        not null,
  role_id    uuid        not null,
  created_at timestamptz not null default now(),
  constraint group_role_pk primary key (tenant_id, group_id, role_id),
  constraint group_role_group_fk foreign key (tenant_id, group_id) references user_group (tenant_id, group_id) on delete cascade,
  constraint group_role_role_fk foreign key (tenant_id, role_id) references role (tenant_id, role_id) on delete cascade
);
create index group_role_role_idx on group_role (tenant_id, role_id, group_id);
select tenant_table('group_role', grants => 'select, insert, delete');
select audit_links('group_role', 'Group', 'user_group', 'group_id', 'group_name', 'roles', 'role', 'role_id', 'role_name');

create table group_member (
  tenant_id  uuid        not null,
  group_id   uuid        not null,
  user_id    uuid        not null,
  created_at timestamptz not null default now(),
  constraint group_member_pk primary key (tenant_id, group_id, user_id),
  -- A group must hold no users before deletion (specification 2, section 4): no cascade here.
  constraint group_member_group_fk foreign key (tenant_id, group_id) references user_group (tenant_id, group_id),
  constraint group_member_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create index group_member_user_idx on group_member (tenant_id, user_id, group_id);
-- A group belongs to one tenant. Without this the planner underestimates the size of a group, and reads all users of the tenant
-- to find the first members in the order of a list (360 ms instead of 1 ms at 100,000 users).
create statistics group_member_group (dependencies) on tenant_id, group_id from group_member;
select tenant_table('group_member', grants => 'select, insert, delete');
select audit_links('group_member', 'Group', 'user_group', 'group_id', 'group_name', 'usernames', 'app_user', 'user_id', 'username');

-- The groups are part of the user as others see it, so their change is an edit of the user: a form that was opened before must
-- not bring old groups back.

create or replace function delete_user_links() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform set_config('steward.deleting', old.user_id::text, true);
  delete from group_member where tenant_id = old.tenant_id and user_id = old.user_id;
  perform set_config('steward.deleting', '', true);
  return old;
end
$$;
create trigger app_user_links before delete on app_user for each row execute function delete_user_links();

create function delete_group_links() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.is_reserved then
    raise exception 'Group % is reserved.', old.group_name
      using errcode = 'check_violation', constraint = 'user_group_reserved', table = 'user_group';
  end if;
  perform set_config('steward.deleting', old.group_id::text, true);
  delete from group_role where tenant_id = old.tenant_id and group_id = old.group_id;
  delete from api_key_group where tenant_id = old.tenant_id and group_id = old.group_id;
  delete from resource_group_group where tenant_id = old.tenant_id and group_id = old.group_id;
  perform set_config('steward.deleting', '', true);
  return old;
end
$$;
create trigger user_group_links before delete on user_group for each row execute function delete_group_links();

create function count_group_members() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update user_group set user_count = user_group.user_count + changes.change
    from (select tenant_id, group_id, case when tg_op = 'INSERT' then count(*) else - count(*) end as change
            from changed_rows group by 1, 2) changes
   where user_group.tenant_id = changes.tenant_id and user_group.group_id = changes.group_id;
  return null;
end
$$;
create trigger count_insert after insert on group_member referencing new table as changed_rows
  for each statement execute function count_group_members();
create trigger count_delete after delete on group_member referencing old table as changed_rows
  for each statement execute function count_group_members();

create function count_group_roles() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update user_group set role_count = user_group.role_count + changes.change
    from (select tenant_id, group_id, case when tg_op = 'INSERT' then count(*) else - count(*) end as change
            from changed_rows group by 1, 2) changes
   where user_group.tenant_id = changes.tenant_id and user_group.group_id = changes.group_id
     and user_group.group_id::text is distinct from current_setting('steward.deleting', true);
  return null;
end
$$;
create trigger count_insert after insert on group_role referencing new table as changed_rows
  for each statement execute function count_group_roles();
create trigger count_delete after delete on group_role referencing old table as changed_rows
  for each statement execute function count_group_roles();

create function bump_user_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed_tenant uuid;
begin
  -- Nobody has seen generated users yet.
  if audit_is_off() then return null; end if;
  for changed_tenant in select distinct tenant_id from changed_rows loop
    -- An array, not a join: before statistics are there a join may look at every user for every change.
    update app_user set version = version + 1, updated_at = now()
     where tenant_id = changed_tenant
       and user_id = any (array(select distinct user_id from changed_rows where tenant_id = changed_tenant))
       and user_id::text is distinct from current_setting('steward.deleting', true);
  end loop;
  return null;
end
$$;
create trigger version_insert after insert on group_member referencing new table as changed_rows
  for each statement execute function bump_user_version();
create trigger version_delete after delete on group_member referencing old table as changed_rows
  for each statement execute function bump_user_version();
