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
