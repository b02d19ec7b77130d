-- Lists of the past: users whose place in a list isn't that of the present are found without reading every image (docs/adr/056).

create index row_image_moved_idx on row_image (tenant_id, occurred_at, row_id)
 where table_name = 'app_user' and before is not null
   and (after is null or before ?| array['username', 'given_name', 'family_name', 'status', 'user_type']);

-- Rows of tables with few changes are joined without a key that is known beforehand.
create index row_image_few_idx on row_image (tenant_id, table_name, occurred_at)
 where table_name = any (array['user_group', 'group_role', 'role', 'role_action', 'api_key', 'api_key_group', 'resource_group',
                               'resource_group_group']);

-- Settings belong to the tenant or to a person.
create or replace function image_id_of(image jsonb, key_column text) returns uuid language sql immutable set search_path = public, pg_temp as $$
  select case when key_column in ('user_id', 'group_id', 'role_id', 'api_key_id', 'resource_group_id') then (image ->> key_column)::uuid
              when key_column = 'level' then (image ->> 'level_id')::uuid end
$$;
update row_image set row_id = image_id_of(coalesce(row_key, before, after), 'level') where table_name = 'datastore_entry';
comment on column row_image.row_id is 'The first column of the key, if it is an id; of a setting, whose it is.';

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
