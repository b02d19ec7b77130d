-- The audit log and the system log, in partitions by month, and the triggers that write the audit log.

create table audit_entry (
  tenant_id      uuid        not null,
  occurred_at    timestamptz not null default now(),
  audit_entry_id uuid        not null default uuidv7(),
  type           text        not null,
  category       text        not null,
  entity_id      text        not null,
  entity_name    text        not null,
  subject_id     text,
  field_name     text        not null,
  previous_value text,
  current_value  text,
  actor_type     text        not null,
  actor_id       text        not null,
  actor_name     text        not null,
  request_id     text,
  constraint audit_entry_pk primary key (tenant_id, occurred_at, audit_entry_id),
  constraint audit_entry_type_known check (type in ('Create', 'Update', 'Delete'))
) partition by range (occurred_at);
comment on column audit_entry.subject_id is
  'What was put into or taken out of the entity: the user of a membership, the role of a group. Null for plain fields.';
create index audit_entry_category_idx on audit_entry (tenant_id, category, occurred_at, audit_entry_id);
create index audit_entry_type_idx on audit_entry (tenant_id, type, occurred_at, audit_entry_id);
create index audit_entry_actor_idx on audit_entry (tenant_id, actor_id, occurred_at, audit_entry_id);
create index audit_entry_entity_idx on audit_entry (tenant_id, entity_id, occurred_at, audit_entry_id);
create index audit_entry_subject_idx on audit_entry (tenant_id, subject_id, occurred_at, audit_entry_id)
  where subject_id is not null;
select tenant_table('audit_entry', grants => 'select');

create table system_log (
  tenant_id     uuid        not null,
  occurred_at   timestamptz not null default now(),
  system_log_id uuid        not null default uuidv7(),
  kind          text        not null,
  outcome       text        not null,
  user_id       uuid,
  username      text        not null default '',
  address       inet,
  user_agent    text        not null default '',
  request_id    text,
  details       jsonb       not null default '{}',
  constraint system_log_pk primary key (tenant_id, occurred_at, system_log_id),
  constraint system_log_outcome_known check (outcome in ('success', 'failure'))
) partition by range (occurred_at);
create index system_log_kind_idx on system_log (tenant_id, kind, occurred_at, system_log_id);
create index system_log_outcome_idx on system_log (tenant_id, outcome, occurred_at, system_log_id);
create index system_log_user_idx on system_log (tenant_id, user_id, occurred_at, system_log_id);
create index system_log_username_idx on system_log (tenant_id, username, occurred_at, system_log_id);
create index system_log_address_idx on system_log (tenant_id, address, occurred_at, system_log_id);
select tenant_table('system_log', grants => 'select, insert');

-- Rows of months without a partition of their own.
create table audit_entry_default partition of audit_entry default;

create table system_log_default partition of system_log default;

-- Makes the month partitions from `first_month` to `months_ahead` months from now, moving rows out of the default partition.
-- Safe to call at any time and by several processes; returns the number of partitions made.
create function create_log_partitions(months_ahead integer default 3, first_month date default current_date) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  parent text;
  month date;
  partition text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('steward.create_log_partitions'));
  foreach parent in array array['audit_entry', 'system_log'] loop
    for month in select generate_series(date_trunc('month', first_month::timestamp),
                                        date_trunc('month', now() at time zone 'UTC') + make_interval(months => months_ahead),
                                        interval '1 month')::date loop
      partition := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
      continue when to_regclass(partition) is not null;
      execute format('create table %I (like %I including all)', partition, parent);
      execute format('with moved as (delete from %I where occurred_at >= %L and occurred_at < %L returning *) insert into %I select * from moved',
                     parent || '_default', month || ' 00:00Z', (month + interval '1 month')::date || ' 00:00Z', partition);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                     parent, partition, month || ' 00:00Z', (month + interval '1 month')::date || ' 00:00Z');
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
revoke execute on function create_log_partitions from public;

-- True when the owner (never a request) has switched audit off for generated data.
create function audit_is_off() returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  -- Inside a SECURITY DEFINER function current_user is the owner; `role` still says what the caller had become.
  return current_setting('steward.audit', true) = 'off'
     and session_user = current_user
     and current_setting('role') = 'none';
end
$$;

-- Every change of tenant data writes audit entries in the same transaction: one for each field, with the names at that time.
-- Inserts and deletes are read from transition tables, so that a statement costs time in proportion to its rows (docs/adr/029).

-- The actor, from the settings that withTenant makes; other changes are made by the system.
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

-- For updates of the columns that matter, so that a sign-in costs nothing. Arguments as for audit_rows.
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

-- For tables that link two entities: the first is the entity changed, the second is the value.
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

-- Attaches the audit triggers to a table of entities. `update_columns` are the columns whose updates are audited; '' means all.
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
