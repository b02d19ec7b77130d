-- Every change of tenant data leaves audit entries in the same transaction: one a field, with the names as they were then.
-- Statements of any size cost time in proportion to their rows: whole statements are read from transition tables, without
-- joining two of them.

-- Who is acting, from the settings withTenant makes; changes made outside it are the system's.
create function audit_actor(out actor_type text, out actor_id text, out actor_name text, out request_id text)
  language sql stable set search_path = public, pg_temp
  return row (
    coalesce(nullif(current_setting('steward.actor_type', true), ''), 'system'),
    coalesce(nullif(current_setting('steward.actor_id', true), ''), 'system'),
    coalesce(nullif(current_setting('steward.actor_name', true), ''), 'Steward'),
    nullif(current_setting('steward.request_id', true), '')
  );

-- The name of a field in the log: password_hash is shown as 'password'.
create function audit_field_name(column_name text) returns text
  language sql immutable parallel safe strict set search_path = public, pg_temp
  return contract_name(regexp_replace(column_name, '_(hash|digest)$', ''));

-- For inserts and deletes. Arguments: category, identifier column, name column, columns left out, columns kept secret.
create function audit_rows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_create constant boolean := tg_op = 'INSERT';
  left_out constant text[] := string_to_array(tg_argv[3], ',') || array['tenant_id', 'version', 'created_at', 'updated_at'];
  secret constant text[] := string_to_array(tg_argv[4], ',');
begin
  if audit_is_off() then return null; end if;
  insert into audit_entry (tenant_id, type, category, entity_id, entity_name, field_name, previous_value, current_value,
                           actor_type, actor_id, actor_name, request_id)
  select (entity.fields ->> 'tenant_id')::uuid, case when is_create then 'Create' else 'Delete' end, tg_argv[0],
         entity.fields ->> tg_argv[1], coalesce(entity.fields ->> tg_argv[2], ''), audit_field_name(field.key),
         case when not is_create then shown.value end, case when is_create then shown.value end,
         actor.actor_type, actor.actor_id, actor.actor_name, actor.request_id
    from audit_actor() actor, changed_rows
         cross join lateral to_jsonb(changed_rows) entity (fields)
         cross join lateral jsonb_each_text(entity.fields) field
         cross join lateral (select case when field.key = any (secret) then '••••' else field.value end) shown (value)
   where field.value <> '' and field.key <> all (left_out);
  return null;
end
$$;

-- For updates, attached with the columns that matter, so that a sign-in costs nothing. Arguments as for audit_rows.
create function audit_update() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  after constant jsonb := to_jsonb(new);
  left_out constant text[] := string_to_array(tg_argv[3], ',') || array['tenant_id', 'version', 'created_at', 'updated_at'];
  secret constant text[] := string_to_array(tg_argv[4], ',');
begin
  if audit_is_off() then return null; end if;
  insert into audit_entry (tenant_id, type, category, entity_id, entity_name, field_name, previous_value, current_value,
                           actor_type, actor_id, actor_name, request_id)
  select new.tenant_id, 'Update', tg_argv[0], after ->> tg_argv[1], coalesce(after ->> tg_argv[2], ''), audit_field_name(key),
         case when key = any (secret) and before.value is not null then '••••' else before.value end,
         case when key = any (secret) and current.value is not null then 'changed' else current.value end,
         actor.actor_type, actor.actor_id, actor.actor_name, actor.request_id
    from audit_actor() actor,
         jsonb_each_text(to_jsonb(old)) before join jsonb_each_text(after) current using (key)
   where before.value is distinct from current.value and key <> all (left_out);
  return null;
end
$$;

-- For tables that tie two entities: the first is the entity changed, the second is the value.
-- Arguments: category, entity table, its key, its name column, field name, value table ('' when the value is a column of the
-- row itself), the value's key column, the value's name column.
create function audit_link() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  value_join text := '';
  value_name text := format('changed.%I', tg_argv[7]);
begin
  if audit_is_off() then return null; end if;
  if tg_argv[5] <> '' then
    value_join := format('left join %I linked on linked.tenant_id = changed.tenant_id and linked.%2$I = changed.%2$I', tg_argv[5], tg_argv[6]);
    value_name := format('linked.%I', tg_argv[7]);
  end if;
  execute format(
    'insert into audit_entry (tenant_id, type, category, entity_id, entity_name, subject_id, field_name, previous_value, current_value,
                              actor_type, actor_id, actor_name, request_id)
     select changed.tenant_id, ''Update'', $1, changed.%1$I::text, coalesce(entity.%2$I, ''''), changed.%3$I::text, $2,
            case when $3 = ''DELETE'' then %4$s end, case when $3 = ''INSERT'' then %4$s end,
            actor.actor_type, actor.actor_id, actor.actor_name, actor.request_id
       from audit_actor() actor, changed_rows changed
            left join %5$I entity on entity.tenant_id = changed.tenant_id and entity.%1$I = changed.%1$I %6$s',
    tg_argv[2], tg_argv[3], tg_argv[6], value_name, tg_argv[1], value_join)
    using tg_argv[0], tg_argv[4], tg_op;
  return null;
end
$$;

-- Attaches the audit triggers to a table of entities. `update_columns` narrows the updates that are looked at; '' means all.
create function audit_entity(entity_table text, category text, key_column text, name_column text,
                             left_out text default '', secret text default '', update_columns text default '') returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  arguments constant text := format('(%L, %L, %L, %L, %L)', category, key_column, name_column, left_out, secret);
begin
  execute format('create trigger audit_insert after insert on %I referencing new table as changed_rows
                  for each statement execute function audit_rows%s', entity_table, arguments);
  execute format('create trigger audit_delete after delete on %I referencing old table as changed_rows
                  for each statement execute function audit_rows%s', entity_table, arguments);
  execute format('create trigger audit_update after update %s on %I for each row when (old.* is distinct from new.*)
                  execute function audit_update%s',
                 case when update_columns <> '' then 'of ' || update_columns else '' end, entity_table, arguments);
end
$$;

-- Attaches the audit triggers to a table of links.
create function audit_links(link_table text, category text, entity_table text, entity_key text, entity_name text,
                            field_name text, value_table text, value_key text, value_name text) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  arguments constant text := format('(%L, %L, %L, %L, %L, %L, %L, %L)',
    category, entity_table, entity_key, entity_name, field_name, value_table, value_key, value_name);
begin
  execute format('create trigger audit_insert after insert on %I referencing new table as changed_rows
                  for each statement execute function audit_link%s', link_table, arguments);
  execute format('create trigger audit_delete after delete on %I referencing old table as changed_rows
                  for each statement execute function audit_link%s', link_table, arguments);
end
$$;

select audit_entity('tenant', 'Tenant', 'tenant_id', 'tenant_name');
select audit_entity('app_user', 'User', 'user_id', 'username',
  left_out => 'user_id,username_key,search_text,password_changed_at,failed_attempts,locked_until,last_sign_in_at',
  secret => 'password_hash',
  update_columns => 'username, email, given_name, family_name, status, user_type, is_disabled, password_hash');
select audit_entity('user_group', 'Group', 'group_id', 'group_name',
  left_out => 'group_id,group_name_key,user_count,role_count',
  update_columns => 'group_name, status, managed_by_provider, is_reserved');
select audit_entity('role', 'Role', 'role_id', 'role_name', left_out => 'role_id,role_name_key',
  update_columns => 'role_name, description, is_reserved, is_administrator');
select audit_entity('api_key', 'API key', 'api_key_id', 'api_key_name',
  left_out => 'api_key_id,api_key_name_key,created_by,created_by_name,last_used_at', secret => 'key_digest',
  update_columns => 'api_key_name, key_prefix, key_digest, expires_at');
select audit_entity('federation_config', 'Single sign-on', 'tenant_id', 'provider_name', secret => 'client_secret');
select audit_entity('datastore_entry', 'Setting', 'entry_key', 'entry_key');
select audit_entity('application_license', 'Licence', 'license_id', 'product_code', left_out => 'license_id');
select audit_entity('data_entitlement', 'Data entitlement', 'entitlement_id', 'product_code', left_out => 'entitlement_id');
select audit_entity('model_entitlement', 'Model entitlement', 'entitlement_id', 'product_name', left_out => 'entitlement_id');
select audit_entity('company_quota', 'Quota', 'product_code', 'quota_name');
select audit_entity('feature_flag_override', 'Feature flag', 'flag_name', 'flag_name');
select audit_entity('resource_group', 'Resource group', 'resource_group_id', 'resource_group_name',
  left_out => 'resource_group_id,resource_group_name_key');

select audit_links('group_member', 'Group', 'user_group', 'group_id', 'group_name', 'usernames', 'app_user', 'user_id', 'username');
select audit_links('group_role', 'Group', 'user_group', 'group_id', 'group_name', 'roles', 'role', 'role_id', 'role_name');
select audit_links('role_action', 'Role', 'role', 'role_id', 'role_name', 'actions', '', 'action_name', 'action_name');
select audit_links('api_key_group', 'API key', 'api_key', 'api_key_id', 'api_key_name', 'groups', 'user_group', 'group_id', 'group_name');
select audit_links('resource_group_group', 'Resource group', 'resource_group', 'resource_group_id', 'resource_group_name', 'groups', 'user_group', 'group_id', 'group_name');
