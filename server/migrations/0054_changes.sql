-- Changes: one row for each transaction that wrote data of a tenant, and the rows behind it as they were and became (docs/adr/050).

create table change_record (
  tenant_id uuid not null,
  occurred_at timestamptz not null default now(),
  change_id uuid not null,
  operation text not null,
  request_id text,
  actor_type text not null,
  actor_id text not null,
  actor_name text not null,
  row_count integer not null,
  is_whole boolean not null,
  lasting text[] not null,
  undo_of uuid,
  constraint change_record_pk primary key (tenant_id, occurred_at, change_id)
) partition by range (occurred_at);
create index change_record_id_idx on change_record (tenant_id, change_id);
create index change_record_undo_idx on change_record (tenant_id, undo_of) where undo_of is not null;
comment on column change_record.is_whole is 'Whether the images have everything that was written, so that it can be put back.';
comment on column change_record.lasting is 'What does not come back when the change is undone.';
create table change_record_default partition of change_record default;
select tenant_table('change_record', grants => 'select');

create table row_image (
  tenant_id uuid not null,
  occurred_at timestamptz not null default now(),
  change_id uuid not null,
  image_id uuid not null default uuidv7(),
  table_name text not null,
  row_key jsonb,
  before jsonb,
  after jsonb,
  has_secrets boolean not null default false,
  constraint row_image_pk primary key (tenant_id, occurred_at, change_id, image_id)
) partition by range (occurred_at);
comment on column row_image.row_key is 'Of an update; a new or deleted row has its key in its image.';
comment on column row_image.before is 'Null for a new row. Of an update only the columns that changed, as in after.';
create table row_image_default partition of row_image default;
select tenant_table('row_image', grants => 'select');

create or replace function create_log_partitions(months_ahead integer default 3, first_month date default current_date) returns integer
language sql set search_path = public, pg_temp as $$
  select count(*) filter (where create_log_partition(parent, month::date))::integer
    from unnest(array['audit_entry', 'system_log', 'change_record', 'row_image']) parent,
         generate_series(date_trunc('month', first_month::timestamp),
                         date_trunc('month', now() at time zone 'UTC') + make_interval(months => months_ahead),
                         interval '1 month') month
$$;

-- Arguments: the table, its key, the columns left out, and those that are secret.
create function write_image() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written_by constant text := current_setting('steward.change_id', true);
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
    insert into row_image (tenant_id, change_id, table_name, after, has_secrets)
    values (new.tenant_id, written_by::uuid, tg_argv[0], image - left_out, tg_argv[3] <> '{}');
  elsif tg_op = 'DELETE' then
    image := to_jsonb(old);
    insert into row_image (tenant_id, change_id, table_name, before, has_secrets)
    values (old.tenant_id, written_by::uuid, tg_argv[0], image - left_out, tg_argv[3] <> '{}');
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
      insert into row_image (tenant_id, change_id, table_name, row_key, before, after, has_secrets)
      values (new.tenant_id, written_by::uuid, tg_argv[0], image - array(select jsonb_object_keys(image) except select unnest(tg_argv[1]::text[])),
              changed_before, changed_after, is_secret);
    end if;
  end if;
  return null;
end
$$;

-- Keeps images of a table. `left_out` are columns that follow from others or that no one sets; secrets are left out, too.
create function keep_images(kept_table text, key_columns text, left_out text default '', secret text default '', update_columns text default '')
returns void language plpgsql set search_path = public, pg_temp as $$
declare
  key_list constant text := format('{%s}', key_columns);
  out_list constant text := format('{%s}', array_to_string(array_remove(array['tenant_id', left_out, secret], ''), ','));
  arguments constant text := format('(%L, %L, %L, %L)', kept_table, key_list, out_list, format('{%s}', secret));
begin
  execute format('create trigger image_row after insert or delete on %I for each row execute function write_image%s', kept_table, arguments);
  if update_columns <> '' then
    execute format('create trigger image_update after update of %s on %I for each row execute function write_image%s',
                   update_columns, kept_table, arguments);
  end if;
end
$$;
revoke execute on function keep_images(text, text, text, text, text) from public;

select keep_images('app_user', 'user_id',
  left_out => 'username_key,password_changed_at,failed_attempts,locked_until',
  secret => 'password_hash',
  update_columns => 'username, email, given_name, family_name, status, user_type, is_disabled, password_hash');
select keep_images('user_group', 'group_id',
  left_out => 'group_name_key,user_count,role_count',
  update_columns => 'group_name, status, managed_by_provider');
select keep_images('group_member', 'group_id,user_id');
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

-- Notes the transaction as a change if it wrote what the audit log has. Returns its id if it can be undone.
create function record_change(changed_tenant uuid, changed_by uuid, changed_operation text, undone uuid, other_tables boolean, sent_mail boolean)
returns uuid
language sql security definer set search_path = public, pg_temp as $$
  insert into change_record (tenant_id, change_id, operation, request_id, actor_type, actor_id, actor_name, row_count, is_whole, lasting, undo_of)
  select changed_tenant, changed_by, changed_operation, actor.request_id, actor.actor_type, actor.actor_id, actor.actor_name,
         images.n, images.n > 0 and not other_tables and not images.is_lasting,
         array_remove(array[case when images.deletes_user then 'passwords' end, case when sent_mail then 'mails' end, case when images.ends_sessions then 'sessions' end], null), undone
    from audit_actor() actor,
         (select count(*)::integer as n,
                 -- New secrets, settings with rules of their own, and keys whose secret is gone can't be put back.
                 coalesce(bool_or(has_secrets and before is not null and after is not null or table_name = 'datastore_entry'
                                  or table_name = 'api_key' and after is null), false) as is_lasting,
                 coalesce(bool_or(table_name = 'app_user' and after is null), false) as deletes_user,
                 coalesce(bool_or(table_name = 'app_user' and before is not null and (after is null or after @> '{"is_disabled": true}')), false)
                   as ends_sessions
            from row_image
           where tenant_id = changed_tenant and occurred_at = now() and change_id = changed_by) images
   where changed_tenant = current_tenant_id()
     and (images.n > 0 or exists (select from audit_entry where tenant_id = changed_tenant and occurred_at = now()))
  returning case when is_whole then change_id end
$$;

select create_log_partitions();
