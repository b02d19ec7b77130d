-- Counts kept by statement triggers, and the rules no interleaving of transactions may break: the limit of groups, the last
-- administrator, what is reserved. A broken rule raises a check violation that carries the rule's name as its constraint.
--
-- Statements that change many rows at once cost time in proportion to them; many small statements on one group inside one
-- transaction do not (each leaves a dead version of the group's row), so bulk work belongs into few statements.

-- Deleting an entity takes its links with it before its own row goes, so that audit entries still know its name.
-- While it does, steward.deleting names the entity whose counts need no upkeep.
create function delete_user_links() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from group_member where tenant_id = old.tenant_id and user_id = old.user_id;
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

create function delete_api_key_links() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from api_key_group where tenant_id = old.tenant_id and api_key_id = old.api_key_id;
  return old;
end
$$;
create trigger api_key_links before delete on api_key for each row execute function delete_api_key_links();

create function delete_resource_group_links() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from resource_group_group where tenant_id = old.tenant_id and resource_group_id = old.resource_group_id;
  return old;
end
$$;
create trigger resource_group_links before delete on resource_group
  for each row execute function delete_resource_group_links();

create function refuse_reserved_rename() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'Reserved names stay as they are.'
    using errcode = 'check_violation', constraint = tg_table_name || '_reserved', table = tg_table_name;
end
$$;
create trigger user_group_reserved before update of group_name on user_group for each row
  when (old.is_reserved and old.group_name is distinct from new.group_name) execute function refuse_reserved_rename();
create trigger role_reserved before update of role_name on role for each row
  when (old.is_reserved and old.role_name is distinct from new.role_name) execute function refuse_reserved_rename();

-- Counts -----------------------------------------------------------------------------------------------------------------

-- The facet under which a user is counted: 'endUser/CONFIRMED', 'endUser/CONFIRMED/disabled', …
create function user_facet(user_type text, status text, is_disabled boolean) returns text
  language sql immutable parallel safe
  return user_type || '/' || status || case when is_disabled then '/disabled' else '' end;

create function count_users() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into row_count (tenant_id, table_name, facet, n)
  select tenant_id, 'app_user', user_facet(user_type, status, is_disabled),
         case when tg_op = 'INSERT' then count(*) else - count(*) end
    from changed_rows group by 1, 3 order by 1, 3
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$$;
create trigger count_insert after insert on app_user referencing new table as changed_rows
  for each statement execute function count_users();
create trigger count_delete after delete on app_user referencing old table as changed_rows
  for each statement execute function count_users();

create function count_user_changes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into row_count (tenant_id, table_name, facet, n)
  select tenant_id, 'app_user', facet, sum(change)
    from (select tenant_id, user_facet(user_type, status, is_disabled), -1 from old_rows
          union all
          select tenant_id, user_facet(user_type, status, is_disabled), 1 from new_rows) changes (tenant_id, facet, change)
   group by tenant_id, facet having sum(change) <> 0 order by tenant_id, facet
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$$;
create trigger count_update after update on app_user referencing old table as old_rows new table as new_rows
  for each statement execute function count_user_changes();

-- For user_group and role. The argument, when given, is the most rows a tenant may have; going beyond raises <table>_limit.
create function count_rows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  counted record;
begin
  for counted in
    insert into row_count (tenant_id, table_name, n)
    select tenant_id, tg_table_name, case when tg_op = 'INSERT' then count(*) else - count(*) end
      from changed_rows group by 1 order by 1
    on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n
    returning n
  loop
    if tg_nargs > 0 and tg_op = 'INSERT' and counted.n > tg_argv[0]::bigint then
      raise exception 'At most % rows of % a tenant.', tg_argv[0], tg_table_name
        using errcode = 'check_violation', constraint = tg_table_name || '_limit', table = tg_table_name;
    end if;
  end loop;
  return null;
end
$$;
create trigger count_insert after insert on user_group referencing new table as changed_rows
  for each statement execute function count_rows('100');
create trigger count_delete after delete on user_group referencing old table as changed_rows
  for each statement execute function count_rows('100');
create trigger count_insert after insert on role referencing new table as changed_rows
  for each statement execute function count_rows();
create trigger count_delete after delete on role referencing old table as changed_rows
  for each statement execute function count_rows();

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

-- The last administrator ---------------------------------------------------------------------------------------------------
--
-- A tenant keeps at least one active administrator: a user who is not disabled, has signed in at least once (CONFIRMED) or
-- comes from the identity provider (EXTERNAL_PROVIDER), and is in an enabled group that holds the Tenant Administrator role.
-- An invited administrator (FORCE_CHANGE_PASSWORD) is no substitute for an active one, because the invitation may never be
-- answered; but while a new tenant has only invited ones, the last of these is kept instead.
--
-- Whoever takes an administrator away locks the tenant's guard row; the check itself waits for the end of the transaction,
-- so that "remove from this group, add to that one" passes in any order.

create function guard_administrators(guarded_tenant uuid, lost_active boolean) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into administrator_guard (tenant_id, active_lost) values (guarded_tenant, lost_active)
  on conflict on constraint administrator_guard_pk
  do update set active_lost = excluded.active_lost, changes = administrator_guard.changes + 1
$$;
revoke execute on function guard_administrators from public;

-- Whether a user is active, and with it able to administer today.
create function is_active_user(status text, is_disabled boolean) returns boolean
  language sql immutable parallel safe
  return not is_disabled and status <> 'FORCE_CHANGE_PASSWORD';

create function guard_membership() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform guard_administrators(lost.tenant_id, lost.active)
    from (select changed.tenant_id, bool_or(is_active_user(u.status, u.is_disabled)) as active
            from role r
                 join group_role gr on gr.tenant_id = r.tenant_id and gr.role_id = r.role_id
                 join user_group g on g.tenant_id = gr.tenant_id and g.group_id = gr.group_id and g.status = 'Enabled'
                 join changed_rows changed on changed.tenant_id = g.tenant_id and changed.group_id = g.group_id
                 join app_user u on u.tenant_id = changed.tenant_id and u.user_id = changed.user_id and not u.is_disabled
           where r.is_administrator
           group by changed.tenant_id) lost;
  return null;
end
$$;
create trigger guard_delete after delete on group_member referencing old table as changed_rows
  for each statement execute function guard_membership();

-- For a group that stops giving the role to its members.
create function guard_group(guarded_tenant uuid, guarded_group uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select guard_administrators(guarded_tenant, bool_or(is_active_user(u.status, u.is_disabled)))
    from group_member m join app_user u on u.tenant_id = m.tenant_id and u.user_id = m.user_id and not u.is_disabled
   where m.tenant_id = guarded_tenant and m.group_id = guarded_group
  having count(*) > 0
$$;
revoke execute on function guard_group from public;

create function guard_group_role() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform guard_group(changed.tenant_id, changed.group_id)
    from changed_rows changed
         join role r on r.tenant_id = changed.tenant_id and r.role_id = changed.role_id and r.is_administrator
         join user_group g on g.tenant_id = changed.tenant_id and g.group_id = changed.group_id and g.status = 'Enabled';
  return null;
end
$$;
create trigger guard_delete after delete on group_role referencing old table as changed_rows
  for each statement execute function guard_group_role();

create function guard_group_status() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform guard_group(new.tenant_id, new.group_id)
    from group_role gr join role r on r.tenant_id = gr.tenant_id and r.role_id = gr.role_id and r.is_administrator
   where gr.tenant_id = new.tenant_id and gr.group_id = new.group_id;
  return null;
end
$$;
create trigger guard_status after update of status on user_group for each row
  when (old.status = 'Enabled' and new.status <> 'Enabled') execute function guard_group_status();

create function guard_user_changes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform guard_administrators(lost.tenant_id, bool_or(lost.was_active))
    from (select tenant_id, user_id, bool_or(is_old and is_active_user(status, is_disabled)) as was_active
            from (select tenant_id, user_id, status, is_disabled, true as is_old from old_rows
                  union all select tenant_id, user_id, status, is_disabled, false from new_rows) both_versions
           group by tenant_id, user_id
          having bool_or(is_old and is_active_user(status, is_disabled)) and not bool_or(not is_old and is_active_user(status, is_disabled))
              or bool_or(is_old and not is_disabled) and not bool_or(not is_old and not is_disabled)) lost
         join group_member m on m.tenant_id = lost.tenant_id and m.user_id = lost.user_id
         join user_group g on g.tenant_id = m.tenant_id and g.group_id = m.group_id and g.status = 'Enabled'
         join group_role gr on gr.tenant_id = g.tenant_id and gr.group_id = g.group_id
         join role r on r.tenant_id = gr.tenant_id and r.role_id = gr.role_id and r.is_administrator
   group by lost.tenant_id;
  return null;
end
$$;
create trigger guard_update after update on app_user referencing old table as old_rows new table as new_rows
  for each statement execute function guard_user_changes();

create function check_last_administrator() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from role r
           join group_role gr on gr.tenant_id = r.tenant_id and gr.role_id = r.role_id
           join user_group g on g.tenant_id = gr.tenant_id and g.group_id = gr.group_id and g.status = 'Enabled'
           join group_member m on m.tenant_id = g.tenant_id and m.group_id = g.group_id
           join app_user u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
     where r.tenant_id = new.tenant_id and r.is_administrator and not u.is_disabled
       and (is_active_user(u.status, u.is_disabled) or not new.active_lost)
  ) then
    return null;
  end if;
  raise exception 'A tenant keeps at least one active administrator.'
    using errcode = 'check_violation', constraint = 'last_administrator', table = 'app_user';
end
$$;
create constraint trigger last_administrator after insert or update on administrator_guard
  deferrable initially deferred for each row execute function check_last_administrator();
