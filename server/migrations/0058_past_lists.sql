-- Lists of the past: users whose place in a list isn't that of the present are found without reading every image (docs/adr/056).

create index row_image_moved_idx on row_image (tenant_id, occurred_at, row_id)
 where table_name = 'app_user' and before is not null
   and (after is null or before ?| array['username', 'email', 'given_name', 'family_name', 'status', 'is_disabled', 'user_type']);

-- Rows of tables with few changes are joined without a key that is known beforehand.
create index row_image_few_idx on row_image (tenant_id, table_name, occurred_at)
 where table_name = any (array['user_group', 'group_role', 'role', 'role_action', 'api_key', 'api_key_group', 'resource_group',
                               'resource_group_group']);

-- Images are written by statements for tables that change in bulk (docs/adr/029), and know the ids of their key by its columns:
-- those of a setting are whose it is.
drop trigger image_row on app_user;
drop trigger image_row on user_group;
drop trigger image_row on group_member;
drop trigger image_row on group_role;
drop trigger image_row on role;
drop trigger image_row on role_action;
drop trigger image_row on api_key;
drop trigger image_row on api_key_group;
drop trigger image_row on resource_group;
drop trigger image_row on resource_group_group;
drop trigger image_row on datastore_entry;
drop trigger image_update on app_user;
drop trigger image_update on user_group;
drop trigger image_update on role;
drop trigger image_update on api_key;
drop trigger image_update on resource_group;
drop trigger image_update on datastore_entry;
drop function keep_images(text, text, text, text, text);

-- Arguments: the table, the columns of its key, those left out, the secret ones, and those with the ids of the key.
create or replace function write_image() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written_by constant text := current_setting('steward.change_id', true);
  key_columns constant text[] := tg_argv[1]::text[];
  left_out constant text[] := tg_argv[2]::text[];
  id_columns constant text[] := tg_argv[4]::text[];
  image jsonb;
  previous jsonb;
  changed_before jsonb;
  changed_after jsonb;
  is_secret boolean := false;
begin
  if coalesce(written_by, '') = '' then return null; end if;
  if current_setting('steward.audit', true) = 'off' and audit_is_off() then return null; end if;
  if tg_op = 'INSERT' then
    image := to_jsonb(new);
    insert into row_image (tenant_id, change_id, table_name, row_id, linked_id, after, has_secrets)
    values (new.tenant_id, written_by::uuid, tg_argv[0], (image ->> id_columns[1])::uuid, (image ->> id_columns[2])::uuid,
            image - left_out, tg_argv[3] <> '{}');
  elsif tg_op = 'DELETE' then
    image := to_jsonb(old);
    insert into row_image (tenant_id, change_id, table_name, row_id, linked_id, before, has_secrets)
    values (old.tenant_id, written_by::uuid, tg_argv[0], (image ->> id_columns[1])::uuid, (image ->> id_columns[2])::uuid,
            image - left_out, tg_argv[3] <> '{}');
  else
    image := to_jsonb(new);
    previous := to_jsonb(old);
    select coalesce(jsonb_object_agg(key, was.value) filter (where key <> all (left_out)), '{}'),
           coalesce(jsonb_object_agg(key, image -> key) filter (where key <> all (left_out)), '{}'),
           coalesce(bool_or(key = any (tg_argv[3]::text[])), false)
      into changed_before, changed_after, is_secret
      from jsonb_each(previous) was
     where was.value is distinct from image -> key and key <> all (array['version', 'updated_at']);
    if changed_before <> '{}' or is_secret then
      insert into row_image (tenant_id, change_id, table_name, row_id, linked_id, row_key, before, after, has_secrets)
      values (new.tenant_id, written_by::uuid, tg_argv[0], (image ->> id_columns[1])::uuid, (image ->> id_columns[2])::uuid,
              image - array(select jsonb_object_keys(image) except select unnest(key_columns)), changed_before, changed_after, is_secret);
    end if;
  end if;
  return null;
end
$$;

-- The same for all rows that a statement inserted or deleted.
create function write_images() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written_by constant text := current_setting('steward.change_id', true);
  is_insert constant boolean := tg_op = 'INSERT';
  left_out constant text[] := tg_argv[2]::text[];
  id_columns constant text[] := tg_argv[4]::text[];
begin
  if coalesce(written_by, '') = '' then return null; end if;
  if current_setting('steward.audit', true) = 'off' and audit_is_off() then return null; end if;
  insert into row_image (tenant_id, change_id, table_name, row_id, linked_id, before, after, has_secrets)
  select (image ->> 'tenant_id')::uuid, written_by::uuid, tg_argv[0], (image ->> id_columns[1])::uuid, (image ->> id_columns[2])::uuid,
         case when not is_insert then image - left_out end, case when is_insert then image - left_out end, tg_argv[3] <> '{}'
    from changed_rows cross join lateral to_jsonb(changed_rows) image;
  return null;
end
$$;

-- Keeps images of a table. `left_out` are columns that follow from others or that no one sets; secrets are left out, too.
create function keep_images(kept_table text, key_columns text, left_out text default '', secret text default '', update_columns text default '',
                            in_bulk boolean default false)
returns void language plpgsql set search_path = public, pg_temp as $$
declare
  key_list constant text[] := string_to_array(key_columns, ',');
  id_list constant text[] := array(select name from unnest(key_list) with ordinality key (name, place) where name like '%\_id' order by place);
  out_list constant text := format('{%s}', array_to_string(array_remove(array['tenant_id', left_out, secret], ''), ','));
  arguments constant text := format('(%L, %L, %L, %L, %L)', kept_table, key_list, out_list, format('{%s}', secret), id_list);
begin
  if in_bulk then
    execute format('create trigger image_insert after insert on %I referencing new table as changed_rows for each statement execute function write_images%s',
                   kept_table, arguments);
    execute format('create trigger image_delete after delete on %I referencing old table as changed_rows for each statement execute function write_images%s',
                   kept_table, arguments);
  else
    execute format('create trigger image_row after insert or delete on %I for each row execute function write_image%s', kept_table, arguments);
  end if;
  if update_columns <> '' then
    execute format('create trigger image_update after update of %s on %I for each row execute function write_image%s',
                   update_columns, kept_table, arguments);
  end if;
end
$$;
revoke execute on function keep_images(text, text, text, text, text, boolean) from public;

select keep_images('app_user', 'user_id', in_bulk => true,
  left_out => 'username_key,password_changed_at,failed_attempts,locked_until',
  secret => 'password_hash',
  update_columns => 'username, email, given_name, family_name, status, user_type, is_disabled, password_hash');
select keep_images('user_group', 'group_id',
  left_out => 'group_name_key,user_count,role_count',
  update_columns => 'group_name, status, managed_by_provider');
select keep_images('group_member', 'group_id,user_id', in_bulk => true);
select keep_images('group_role', 'group_id,role_id');
select keep_images('role', 'role_id', left_out => 'role_name_key', update_columns => 'role_name, description');
select keep_images('role_action', 'role_id,action_name');
select keep_images('api_key', 'api_key_id',
  left_out => 'api_key_name_key,last_used_at,previous_prefix,previous_expires_at,previous_used_at,previous_holder_id',
  secret => 'key_prefix,key_digest,previous_digest',
  update_columns => 'api_key_name, expires_at, holder_id, holder_name, key_digest, previous_digest');
select keep_images('api_key_group', 'api_key_id,group_id');
select keep_images('resource_group', 'resource_group_id',
  left_out => 'resource_group_name_key',
  update_columns => 'resource_group_name, all_access, is_default, resource_group_package_id');
select keep_images('resource_group_group', 'resource_group_id,group_id');
select keep_images('datastore_entry', 'level,level_id,entry_key', update_columns => 'value');
drop function image_id_of(jsonb, text);

update row_image set row_id = (coalesce(row_key, before, after) ->> 'level_id')::uuid where table_name = 'datastore_entry';
comment on column row_image.row_id is 'The first id of the key; of a setting, whose it is.';
comment on column row_image.linked_id is 'The second id of the key, of a link between two records.';

create index row_image_username_idx on row_image (tenant_id, lower(before ->> 'username'), occurred_at)
 where table_name = 'app_user' and before ? 'username';

-- Who has a username, and who had it since. Conditions on it alone would not reach the index behind row-level security.
create function users_called(of_tenant uuid, name text, since timestamptz) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from app_user
   where tenant_id = of_tenant and of_tenant = current_tenant_id() and username_key = lower(name)
   union
  select row_id from row_image
   where tenant_id = of_tenant and of_tenant = current_tenant_id() and table_name = 'app_user' and before ? 'username'
     and lower(before ->> 'username') = lower(name) and occurred_at >= since
$$;
revoke execute on function users_called(uuid, text, timestamptz) from public;
grant execute on function users_called(uuid, text, timestamptz) to steward_app;

-- The links that groups gained and lost since are counted in the index alone.
create index row_image_gained_idx on row_image (tenant_id, row_id, table_name, occurred_at)
 where before is null and table_name = any (array['group_member', 'group_role']);
create index row_image_lost_idx on row_image (tenant_id, row_id, table_name, occurred_at)
 where after is null and table_name = any (array['group_member', 'group_role']);
