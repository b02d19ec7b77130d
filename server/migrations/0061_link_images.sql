-- Images of links are found by the gained and the lost, in their indexes alone: one index less to write (docs/adr/056).

drop index row_image_gained_idx;
drop index row_image_lost_idx;
drop index row_image_row_idx;
create index row_image_gained_idx on row_image (tenant_id, row_id, table_name, occurred_at) include (linked_id)
 where before is null and table_name = any (array['group_member', 'group_role']);
create index row_image_lost_idx on row_image (tenant_id, row_id, table_name, occurred_at) include (linked_id)
 where after is null and table_name = any (array['group_member', 'group_role']);
create index row_image_row_idx on row_image (tenant_id, row_id, occurred_at)
 where row_id is not null and table_name <> all (array['group_member', 'group_role']);

-- Memberships change by the thousand: their ids are taken as they are, not read back from the image. The argument is what is left out.
drop trigger image_insert on group_member;
drop trigger image_delete on group_member;
create function write_member_images() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written_by constant text := current_setting('steward.change_id', true);
  left_out constant text[] := tg_argv[0]::text[];
begin
  if coalesce(written_by, '') = '' then return null; end if;
  if current_setting('steward.audit', true) = 'off' and audit_is_off() then return null; end if;
  insert into row_image (tenant_id, change_id, table_name, row_id, linked_id, before, after)
  select tenant_id, written_by::uuid, 'group_member', group_id, user_id,
         case tg_op when 'DELETE' then image end, case tg_op when 'INSERT' then image end
    from changed_rows cross join lateral (select to_jsonb(changed_rows) - left_out as image) kept;
  return null;
end
$$;
create trigger image_insert after insert on group_member referencing new table as changed_rows for each statement execute function write_member_images('{tenant_id}');
create trigger image_delete after delete on group_member referencing old table as changed_rows for each statement execute function write_member_images('{tenant_id}');
