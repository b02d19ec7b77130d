-- As of: the rows behind changes are found by the records they belong to, and each tenant knows since when it has all of them
-- (docs/adr/056).

alter table tenant add column images_since timestamptz not null default now();
comment on column tenant.images_since is 'From when on each change has images: the earliest moment whose state can be shown.';
drop trigger audit_insert on tenant;
drop trigger audit_update on tenant;
drop trigger audit_delete on tenant;
select audit_entity('tenant', 'Tenant', 'tenant_id', 'tenant_name', left_out => 'images_since');

alter table row_image add column row_id uuid, add column linked_id uuid;
comment on column row_image.row_id is 'The first column of the key, if it is an id.';
comment on column row_image.linked_id is 'The second column of the key, of a link between two records.';
create index row_image_row_idx on row_image (tenant_id, row_id, occurred_at) where row_id is not null;
create index row_image_linked_idx on row_image (tenant_id, linked_id, occurred_at) where linked_id is not null;

-- The ids of a row's key. Settings have none, and an action has no id.
create function image_id_of(image jsonb, key_column text) returns uuid language sql immutable set search_path = public, pg_temp as $$
  select case when key_column in ('user_id', 'group_id', 'role_id', 'api_key_id', 'resource_group_id') then (image ->> key_column)::uuid end
$$;

create or replace function write_image() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written_by constant text := current_setting('steward.change_id', true);
  key_columns constant text[] := tg_argv[1]::text[];
  left_out constant text[] := tg_argv[2]::text[];
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
    values (new.tenant_id, written_by::uuid, tg_argv[0], image_id_of(image, key_columns[1]), image_id_of(image, key_columns[2]),
            image - left_out, tg_argv[3] <> '{}');
  elsif tg_op = 'DELETE' then
    image := to_jsonb(old);
    insert into row_image (tenant_id, change_id, table_name, row_id, linked_id, before, has_secrets)
    values (old.tenant_id, written_by::uuid, tg_argv[0], image_id_of(image, key_columns[1]), image_id_of(image, key_columns[2]),
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
      values (new.tenant_id, written_by::uuid, tg_argv[0], image_id_of(image, key_columns[1]), image_id_of(image, key_columns[2]),
              image - array(select jsonb_object_keys(image) except select unnest(key_columns)), changed_before, changed_after, is_secret);
    end if;
  end if;
  return null;
end
$$;

update row_image
   set row_id = image_id_of(coalesce(row_key, before, after), kept.first_column),
       linked_id = image_id_of(coalesce(row_key, before, after), kept.second_column)
  from (values ('app_user', 'user_id', ''), ('user_group', 'group_id', ''), ('group_member', 'group_id', 'user_id'),
               ('group_role', 'group_id', 'role_id'), ('role', 'role_id', ''), ('role_action', 'role_id', ''),
               ('api_key', 'api_key_id', ''), ('api_key_group', 'api_key_id', 'group_id'), ('resource_group', 'resource_group_id', ''),
               ('resource_group_group', 'resource_group_id', 'group_id')) kept (table_name, first_column, second_column)
 where row_image.table_name = kept.table_name;
