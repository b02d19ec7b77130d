-- As before, without an update of no rows for users that were created in the same transaction: its triggers cost more than this check.
create or replace function bump_user_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed_tenant uuid;
  seen uuid[];
begin
  -- No one has seen generated users yet.
  if audit_is_off() then return null; end if;
  for changed_tenant in select distinct tenant_id from changed_rows loop
    -- Arrays, not joins: before statistics are there a join can look at every user for every change.
    select array_agg(user_id) into seen from app_user
     where tenant_id = changed_tenant
       and user_id = any (array(select distinct user_id from changed_rows where tenant_id = changed_tenant))
       and created_at <> now()
       and user_id::text is distinct from current_setting('steward.deleting', true);
    if seen is not null then
      update app_user set version = version + 1, updated_at = now() where tenant_id = changed_tenant and user_id = any (seen);
    end if;
  end loop;
  return null;
end
$$;
