-- The rule that a tenant keeps an administrator.

create table administrator_guard (
  tenant_id   uuid    not null,
  active_lost boolean not null,
  changes     bigint  not null default 1,
  constraint administrator_guard_pk primary key (tenant_id),
  constraint administrator_guard_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
comment on table administrator_guard is
  'One row a tenant, locked by each transaction that removes an administrator, so that two of them cannot pass each other.';
select tenant_table('administrator_guard');

-- The last administrator ---------------------------------------------------------------------------------------------------
--
-- A tenant keeps at least one active administrator: a user who is not disabled, has signed in at least once (CONFIRMED) or
-- comes from the identity provider (EXTERNAL_PROVIDER), and is in an enabled group that holds the Tenant Administrator role.
-- An invited administrator (FORCE_CHANGE_PASSWORD) does not replace an active one, because the invitation might never be
-- accepted; while a new tenant has only invited ones, the last of these is kept.
--
-- A transaction that removes an administrator locks the guard row of the tenant. The check waits for the end of the transaction,
-- so that "remove from this group, add to that one" is allowed in any order.

create function guard_administrators(guarded_tenant uuid, lost_active boolean) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into administrator_guard (tenant_id, active_lost) values (guarded_tenant, lost_active)
  on conflict on constraint administrator_guard_pk
  do update set active_lost = excluded.active_lost, changes = administrator_guard.changes + 1
$$;
revoke execute on function guard_administrators from public;

-- Whether a user is active, and so can administer today.
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
  perform guard_group(g.tenant_id, g.group_id)
    from role r join user_group g on g.tenant_id = r.tenant_id
   where r.tenant_id = old.tenant_id and r.role_id = old.role_id and r.is_administrator
     and g.group_id = old.group_id and g.status = 'Enabled';
  return null;
end
$$;
create trigger guard_delete after delete on group_role for each row execute function guard_group_role();

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
