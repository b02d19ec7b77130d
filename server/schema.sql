-- The schema after all migrations: everything in it, in an order in which it can be run on an empty database.
-- Written by dump-schema.ts from the catalogs; change it by a migration.

set check_function_bodies = off;

do $$
begin
  if not exists (select from pg_roles where rolname = 'steward_app') then create role steward_app nologin noinherit; end if;
end
$$;

grant usage on schema public to steward_app;

create extension if not exists btree_gin;

CREATE OR REPLACE FUNCTION public.add_background_jobs(task text, payloads jsonb, job_key text DEFAULT NULL::text, max_attempts integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select queue_background_jobs(task, payloads, job_key, max_attempts, null)
$function$;
revoke execute on function add_background_jobs(text,jsonb,text,integer) from public;
grant execute on function add_background_jobs(text,jsonb,text,integer) to steward_app;

CREATE OR REPLACE FUNCTION public.add_counts(a bigint[], b bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) order by i), '{}') from unnest(a, b) with ordinality as t (x, y, i)
$function$;

CREATE OR REPLACE FUNCTION public.audit_actor(OUT actor_type text, OUT actor_id text, OUT actor_name text, OUT request_id text)
 RETURNS record
 LANGUAGE sql
 STABLE
RETURN ROW(COALESCE(NULLIF(current_setting('steward.actor_type'::text, true), ''::text), 'system'::text), COALESCE(NULLIF(current_setting('steward.actor_id'::text, true), ''::text), 'system'::text), COALESCE(NULLIF(current_setting('steward.actor_name'::text, true), ''::text), 'Steward'::text), NULLIF(current_setting('steward.request_id'::text, true), ''::text));

CREATE OR REPLACE FUNCTION public.audit_entity(entity_table text, category text, key_column text, name_column text, left_out text DEFAULT ''::text, secret text DEFAULT ''::text, update_columns text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.audit_is_off()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Inside a SECURITY DEFINER function current_user is the owner; `role` still says what the caller had become.
  return current_setting('steward.audit', true) = 'off'
     and session_user = current_user
     and current_setting('role') = 'none';
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  value_join text := '';
  value_name text;
begin
  if audit_is_off() then return null; end if;
  if tg_argv[1] = 'user_group' and tg_argv[5] = 'app_user' then
    insert into audit_entry (tenant_id, type, category, entity_id, entity_name, subject_id, field_name, previous_value, current_value,
                             actor_type, actor_id, actor_name, request_id)
    select changed.tenant_id, 'Update', tg_argv[0], changed.group_id::text, coalesce(entity.group_name, ''), changed.user_id::text, tg_argv[4],
           case when tg_op = 'DELETE' then linked.username end, case when tg_op = 'INSERT' then linked.username end,
           actor.actor_type, actor.actor_id, actor.actor_name, actor.request_id
      from audit_actor() actor, changed_rows changed
           left join user_group entity on entity.tenant_id = changed.tenant_id and entity.group_id = changed.group_id
           left join app_user linked on linked.tenant_id = changed.tenant_id and linked.user_id = changed.user_id;
    return null;
  end if;
  value_name := format('changed.%I', tg_argv[7]);
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
$function$;

CREATE OR REPLACE FUNCTION public.audit_links(link_table text, category text, entity_table text, entity_key text, entity_name text, field_name text, value_table text, value_key text, value_name text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  arguments constant text := format('(%L, %L, %L, %L, %L, %L, %L, %L)',
    category, entity_table, entity_key, entity_name, field_name, value_table, value_key, value_name);
begin
  execute format('create trigger audit_insert after insert on %I referencing new table as changed_rows
                  for each statement execute function audit_link%s', link_table, arguments);
  execute format('create trigger audit_delete after delete on %I referencing old table as changed_rows
                  for each statement execute function audit_link%s', link_table, arguments);
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_provisioned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  enterprise constant text := 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  some_row constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  before jsonb := '{}';
  after jsonb := '{}';
  entity_name text;
begin
  if audit_is_off() then return null; end if;
  if tg_op <> 'INSERT' then before := coalesce(to_jsonb(old) -> 'attributes', '{}') || jsonb_build_object('externalId', old.external_id); end if;
  if tg_op <> 'DELETE' then after := coalesce(to_jsonb(new) -> 'attributes', '{}') || jsonb_build_object('externalId', new.external_id); end if;
  before := before - enterprise || coalesce(before -> enterprise, '{}');
  after := after - enterprise || coalesce(after -> enterprise, '{}');
  execute format('select %I from %I where tenant_id = $1 and %I = $2', tg_argv[3], tg_argv[1], tg_argv[2])
    into entity_name using (some_row ->> 'tenant_id')::uuid, (some_row ->> tg_argv[2])::uuid;
  insert into audit_entry (tenant_id, type, category, entity_id, entity_name, field_name, previous_value, current_value,
                           actor_type, actor_id, actor_name, request_id)
  select (some_row ->> 'tenant_id')::uuid, 'Update', tg_argv[0], some_row ->> tg_argv[2], coalesce(entity_name, ''), field,
         before ->> field, after ->> field, actor.actor_type, actor.actor_id, actor.actor_name, actor.request_id
    from audit_actor() actor, (select jsonb_object_keys(before || after) as field) fields
   where before ->> field is distinct from after ->> field;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_create constant boolean := tg_op = 'INSERT';
  left_out constant text[] := string_to_array(tg_argv[3], ',') || array['tenant_id', 'version', 'created_at', 'updated_at'];
  secret constant text[] := string_to_array(tg_argv[4], ',');
begin
  if audit_is_off() or not exists (select from changed_rows) then return null; end if;
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
$function$;

CREATE OR REPLACE FUNCTION public.audit_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.bump_provisioned_group()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update user_group set version = version + 1, updated_at = now()
   where tenant_id = new.tenant_id and group_id = new.group_id and created_at <> now();
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.bump_provisioned_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update app_user set version = version + 1, updated_at = now()
   where tenant_id = new.tenant_id and user_id = new.user_id and created_at <> now();
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.bump_role_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update role set version = version + 1, updated_at = now()
    from (select distinct tenant_id, role_id from changed_rows) changes
   where role.tenant_id = changes.tenant_id and role.role_id = changes.role_id
     and role.role_id::text is distinct from current_setting('steward.deleting', true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.bump_user_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.bump_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_user_search_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  words text[];
  counts integer[];
begin
  delete from user_search_key k using user_search_keys(old.given_name, old.family_name, old.email, old.username) keys
   where k.tenant_id = old.tenant_id and k.search_key = keys.search_key and k.user_id = old.user_id;
  insert into user_search_key (tenant_id, search_key, user_id, username_key, shared, word)
  select new.tenant_id, keys.search_key, new.user_id, new.username_key, keys.shared, keys.word
    from user_search_keys(new.given_name, new.family_name, new.email, new.username) keys;
  select array_agg(word), array_agg(n) into words, counts
    from (select word, sum(change)::integer
            from (select word, -1 as change from user_search_keys(old.given_name, old.family_name, old.email, old.username)
                  union all
                  select word, 1 from user_search_keys(new.given_name, new.family_name, new.email, new.username)) changes
           where word is not null group by word having sum(change) <> 0) changed (word, n);
  if words is not null then
    perform count_search_words(array_fill(new.tenant_id, array[cardinality(words)]), words, counts);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_last_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.contract_name(column_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (lower("left"(column_name, 1)) || substr(replace(initcap(replace(column_name, '_'::text, ' '::text)), ' '::text, ''::text), 2));

CREATE OR REPLACE FUNCTION public.count_group_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update user_group set user_count = user_group.user_count + changes.change
    from (select tenant_id, group_id, case when tg_op = 'INSERT' then count(*) else - count(*) end as change
            from changed_rows group by 1, 2) changes
   where user_group.tenant_id = changes.tenant_id and user_group.group_id = changes.group_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_group_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update user_group set role_count = user_group.role_count + changes.change
    from (select tenant_id, group_id, case when tg_op = 'INSERT' then count(*) else - count(*) end as change
            from changed_rows group by 1, 2) changes
   where user_group.tenant_id = changes.tenant_id and user_group.group_id = changes.group_id
     and user_group.group_id::text is distinct from current_setting('steward.deleting', true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_provisioning_failure()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into event_day (tenant_id, day, event, slot, n)
  values (new.tenant_id, (new.occurred_at at time zone 'UTC')::date, 'provisioning_failed', pg_backend_pid() % 8, 1)
  on conflict on constraint event_day_pk do update set n = event_day.n + 1;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  counted bigint;
begin
  insert into row_count (tenant_id, table_name, n)
  values (case when tg_op = 'INSERT' then new.tenant_id else old.tenant_id end, tg_argv[0], case when tg_op = 'INSERT' then 1 else -1 end)
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n
  returning n into counted;
  if tg_nargs > 1 and tg_op = 'INSERT' and counted > tg_argv[1]::bigint then
    raise exception 'At most % rows of % a tenant.', tg_argv[1], tg_argv[0]
      using errcode = 'check_violation', constraint = tg_argv[0] || '_limit', table = tg_argv[0];
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_search_words(tenants uuid[], words text[], counts integer[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with given as (
    select * from unnest(tenants, words, counts) given (tenant_id, word, n)
  ), free as materialized (
    select w.tenant_id, w.word from user_search_word w join given g on g.tenant_id = w.tenant_id and g.word = w.word collate "C"
     where w.slot = 0 for no key update of w skip locked
  )
  insert into user_search_word (tenant_id, word, slot, n)
  select g.tenant_id, g.word,
         case when exists (select from user_search_word w where w.tenant_id = g.tenant_id and w.word = g.word collate "C" and w.slot = 0)
                   and not exists (select from free f where f.tenant_id = g.tenant_id and f.word = g.word collate "C")
              then 1 + pg_backend_pid() % 16 else 0 end, g.n
    from given g order by g.tenant_id, g.word collate "C"
  on conflict on constraint user_search_word_pk do update set n = user_search_word.n + excluded.n
$function$;
revoke execute on function count_search_words(uuid[],text[],integer[]) from public;

CREATE OR REPLACE FUNCTION public.count_system_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into event_day (tenant_id, day, event, slot, n)
  values (new.tenant_id, (new.occurred_at at time zone 'UTC')::date, new.kind, pg_backend_pid() % 8, 1)
  on conflict on constraint event_day_pk do update set n = event_day.n + 1;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_system_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into system_log_hour (tenant_id, hour, kind, outcome, n)
  select tenant_id, date_trunc('hour', occurred_at, 'UTC'), kind, outcome, count(*) from new_rows group by 1, 2, 3, 4;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_user_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own_slot constant smallint := pg_backend_pid() % 16;
begin
  insert into row_count (tenant_id, table_name, facet, slot, n)
  select tenant_id, 'app_user', facet, own_slot, sum(change)
    from (select tenant_id, user_facet(user_type, status, is_disabled), -1 from old_rows
          union all
          select tenant_id, user_facet(user_type, status, is_disabled), 1 from new_rows) changes (tenant_id, facet, change)
   group by tenant_id, facet having sum(change) <> 0 order by tenant_id, facet
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  insert into row_count (tenant_id, table_name, facet, slot, n)
  select tenant_id, 'app_user_never', user_type, own_slot, sum(change)
    from (select tenant_id, user_type, -1 from old_rows
           where last_sign_in_at is null and not is_disabled and status <> 'FORCE_CHANGE_PASSWORD'
          union all
          select tenant_id, user_type, 1 from new_rows
           where last_sign_in_at is null and not is_disabled and status <> 'FORCE_CHANGE_PASSWORD') changes (tenant_id, user_type, change)
   group by tenant_id, user_type having sum(change) <> 0 order by tenant_id, user_type
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own_slot constant smallint := pg_backend_pid() % 16;
begin
  insert into row_count (tenant_id, table_name, facet, slot, n)
  select tenant_id, 'app_user', user_facet(user_type, status, is_disabled), own_slot,
         case when tg_op = 'INSERT' then count(*) else - count(*) end
    from changed_rows group by 1, 3 order by 1, 3
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  insert into row_count (tenant_id, table_name, facet, slot, n)
  select tenant_id, 'app_user_never', user_type, own_slot, case when tg_op = 'INSERT' then count(*) else - count(*) end
    from changed_rows
   where last_sign_in_at is null and not is_disabled and status <> 'FORCE_CHANGE_PASSWORD' group by 1, 3 order by 1, 3
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_log_partition(parent text, month date)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  partition constant text := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
  first constant text := month || ' 00:00Z';
  next constant text := (month + interval '1 month')::date || ' 00:00Z';
begin
  perform pg_advisory_xact_lock(hashtext('steward.create_log_partitions'));
  if to_regclass(partition) is not null then return false; end if;
  execute format('create table %I (like %I including all)', partition, parent);
  execute format('with moved as (delete from %I where occurred_at >= %L and occurred_at < %L returning *) insert into %I select * from moved',
                 parent || '_default', first, next, partition);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition, first, next);
  return true;
end
$function$;
revoke execute on function create_log_partition(text,date) from public;

CREATE OR REPLACE FUNCTION public.create_log_partitions(months_ahead integer DEFAULT 3, first_month date DEFAULT CURRENT_DATE)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*) filter (where create_log_partition(parent, month::date))::integer
    from unnest(array['audit_entry', 'system_log', 'change_record', 'row_image']) parent,
         generate_series(date_trunc('month', first_month::timestamp),
                         date_trunc('month', now() at time zone 'UTC') + make_interval(months => months_ahead),
                         interval '1 month') month
$function$;
revoke execute on function create_log_partitions(integer,date) from public;

CREATE OR REPLACE FUNCTION public.csv_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select nullif(case when ascii(value) in (61, 43, 45, 64, 9, 13, 124) then '''' || value else value end, '')
$function$;

CREATE OR REPLACE FUNCTION public.csv_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;

CREATE OR REPLACE FUNCTION public.current_tenant_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (current_setting('steward.tenant_id'::text))::uuid;

CREATE OR REPLACE FUNCTION public.delete_api_key_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from api_key_group where tenant_id = old.tenant_id and api_key_id = old.api_key_id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_group_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.is_reserved then
    raise exception 'Group % is reserved.', old.group_name
      using errcode = 'check_violation', constraint = 'user_group_reserved', table = 'user_group';
  end if;
  perform set_config('steward.deleting', old.group_id::text, true);
  delete from group_role where tenant_id = old.tenant_id and group_id = old.group_id;
  delete from api_key_group where tenant_id = old.tenant_id and group_id = old.group_id;
  delete from resource_group_group where tenant_id = old.tenant_id and group_id = old.group_id;
  perform set_config('steward.deleting', '', true);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_resource_group_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from resource_group_group where tenant_id = old.tenant_id and resource_group_id = old.resource_group_id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_role_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.is_reserved then
    raise exception 'Role % is reserved.', old.role_name
      using errcode = 'check_violation', constraint = 'role_reserved', table = 'role';
  end if;
  perform set_config('steward.deleting', old.role_id::text, true);
  delete from group_role where tenant_id = old.tenant_id and role_id = old.role_id;
  delete from role_action where tenant_id = old.tenant_id and role_id = old.role_id;
  perform set_config('steward.deleting', '', true);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_scim_group()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from scim_group where tenant_id = old.tenant_id and group_id = old.group_id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_scim_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from scim_user where tenant_id = old.tenant_id and user_id = old.user_id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_user_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform set_config('steward.deleting', old.user_id::text, true);
  delete from group_member where tenant_id = old.tenant_id and user_id = old.user_id;
  perform set_config('steward.deleting', '', true);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_vintage_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from rate_upload where tenant_id = old.tenant_id and currency_vintage_id = old.currency_vintage_id;
  delete from currency_vintage_currency where tenant_id = old.tenant_id and currency_vintage_id = old.currency_vintage_id;
  delete from currency_rate where tenant_id = old.tenant_id and currency_vintage_id = old.currency_vintage_id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.fold_letters(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (value ~ '[^ -~]'::text) THEN translate(replace(replace(replace(replace(lower(NORMALIZE(regexp_replace(NORMALIZE(replace(value, '´'::text, ''''::text), NFKD), '[̀-ͯ]'::text, ''::text, 'g'::text), NFC)), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'øđðłħŧıςァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ'::text, 'oddlhtiσぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ'::text) ELSE lower(value) END;

CREATE OR REPLACE FUNCTION public.fold_look_alikes(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(value, 'ߺ‐‒–۔⁃Ⲻ؍٫‚ꓹ⸲٬⸵։܃܄᛬᠃᠉⁚׃ːꓽǃⵑʔɁॽᎮꛫ⸮܁܂꘎𐩐٠۰ꓸ・᛫⸱𐄁•‧ꞏᐧ꠰❨❲〔﴾❩❳〕﴿❴❵〚〛⟨〈く𡿨⟩〉⸿⁎٭𐌟᜵⁁〳Ⳇノ丿ꝸ૰𑂻𑇇𑇛៙៕៚ˆ꙾。⸰𞣌𑢨᛭𐊛‹❮ᐸᚲ᐀⹀゠꓿›❯ᐳ𖼿⁓𞣈⸫⸪⸬𑇞⧙ൎ—―ꟷᅳ一᭜꧆𑓑೧ၥꝚƧϨꙄᒿꛯꧏ۲૨𑓒೨ꞫȜƷꝪⳌЗӠ𖼻𑣊۳𞣉૩Ꮞ𑢯۴૪Ƽ𑢻ⳒбᏮ𑣕۶𑓖𐓒𑣆৪੪𞣋ȣȢ𐌚૮੧୨৭൭ꝮⳊ𑣌𑢬𑣖१𑣤۹೯ɑαаΑАᎪᗅꓮ𖽀𐊠ǎǍȧȦꭺᗄꓯ𐐟ƄЬᏏᑲᖯꞴΒВᏴᗷꓐ𐊂𐊡𐌁ᑳвᏼᴄⲥсꮯ𐐽𑣲𑣩ⲤСᏟꓚ𐊢𐌂𐐕𐔜ɛεⲉєԑꮛ𑣎𐐩ⲈЄͽϿԁᏧᑯꓒᎠᗞᗪꓓꭰ⸹δծᕷꬲеҽΕЕⴹᎬꓰ𑢦𑢮𐊆ěĚҿꭼəәⴺꓱӘԐᏋ𖼭𐐁ᴈз𐑂ꞝ𐐪ꬵꞙẝքꞘϜᖴꓝ𑣂𑢢𐊇𐊥𐔥ᖵꓞᖷɡᶃƍցԌᏀᏳꓖǧǦǵԍꮐᏻһհᏂΗⲎНᎻᕼꓧ𐋏нꮋԊꮀͰᎨᎰꚱꞕıɪɩιіꙇӏꭵᎥ𑣃ǐǏϳјꞲͿЈᎫᒍꓙյꭻΚⲔКᏦᛕꓗ𐔘׀١۱𐌠𞣇ƖǀΙⲒІӀוןاߊⵏᛁꓲ𖼨𐊊𐌉ⳐᏞᒪꓡ𖼖𑢣𑢲𐐛𐔦ⳑꮮ𐑃ΜϺⲘМᎷᗰᛖꓟ𐊰𐌑ոռΝⲚꓠ𐔓ͷи𐑍ņ०੦૦௦౦೦൦๐໐၀٥۵ᴏᴑꬽοσⲟоჿօסهھہەഠဝ𐓪𑣈𑣗𐐬߀০୦〇𑓐𑣠ΟⲞОՕⵔዐଠ𐓂ꓳ𑢵𐊒𐊫𐐄𐔖ǒǑۿŐꭴↄᴐͻ𐑋ↃϽꓛ𐐣𐐿ρⲣрΡⲢРᏢᑭꓑ𐊕ᴩꮲφⲫфԛգզⵕᶐᴋκⲕкꮶꭇꭈᴦⲅгꮁƦᎡᏒ𐒴ᖇꓣ𖼵𑣣𑜀ꭱꮢяꜱƽѕꮪ𑣁𐑈ЅՏᏕᏚꓢ𖼺𐊖𐐠ꞵβᏰꭍΣⵉΤⲦТᎢꓔ𖼊𑢼𐊗𐊱𐌕ȚႠτтꭲţțᎿꞟᴜꭎꭒʋυս𐓶𑣘Սሀ𐓎ᑌꓴ𖽂𑢸ǔǓṃպሣᘮᘴᴠνѵט𑜆ꮩ𑣀٧۷ѴⴸᏙᐯꛟꓦ𖼈𑢠𐔝ᴧ𐓘٨۸ΛЛⴷ𐒰ᐱꛎꓥ𖼽𐊍ɯᴡѡԝա𑜊𑜎𑜏ꮃ𑣯𑣦ԜᎳᏔꓪ𑓅ᴍмꮇ᙮хᕁᕽ𐌢𑣬ꞳΧⲬХⵝᚷꓫ𐊐𐊴𐌗𐔧ɣᶌʏỿꭚγуүყ𑣜ΥⲨУҮᎩᎽꓬ𖽃𑢤𐊲ʒꝫⳍӡჳᴢꮓ𑣄𐋵𑣥ΖᏃꓜ𑢩ƿϸϷ𐓄ᴤϩꙅьꮟꭾꛍꙨⵙ𐓃ⲄГᎱᒥ𖼇Ⲇⵠᐃ𖼚𐊅𐊣ⳤⲖ𐓛ᴨпⲠПꛛ𐊭𐌒ϛⲪФՓቀᛰ𐊳ꭓꭕⲭѱ𐓹ⲮѰ𐓑ᛘ𐊵ꞷⲱꙍᘯᘵ𐊶ⳜͶꚡ𐐥Йѝ𐒼ᴫꭠ𐓫𐓍ᏇᗯꞶӌӋⲽⲼ𖼜ꦒኔበᑎꓵʿېࢩݧöۃ𐋡𐋲𐋨ڧࢻٯࢼکڪݢࢰۂ𐋤ࢱٮںࢽيیے𐊸⁞⸽⁝ՄՌԻՊઽ𑇜𑒒𑒔𑒖𑒘𑒙𑒛𑒪𑒞𑒟𑒠𑒡𑒢𑒣𑒩𑒧𑒨𑒫𑒝𑒭𑒮𑓄௮ர௨ഉ௭ஜജ௧௪ണ௰ഴശಅಆಇಒಜಞಣಯಱಲൡറ෪෫𑗘𑗙𑗚𑗛ฃดตมຈซฏทບປຝພຟฦຍ។ๅཪឣ᧐᧑᪀᪐꩓꩖᭒᭓᭘ꦣᢖᡕῶᓑᕀ⸧⸦ᘃᘂᘄᘇᘢᘣᘤꓷꓭᣛꚰᛡᛂⵣ𑢷𐊔𐓐𐳼𐳺ᆨᆫᆮᆯᆷᆸᆺᆼᆽᆾᆿᇀᇁᇂᇫᇰᇹヘꞱꞞ𖼦𐐑ꚚꞛꞚ𐒠𐏑𐏓𒀸𓋹ᅵニイ倂值ハカトロ囗䎛啟士㦳填壿タ嬀エ帲戸搉曶晩肦胐胊脁胶脧幐䐠膧柿槩樧潙鿃晣硏絶腁朦蔿虁詽訞讏豣趆跺躛輧郞鎮隸鹃黒'::text, '_------,,,,،،؛::::::::::!!?????؟.......········।(((()))){}⟦⟧❬❬❬❬❭❭¶***//////&॰॰॰꣼๏๚๛^ˇ˳°∂∇++<<<<====>>>>~∠∴∵∷≈⦚ॱーーーーー᭐꧐১౧၁222222٢٢२২౨333333333٣٣३44٤४556666٦৬77888888८999999999٩٩٩౯aaaaaaaaaaăăååᴀɐɐɒbbbbbbbbbbbbbbḃʙʙcccccccccccccccꞓꞓꞓꞓꞓꞓꞓꞓꞓꞓꜿꜿddddddddᴅẟẟẟẟeeeeeeeeeeeĕĕęᴇǝǝǝǝǝꞓꞓꞓꞓɜɜɞʚʚfffffffffffffⅎⅎꟻggggggggğğģɢɢɢhhhhhhhhhhʜʜƕⱶⱶⱶⱶⱶꜧiiiiiiiiiiĭĭjjjjjjjjȷᴊkkkkkkkllllllllllllllllllllllllllllllʟʟʟmmmmmmmmmmnnnnnnᴎᴎᴎɲooooooooooooooooooooooooooooooooooooooooooooooooooooŏŏôةơɔɔɔɔɔɔɔɔɷppppppppppᴘᴘɸɸɸqqqqɋĸĸĸĸĸrrrrrrrrrrrrrmmʀʀᴙssssssssssssssßßßʃʃʃttttttttttƫꞇᴛᴛᴛƫƫƫuuuuuuuuuuuuuuuuŭŭꭑɰɰʊʊvvvvvvvvvvvvvvvvvvʌʌʌʌʌʌʌʌʌʌʌʌʌwwwwwwwwwwwwwwwẇʍʍʍxxxxxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyȝȝȝȝȝzzzzzzzzzþþþþƨƨƨƅƅɂʡʘʘʘyyyyyẟẟẟẟẟẟϗλλπππππϙϙςɸɸɸɸɸɸχχχψψψψψψψωωωωωωϭᴎᴎᴎййӄлљꙩћwwωҷҷшшꙙⰿձnnnՙٻݔݔةةدصطفڡڡڡككڬگۀووىىىىىىⵀⵂⵂⵗሆቡኮጣऽꣻঘচজঞটডণতথদধনপবমযরলষসঽஅஈஉஉஎஐஐகசணயழஶఅఆఇఒజఞణయఱలഞരජද𑖂𑖂𑖃𑖄ขคคฆจชฎฑบปฝพฟภยฯาརអᦞᦱᩅᩅꨁꨣᬍᬑᬨꦝᡜᠵꮿᐡᐩᑐᑕᒉᒐᓓᓚᕃᕆᕊᗡᙠᣵᚹᚼᚽᛯᛜᛜᛦ𐳂𐳥ᄀᄂᄃᄅᄆᄇᄉᄋᄌᄎᄏᄐᄑᄒᅀᅌᅙへꓕꓤꓶꓶ𐊨𐐺𐐺𐒆𐎂𐎓𐎚𐦞丨二亻併値八力卜口口㖈啓土㘽塡墫夕媯工帡戶㩁㫚晚朌朏朐朓㬵朘㬺㬻朣杮㮣榝溈䀹䀿研絕胼䑃蒍蘷訮䚶讆豜赿跥躗軿郎鎭隷鹂黑'::text);

CREATE OR REPLACE FUNCTION public.forget_sign_in_failures(account_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from sign_in_throttle
   where throttle_key = account_key or (throttle_key ~>=~ (account_key || ':') and throttle_key ~<~ (account_key || ';'))
$function$;
revoke execute on function forget_sign_in_failures(text) from public;
grant execute on function forget_sign_in_failures(text) to steward_app;

CREATE OR REPLACE FUNCTION public.fragment_words(of_tenant uuid, typed text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  most_compared constant integer := 100000;
  most_words constant integer := 500;
  needle constant text := search_needle(typed);
begin
  if needle !~ '^[[:alpha:]]{3,}$' then return null; end if;
  if exists (select from user_search_key
              where tenant_id = of_tenant and search_key >= needle collate "C" and search_key < (needle || U&'\+10FFFF') collate "C") then
    return null;
  end if;
  return array(select word from (select word, n from user_search_word where tenant_id = of_tenant limit most_compared) compared
                where position(needle in word) > 0
                group by word having sum(n) > 0 order by sum(n) desc, word limit most_words);
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_administrators(guarded_tenant uuid, lost_active boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into administrator_guard (tenant_id, active_lost) values (guarded_tenant, lost_active)
  on conflict on constraint administrator_guard_pk
  do update set active_lost = excluded.active_lost, changes = administrator_guard.changes + 1
$function$;
revoke execute on function guard_administrators(uuid,boolean) from public;

CREATE OR REPLACE FUNCTION public.guard_group(guarded_tenant uuid, guarded_group uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select guard_administrators(guarded_tenant, bool_or(is_active_user(u.status, u.is_disabled)))
    from group_member m join app_user u on u.tenant_id = m.tenant_id and u.user_id = m.user_id and not u.is_disabled
   where m.tenant_id = guarded_tenant and m.group_id = guarded_group
  having count(*) > 0
$function$;
revoke execute on function guard_group(uuid,uuid) from public;

CREATE OR REPLACE FUNCTION public.guard_group_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform guard_group(g.tenant_id, g.group_id)
    from role r join user_group g on g.tenant_id = r.tenant_id
   where r.tenant_id = old.tenant_id and r.role_id = old.role_id and r.is_administrator
     and g.group_id = old.group_id and g.status = 'Enabled';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_group_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform guard_group(new.tenant_id, new.group_id)
    from group_role gr join role r on r.tenant_id = gr.tenant_id and r.role_id = gr.role_id and r.is_administrator
   where gr.tenant_id = new.tenant_id and gr.group_id = new.group_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.guard_membership()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.guard_user_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.is_active_user(status text, is_disabled boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((NOT is_disabled) AND (status <> 'FORCE_CHANGE_PASSWORD'::text));

CREATE OR REPLACE FUNCTION public.join_names(folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (folded ~ '[^ -~]'::text) THEN regexp_replace(folded, '([\u3005-\u3007\u3041-\u309F\u30FC\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\U00020000-\U0003FFFF]) (?=[\u3005-\u3007\u3041-\u309F\u30FC\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\U00020000-\U0003FFFF])'::text, '\1'::text, 'g'::text) ELSE folded END;

CREATE OR REPLACE FUNCTION public.keep_images(kept_table text, key_columns text, left_out text DEFAULT ''::text, secret text DEFAULT ''::text, update_columns text DEFAULT ''::text, in_bulk boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
revoke execute on function keep_images(text,text,text,text,text,boolean) from public;

CREATE OR REPLACE FUNCTION public.maintain_usage_partitions(months_ahead integer DEFAULT 3, keep_days integer DEFAULT 400)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  oldest timestamp := (now() at time zone 'UTC') - make_interval(days => keep_days);
  first_month timestamp;
  month timestamp;
  partition text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('steward.maintain_usage_partitions'));
  for partition in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
                    where i.inhparent = 'usage_hour'::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$' loop
    if to_date(right(partition, 7), 'YYYY_MM') + interval '1 month' <= oldest then
      execute format('drop table %I', partition);
    end if;
  end loop;
  delete from usage_hour_default where hour < oldest at time zone 'UTC';
  select coalesce(min(hour), now()) at time zone 'UTC' into first_month from usage_hour_default;
  for month in select generate_series(date_trunc('month', least(first_month, now() at time zone 'UTC')),
                                      date_trunc('month', now() at time zone 'UTC') + make_interval(months => months_ahead),
                                      interval '1 month') loop
    partition := format('usage_hour_%s', to_char(month, 'YYYY_MM'));
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like usage_hour including all)', partition);
    execute format('with moved as (delete from usage_hour_default where hour >= %L and hour < %L returning *) insert into %I select * from moved',
                   month || 'Z', month + interval '1 month' || 'Z', partition);
    execute format('alter table usage_hour attach partition %I for values from (%L) to (%L)',
                   partition, month || 'Z', month + interval '1 month' || 'Z');
    made := made + 1;
  end loop;
  return made;
end
$function$;
revoke execute on function maintain_usage_partitions(integer,integer) from public;

CREATE OR REPLACE FUNCTION public.matching_search_keys(of_tenant uuid, typed text)
 RETURNS TABLE(user_id uuid, username_key text)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select k.user_id, k.username_key from user_search_key k
   where k.tenant_id = of_tenant and k.shared < length(search_needle(typed))
     and k.search_key >= search_needle(typed) collate "C" and k.search_key < (search_needle(typed) || U&'\+10FFFF') collate "C"
  union all
  select k.user_id, k.username_key from user_search_key k
   where search_needle(typed) ~ '[^[:alpha:] ]' and k.tenant_id = of_tenant and k.shared < length(search_needle(typed)) + 1
     and k.search_key >= ('@' || search_needle(typed)) collate "C" and k.search_key < ('@' || search_needle(typed) || U&'\+10FFFF') collate "C"
     and not exists (select from user_search_key plain
                      where plain.tenant_id = k.tenant_id and plain.user_id = k.user_id
                        and plain.search_key >= search_needle(typed) collate "C" and plain.search_key < (search_needle(typed) || U&'\+10FFFF') collate "C")
$function$;

CREATE OR REPLACE FUNCTION public.note_user_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into user_move (tenant_id, change, user_id, username_key, given_name, family_name, status, user_type, is_disabled, created_at)
  values (old.tenant_id, -1, old.user_id, old.username_key, old.given_name, old.family_name, old.status, old.user_type, old.is_disabled, old.created_at),
         (new.tenant_id, 1, new.user_id, new.username_key, new.given_name, new.family_name, new.status, new.user_type, new.is_disabled, new.created_at);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_user_moves()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (select count(*) > 1000 from (select from changed_rows limit 1001) counted) then
    insert into user_move (tenant_id) select distinct tenant_id from changed_rows;
  else
    insert into user_move (tenant_id, change, user_id, username_key, given_name, family_name, status, user_type, is_disabled, created_at)
    select tenant_id, case tg_op when 'INSERT' then 1 else -1 end,
           user_id, username_key, given_name, family_name, status, user_type, is_disabled, created_at
      from changed_rows;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.queue_background_jobs(task text, payloads jsonb, job_key text, max_attempts integer, queues text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform graphile_worker.add_jobs(array(
    select (task, payload::json, queues[position], null, queue_background_jobs.max_attempts, queue_background_jobs.job_key,
            least((position - 1) / 20, 1000), null)::graphile_worker.job_spec
      from jsonb_array_elements(payloads) with ordinality as listed (payload, position)
     order by position));
end
$function$;
revoke execute on function queue_background_jobs(text,jsonb,text,integer,text[]) from public;
grant execute on function queue_background_jobs(text,jsonb,text,integer,text[]) to steward_app;

CREATE OR REPLACE FUNCTION public.record_change(changed_tenant uuid, changed_by uuid, changed_operation text, undone uuid, other_tables boolean, sent_mail boolean)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into change_record (tenant_id, change_id, operation, request_id, actor_type, actor_id, actor_name, row_count, is_whole, lasting, undo_of)
  select changed_tenant, changed_by, changed_operation, actor.request_id, actor.actor_type, actor.actor_id, actor.actor_name,
         images.n, images.n > 0 and not other_tables and not images.is_lasting,
         array_remove(array[case when images.deletes_user then 'passwords' end, case when sent_mail then 'mails' end,
                            case when images.ends_sessions then 'sessions' end, case when images.deletes_secret then 'secrets' end], null), undone
    from audit_actor() actor,
         (select count(*)::integer as n,
                 -- New secrets and the settings of people can't be put back.
                 coalesce(bool_or(has_secrets and before is not null and after is not null
                                  or table_name = 'datastore_entry' and coalesce(row_key, before, after) ->> 'level' <> 'Tenant'), false) as is_lasting,
                 coalesce(bool_or(table_name = 'app_user' and after is null), false) as deletes_user,
                 coalesce(bool_or(table_name = 'api_key' and after is null
                                  or table_name = 'log_stream' and after is null and before ->> 'kind' = 'webhook'), false) as deletes_secret,
                 coalesce(bool_or(table_name = 'app_user' and before is not null and (after is null or after @> '{"is_disabled": true}')), false)
                   as ends_sessions
            from row_image
           where tenant_id = changed_tenant and occurred_at = now() and change_id = changed_by) images
   where changed_tenant = current_tenant_id()
     and (images.n > 0 or exists (select from audit_entry where tenant_id = changed_tenant and occurred_at = now()))
  returning case when is_whole then change_id end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_groups_with_all_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from resource_group
    where tenant_id = new.tenant_id and resource_group_id = new.resource_group_id and not all_access for no key update;
  if not found then
    raise exception 'A resource group with all access names no groups.'
      using errcode = 'check_violation', constraint = 'groups_with_all_access', table = 'resource_group_group';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_inactive_anchor()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from currency_scheme where tenant_id = new.tenant_id and anchor_currency_code = new.currency_code and is_active) then
    raise exception 'Currency % is the anchor of an active scheme.', new.currency_code
      using errcode = 'check_violation', constraint = 'currency_is_anchor', table = 'currency';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_published_vintage()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'A published vintage stays as it is.'
    using errcode = 'check_violation', constraint = 'vintage_published', table = 'currency_vintage';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_reserved_rename()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'Reserved names stay as they are.'
    using errcode = 'check_violation', constraint = tg_argv[0] || '_reserved', table = tg_argv[0];
end
$function$;

CREATE OR REPLACE FUNCTION public.scim_emails(email text, stored jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
RETURN COALESCE((SELECT jsonb_agg(CASE WHEN (element.entry ? 'value'::text) THEN element.entry ELSE (jsonb_build_object('value', scim_emails.email) || element.entry) END ORDER BY element.n) AS jsonb_agg FROM jsonb_array_elements(scim_emails.stored) WITH ORDINALITY element(entry, n)), jsonb_build_array(jsonb_build_object('value', email, 'type', 'work', 'primary', true)));

CREATE OR REPLACE FUNCTION public.scim_other_emails(attributes jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
RETURN ARRAY(SELECT lower((entry.value ->> 'value'::text)) AS lower FROM jsonb_array_elements((scim_other_emails.attributes -> 'emails'::text)) entry(value) WHERE (entry.value ? 'value'::text));

CREATE OR REPLACE FUNCTION public.scim_users_by_email(of_tenant uuid, wanted text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select user_id from app_user where tenant_id = of_tenant and tenant_id = current_tenant_id() and lower(email) = lower(wanted)
  union
  select user_id from scim_user
   where tenant_id = of_tenant and tenant_id = current_tenant_id() and scim_other_emails(attributes) @> array[lower(wanted)] and scim_other_emails(attributes) <> '{}'
$function$;

CREATE OR REPLACE FUNCTION public.search_user_page(of_tenant uuid, typed text, types text[], statuses text[], disabled boolean, in_groups uuid[], with_roles uuid[], sort text, page_limit integer, page_offset integer, OUT total integer, OUT user_ids uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  counted_up_to constant integer := 10000;
  -- Of fragments: a user has few of them.
  most_keys constant integer := 50000;
  direction constant text := case when left(sort, 1) = '-' then 'desc nulls last' else 'asc nulls first' end;
  found uuid[];
  filters text := '';
  matching text;
  ordering text;
  words text[];
begin
  ordering := case ltrim(sort, '-')
    when 'username' then 'u.username_key collate "C" %1$s'
    when 'givenName' then 'u.given_name %1$s, u.family_name %1$s, u.user_id %1$s'
    when 'familyName' then 'u.family_name %1$s, u.given_name %1$s, u.user_id %1$s'
    when 'status' then 'u.status %1$s, u.username_key collate "C" %1$s'
    when 'createdTime' then 'u.created_at %1$s, u.user_id %1$s'
    when 'lastSignInTime' then 'u.last_sign_in_at %1$s, u.user_id %1$s'
  end;
  if ordering is null then raise exception 'Unknown sort %', sort using errcode = 'invalid_parameter_value'; end if;
  ordering := format(ordering, direction);

  -- No filter is needed where all users are of these types.
  if exists (select from row_count where tenant_id = of_tenant and table_name = 'app_user' and n > 0 and split_part(facet, '/', 1) <> all (types)) then
    filters := filters || ' and u.user_type = any ($2)';
  end if;
  if statuses is not null then filters := filters || ' and u.status = any ($3)'; end if;
  if disabled is not null then filters := filters || ' and u.is_disabled = $4'; end if;
  if in_groups is not null then
    filters := filters || ' and exists (select from group_member m where m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.group_id = any ($5))';
  end if;
  if with_roles is not null then
    -- Roles reach users through enabled groups only.
    with_roles := array(select gr.group_id from group_role gr
                          join user_group g on g.tenant_id = gr.tenant_id and g.group_id = gr.group_id and g.status = 'Enabled'
                         where gr.tenant_id = of_tenant and gr.role_id = any (with_roles));
    filters := filters || ' and exists (select from group_member m where m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.group_id = any ($6))';
  end if;

  words := fragment_words(of_tenant, typed);
  if words is not null and filters = '' and ltrim(sort, '-') = 'username' then
    -- The first users of each word, merged, as in search_word_page; a user can have several of the words.
    select least(count(distinct user_id), counted_up_to + 1) into total
      from (select user_id from user_search_key where tenant_id = of_tenant and word = any (words) limit most_keys) matching;
    execute format('select array(select user_id
                      from (select distinct first.username_key, first.user_id
                              from unnest($1) matching (word) cross join lateral (
                                     select k.username_key, k.user_id from user_search_key k
                                      where k.tenant_id = $2 and k.word = matching.word collate "C"
                                      order by k.username_key %1$s limit $3 + $4) first) u
                     order by username_key collate "C" %1$s limit $3 offset $4)', case when left(sort, 1) = '-' then 'desc' else 'asc' end)
      into user_ids using words, of_tenant, page_limit, page_offset;
    return;
  end if;
  if words is null and filters = '' and ltrim(sort, '-') = 'username' then
    select words.total, words.user_ids into total, user_ids
      from search_word_page(of_tenant, search_needle(typed), left(sort, 1) = '-', page_limit, page_offset) words;
    if total is not null then
      total := least(total, counted_up_to + 1);
      return;
    end if;
    -- The index of keys has all that is needed: one pass, or two where more is found than is counted.
    execute format('with found as materialized (select user_id, username_key from matching_search_keys($4, $1) limit %s)
                    select (select count(*) from found), array(select user_id from found u order by %s limit $2 offset $3)', counted_up_to + 1, ordering)
      into total, user_ids using typed, page_limit, page_offset, of_tenant;
    if total > counted_up_to then
      execute format('select array(select user_id from matching_search_keys($4, $1) u order by %s limit $2 offset $3)', ordering)
        into user_ids using typed, page_limit, page_offset, of_tenant;
    end if;
    return;
  end if;

  if words is null then
    found := array(select user_id from matching_search_keys(of_tenant, typed) limit counted_up_to + 1);
  else
    found := array(select distinct user_id
                     from (select user_id from user_search_key where tenant_id = of_tenant and word = any (words) limit most_keys) matching
                    limit counted_up_to + 1);
  end if;
  if cardinality(found) <= counted_up_to then
    execute format('with matching as materialized (select u.* from unnest($1) found (user_id)
                      join app_user u on u.tenant_id = $10 and u.user_id = found.user_id %s)
                    select (select count(*) from matching), array(select user_id from matching u order by %s limit $8 offset $9)', filters, ordering)
      into total, user_ids using found, types, statuses, disabled, in_groups, with_roles, null::text, page_limit, page_offset, of_tenant;
    return;
  end if;

  -- So many match that reading the index of the sort finds them soon; each user's words are compared when they are read.
  matching := 'u.tenant_id = $10 and position(' || case when words is null then ''' '' || ' else '' end || '$7 in '' '' || '
    || case when search_needle(typed) ~ '[^ -~]|-' then
         -- A slash, since names are joined at spaces.
         'join_names(concat_ws('' / '', fold_text(concat_ws('' '', u.given_name, u.family_name, u.given_name)), fold_text(concat_ws('' '', u.family_name, u.given_name)),
            fold_address(u.email), translate(fold_address(u.email), ''._+'', ''   '')))'
       else 'fold_text(concat_ws('' '', u.given_name, u.family_name, u.given_name, u.email, translate(u.email, ''._+'', ''   '')))'
       end || ') > 0' || filters;
  if filters = '' then
    total := counted_up_to + 1;
  else
    execute format('select count(*) from (select from app_user u where %s limit %s) counted', matching, counted_up_to + 1)
      into total using found, types, statuses, disabled, in_groups, with_roles, search_needle(typed), page_limit, page_offset, of_tenant;
  end if;
  execute format('select array(select u.user_id from app_user u where %s order by %s limit $8 offset $9)', matching, ordering)
    into user_ids using found, types, statuses, disabled, in_groups, with_roles, search_needle(typed), page_limit, page_offset, of_tenant;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_users(of_tenant uuid, typed text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select user_id from matching_search_keys(of_tenant, typed)
  union all
  select distinct k.user_id from user_search_key k where k.tenant_id = of_tenant and k.word = any (fragment_words(of_tenant, typed))
$function$;

CREATE OR REPLACE FUNCTION public.search_word_page(of_tenant uuid, needle text, descending boolean, page_limit integer, page_offset integer, OUT total integer, OUT user_ids uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  most_words constant integer := 64;
  deepest constant integer := 500;
  words text[];
begin
  if needle !~ '^[[:alpha:]]+$' or page_limit + page_offset > deepest then return; end if;
  select array_agg(word), sum(n) into words, total
    from (select word, sum(n) as n from user_search_word
           where tenant_id = of_tenant
             and word >= needle collate "C" and word < (needle || U&'\+10FFFF') collate "C"
           group by word having sum(n) > 0 limit most_words + 1) matching;
  if cardinality(words) > most_words then
    total := null;
    return;
  end if;
  total := coalesce(total, 0) - (
    select count(*) from user_search_key
     where tenant_id = of_tenant and word is not null and shared > 0 and shared >= length(needle)
       and search_key >= needle collate "C" and search_key < (needle || U&'\+10FFFF') collate "C");
  if descending then
    user_ids := array(
      select user_id
        from (select distinct first.username_key, first.user_id
                from unnest(words) matching (word) cross join lateral (
                       select k.username_key, k.user_id from user_search_key k
                        where k.tenant_id = of_tenant and k.word = matching.word collate "C"
                        order by k.username_key desc limit page_limit + page_offset) first) merged
       order by username_key desc limit page_limit offset page_offset);
  else
    user_ids := array(
      select user_id
        from (select distinct first.username_key, first.user_id
                from unnest(words) matching (word) cross join lateral (
                       select k.username_key, k.user_id from user_search_key k
                        where k.tenant_id = of_tenant and k.word = matching.word collate "C"
                        order by k.username_key limit page_limit + page_offset) first) merged
       order by username_key limit page_limit offset page_offset);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_sign_in(counted text[], cleared text[], at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform 1 from sign_in_throttle where throttle_key = any(counted) order by throttle_key collate "C" for update;
  if exists (select from sign_in_throttle where throttle_key = any(counted) and blocked_until > at) then
    return false;
  end if;
  delete from sign_in_throttle where throttle_key = any(cleared);
  return true;
end
$function$;
revoke execute on function settle_sign_in(text[],text[],timestamp with time zone) from public;
grant execute on function settle_sign_in(text[],text[],timestamp with time zone) to steward_app;

CREATE OR REPLACE FUNCTION public.step_group_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into row_count (tenant_id, table_name, facet, n)
  values (case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end, 'user_group', 'names', 1)
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.tenant_table(table_name text, grants text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('create policy tenant_isolation on %I to steward_app
                  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id())', table_name);
  if grants <> '' then execute format('grant %s on %I to steward_app', grants, table_name); end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.user_facet(user_type text, status text, is_disabled boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((user_type || '/'::text) || status) || CASE WHEN is_disabled THEN '/disabled'::text ELSE ''::text END);

CREATE OR REPLACE FUNCTION public.user_search_keys(given_name text, family_name text, email text, username text)
 RETURNS TABLE(search_key text, shared smallint, word text)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE ROWS 12
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  words constant text[] := array_remove(string_to_array(fold_text(given_name || ' ' || family_name), ' '), '');
  addresses text[] := array[fold_address(email)];
  address text;
  part text;
  place integer;
  keys text[] := '{}';
  previous text := '';
begin
  if username <> email then addresses := addresses || fold_address(username); end if;
  for place in 1 .. cardinality(words) loop
    keys := keys || join_names(array_to_string(words[place:] || words[:place - 1], ' '));
  end loop;
  foreach address in array addresses loop
    -- Every separator becomes a dot here; lengths stay the same.
    place := 1;
    foreach part in array string_to_array(translate(split_part(address, '@', 1), '_+ ', '...'), '.') loop
      if part <> '' then
        -- A space was a hyphen, and is searched for among the keys of names.
        keys := keys || (case when rtrim(part, '0123456789') = any (words) and substr(address, place + length(part), 1) <> ' ' then '@' else '' end
                         || substr(address, place));
      end if;
      place := place + length(part) + 1;
    end loop;
  end loop;
  for search_key in select distinct left(key, 64) collate "C" from unnest(keys) key where key <> '' order by 1 loop
    shared := 0;
    while shared < length(search_key) and substr(search_key, shared + 1, 1) = substr(previous, shared + 1, 1) loop
      shared := shared + 1;
    end loop;
    previous := search_key;
    word := substring(search_key collate "default" from '^[[:alpha:]]+');
    if shared >= length(word) then word := null; end if;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.users_called(of_tenant uuid, name text, since timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select user_id from app_user
   where tenant_id = of_tenant and of_tenant = current_tenant_id() and username_key = lower(name)
   union
  select row_id from row_image
   where tenant_id = of_tenant and of_tenant = current_tenant_id() and table_name = 'app_user' and before ? 'username'
     and lower(before ->> 'username') = lower(name) and occurred_at >= since
$function$;
revoke execute on function users_called(uuid,text,timestamp with time zone) from public;
grant execute on function users_called(uuid,text,timestamp with time zone) to steward_app;

CREATE OR REPLACE FUNCTION public.write_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.write_images()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.write_member_images()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.write_user_search_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  tenants uuid[];
  words text[];
  counts integer[];
begin
  if tg_op = 'DELETE' then
    with old_keys as materialized (
      select c.tenant_id, c.user_id, keys.*
        from changed_rows c, user_search_keys(c.given_name, c.family_name, c.email, c.username) keys
    ), deleted as (
      delete from user_search_key k using old_keys
       where k.tenant_id = old_keys.tenant_id and k.search_key = old_keys.search_key and k.user_id = old_keys.user_id
    ), counted as (
      select tenant_id, word, - count(*)::integer as n from old_keys where word is not null group by 1, 2
    )
    select array_agg(tenant_id), array_agg(word), array_agg(n) into tenants, words, counts from counted;
  else
    with written as (
      insert into user_search_key (tenant_id, search_key, user_id, username_key, shared, word)
      select c.tenant_id, keys.search_key, c.user_id, c.username_key, keys.shared, keys.word
        from changed_rows c, user_search_keys(c.given_name, c.family_name, c.email, c.username) keys
       order by 1, 2, 3
      returning tenant_id, word
    ), counted as (
      select tenant_id, word, count(*)::integer as n from written where word is not null group by 1, 2
    )
    select array_agg(tenant_id), array_agg(word), array_agg(n) into tenants, words, counts from counted;
  end if;
  if words is not null then
    perform count_search_words(tenants, words, counts);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_field_name(column_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN contract_name(regexp_replace(column_name, '_(hash|digest)$'::text, ''::text));

CREATE OR REPLACE FUNCTION public.fold_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (value ~ '[^ A-Za-z0-9@._+]'::text) THEN translate(fold_letters(value), '-,	‐‑‒–—・''’‘ʼ`'::text, '         '::text) ELSE lower(value) END;

CREATE OR REPLACE FUNCTION public.look_alike_key(username text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (octet_length(username) = length(username)) THEN lower(username) ELSE fold_look_alikes(lower(fold_look_alikes(NORMALIZE(username, NFKC)))) END;

create aggregate sum_counts(bigint[]) (sfunc = add_counts, stype = bigint[], initcond = '{}', parallel = safe);

CREATE OR REPLACE FUNCTION public.fold_address(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (value ~ '[^ A-Za-z0-9@._+]'::text) THEN (fold_text(split_part(fold_letters(value), '@'::text, 1)) || substr(fold_letters(value), (length(split_part(fold_letters(value), '@'::text, 1)) + 1))) ELSE lower(value) END;

CREATE OR REPLACE FUNCTION public.search_needle(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "left"(join_names(btrim(regexp_replace(fold_address(typed), '\s+'::text, ' '::text, 'g'::text))), 60);

create table administrator_guard (
  tenant_id uuid not null,
  active_lost boolean not null,
  changes bigint not null default 1,
  constraint administrator_guard_pk PRIMARY KEY (tenant_id)
);
comment on table administrator_guard is 'One row a tenant, locked by each transaction that removes an administrator, so that two of them cannot pass each other.';
alter table administrator_guard enable row level security;
create policy tenant_isolation on administrator_guard for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE CONSTRAINT TRIGGER last_administrator AFTER INSERT OR UPDATE ON public.administrator_guard DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_last_administrator();

create table api_failure (
  tenant_id uuid not null,
  occurred_at timestamp with time zone not null,
  api_failure_id uuid not null default uuidv7(),
  api_key_id uuid not null,
  api_key_name text not null,
  endpoint_id text not null,
  status integer not null,
  duration_ms integer not null,
  address inet,
  request_id text not null,
  constraint api_failure_pk PRIMARY KEY (tenant_id, occurred_at, api_failure_id)
);
CREATE INDEX api_failure_occurred_idx ON public.api_failure USING btree (occurred_at);
alter table api_failure enable row level security;
create policy tenant_isolation on api_failure for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on api_failure to steward_app;

create table api_key (
  tenant_id uuid not null,
  api_key_id uuid not null default uuidv7(),
  api_key_name text not null,
  api_key_name_key text not null generated always as (lower(api_key_name)) stored,
  key_prefix text not null,
  key_digest bytea not null,
  created_by uuid,
  created_by_name text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  version integer not null default 1,
  holder_id uuid,
  holder_name text not null default ''::text,
  previous_prefix text,
  previous_digest bytea,
  previous_expires_at timestamp with time zone,
  previous_used_at timestamp with time zone,
  previous_holder_id uuid,
  constraint api_key_name_unique UNIQUE (tenant_id, api_key_name_key),
  constraint api_key_pk PRIMARY KEY (tenant_id, api_key_id),
  constraint api_key_name_form CHECK (((api_key_name = btrim(api_key_name)) AND ((length(api_key_name) >= 1) AND (length(api_key_name) <= 64)))),
  constraint api_key_previous_whole CHECK ((((previous_prefix IS NULL) = (previous_digest IS NULL)) AND ((previous_digest IS NULL) = (previous_expires_at IS NULL))))
);
CREATE INDEX api_key_digest_idx ON public.api_key USING btree (key_digest);
CREATE INDEX api_key_previous_digest_idx ON public.api_key USING btree (previous_digest) WHERE (previous_digest IS NOT NULL);
alter table api_key enable row level security;
create policy tenant_isolation on api_key for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER api_key_links BEFORE DELETE ON public.api_key FOR EACH ROW EXECUTE FUNCTION delete_api_key_links();
CREATE TRIGGER api_key_version BEFORE UPDATE OF api_key_name, key_digest, expires_at, previous_digest ON public.api_key FOR EACH ROW EXECUTE FUNCTION bump_version();
CREATE TRIGGER audit_delete AFTER DELETE ON public.api_key REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('API key', 'api_key_id', 'api_key_name', 'api_key_id,api_key_name_key,created_by,created_by_name,last_used_at,holder_id,previous_prefix,previous_digest,previous_used_at,previous_holder_id', 'key_digest');
CREATE TRIGGER audit_insert AFTER INSERT ON public.api_key REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('API key', 'api_key_id', 'api_key_name', 'api_key_id,api_key_name_key,created_by,created_by_name,last_used_at,holder_id,previous_prefix,previous_digest,previous_used_at,previous_holder_id', 'key_digest');
CREATE TRIGGER audit_update AFTER UPDATE OF api_key_name, key_prefix, key_digest, expires_at, previous_expires_at ON public.api_key FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('API key', 'api_key_id', 'api_key_name', 'api_key_id,api_key_name_key,created_by,created_by_name,last_used_at,holder_id,previous_prefix,previous_digest,previous_used_at,previous_holder_id', 'key_digest');
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.api_key FOR EACH ROW EXECUTE FUNCTION write_image('api_key', '{api_key_id}', '{tenant_id,api_key_name_key,last_used_at,previous_prefix,previous_expires_at,previous_used_at,previous_holder_id,key_prefix,key_digest,previous_digest}', '{key_prefix,key_digest,previous_digest}', '{api_key_id}');
CREATE TRIGGER image_update AFTER UPDATE OF api_key_name, expires_at, holder_id, holder_name, key_digest, previous_digest ON public.api_key FOR EACH ROW EXECUTE FUNCTION write_image('api_key', '{api_key_id}', '{tenant_id,api_key_name_key,last_used_at,previous_prefix,previous_expires_at,previous_used_at,previous_holder_id,key_prefix,key_digest,previous_digest}', '{key_prefix,key_digest,previous_digest}', '{api_key_id}');
grant delete, insert, select, update on api_key to steward_app;

create table api_key_group (
  tenant_id uuid not null,
  api_key_id uuid not null,
  group_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint api_key_group_pk PRIMARY KEY (tenant_id, api_key_id, group_id)
);
CREATE INDEX api_key_group_group_idx ON public.api_key_group USING btree (tenant_id, group_id);
alter table api_key_group enable row level security;
create policy tenant_isolation on api_key_group for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.api_key_group REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('API key', 'api_key', 'api_key_id', 'api_key_name', 'groups', 'user_group', 'group_id', 'group_name');
CREATE TRIGGER audit_insert AFTER INSERT ON public.api_key_group REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('API key', 'api_key', 'api_key_id', 'api_key_name', 'groups', 'user_group', 'group_id', 'group_name');
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.api_key_group FOR EACH ROW EXECUTE FUNCTION write_image('api_key_group', '{api_key_id,group_id}', '{tenant_id}', '{}', '{api_key_id,group_id}');
grant delete, insert, select on api_key_group to steward_app;

create table api_usage (
  tenant_id uuid not null,
  hour timestamp with time zone not null,
  caller_type text not null,
  caller_id uuid not null,
  endpoint_id text not null,
  caller_name text not null,
  calls bigint not null,
  client_errors bigint not null,
  server_errors bigint not null,
  durations bigint[] not null,
  last_call_at timestamp with time zone not null,
  constraint api_usage_pk PRIMARY KEY (tenant_id, hour, caller_type, caller_id, endpoint_id),
  constraint api_usage_caller_known CHECK ((caller_type = ANY (ARRAY['key'::text, 'user'::text])))
);
CREATE INDEX api_usage_hour_idx ON public.api_usage USING btree (hour);
comment on column api_usage.caller_id is 'The API key; all zeros for everyone who uses the console.';
comment on column api_usage.durations is 'Calls by how long they took, in the classes of contract/src/rules/durations.ts.';
alter table api_usage enable row level security;
create policy tenant_isolation on api_usage for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on api_usage to steward_app;

create table app_user (
  tenant_id uuid not null,
  user_id uuid not null default uuidv7(),
  username text not null,
  username_key text collate "C" not null generated always as (lower(username)) stored,
  email text not null,
  given_name text not null default ''::text,
  family_name text not null default ''::text,
  status text not null default 'FORCE_CHANGE_PASSWORD'::text,
  user_type text not null default 'endUser'::text,
  is_disabled boolean not null default false,
  password_hash text,
  password_changed_at timestamp with time zone,
  failed_attempts integer not null default 0,
  locked_until timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint app_user_username_unique UNIQUE (tenant_id, username_key) INCLUDE (user_id, user_type),
  constraint app_user_pk PRIMARY KEY (tenant_id, user_id),
  constraint app_user_email_form CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint app_user_family_name_form CHECK (((length(family_name) <= 64) AND (family_name !~ '[<>&]'::text))),
  constraint app_user_given_name_form CHECK (((length(given_name) <= 64) AND (given_name !~ '[<>&]'::text))),
  constraint app_user_status_known CHECK ((status = ANY (ARRAY['CONFIRMED'::text, 'EXTERNAL_PROVIDER'::text, 'FORCE_CHANGE_PASSWORD'::text]))),
  constraint app_user_type_known CHECK ((user_type = ANY (ARRAY['endUser'::text, 'service'::text]))),
  constraint app_user_username_form CHECK (((username = btrim(username)) AND ((length(username) >= 1) AND (length(username) <= 254))))
) with (fillfactor=85);
CREATE INDEX app_user_created_at_idx ON public.app_user USING btree (tenant_id, created_at, user_id) INCLUDE (user_type);
CREATE INDEX app_user_disabled_idx ON public.app_user USING btree (tenant_id, username_key) INCLUDE (user_id, user_type) WHERE is_disabled;
CREATE INDEX app_user_email_idx ON public.app_user USING btree (tenant_id, lower(email));
CREATE INDEX app_user_family_name_idx ON public.app_user USING btree (tenant_id, family_name, given_name, user_id) INCLUDE (user_type);
CREATE INDEX app_user_given_name_idx ON public.app_user USING btree (tenant_id, given_name, family_name, user_id) INCLUDE (user_type);
CREATE INDEX app_user_last_sign_in_idx ON public.app_user USING btree (tenant_id, last_sign_in_at DESC NULLS LAST, user_id DESC) INCLUDE (user_type);
CREATE INDEX app_user_locked_idx ON public.app_user USING btree (tenant_id, locked_until) WHERE (locked_until IS NOT NULL);
CREATE UNIQUE INDEX app_user_look_alike_unique ON public.app_user USING btree (tenant_id, look_alike_key(username) COLLATE "C");
CREATE INDEX app_user_status_idx ON public.app_user USING btree (tenant_id, status, username_key) INCLUDE (user_id, user_type);
alter table app_user enable row level security;
create policy tenant_isolation on app_user for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER app_user_links BEFORE DELETE ON public.app_user FOR EACH ROW EXECUTE FUNCTION delete_user_links();
CREATE TRIGGER app_user_scim BEFORE DELETE ON public.app_user FOR EACH ROW EXECUTE FUNCTION delete_scim_user();
CREATE TRIGGER app_user_version BEFORE UPDATE OF username, email, given_name, family_name, status, user_type, is_disabled ON public.app_user FOR EACH ROW EXECUTE FUNCTION bump_version();
CREATE TRIGGER audit_delete AFTER DELETE ON public.app_user REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('User', 'user_id', 'username', 'user_id,username_key,search_text,password_changed_at,failed_attempts,locked_until,last_sign_in_at', 'password_hash');
CREATE TRIGGER audit_insert AFTER INSERT ON public.app_user REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('User', 'user_id', 'username', 'user_id,username_key,search_text,password_changed_at,failed_attempts,locked_until,last_sign_in_at', 'password_hash');
CREATE TRIGGER audit_update AFTER UPDATE OF username, email, given_name, family_name, status, user_type, is_disabled, password_hash ON public.app_user FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('User', 'user_id', 'username', 'user_id,username_key,search_text,password_changed_at,failed_attempts,locked_until,last_sign_in_at', 'password_hash');
CREATE TRIGGER count_delete AFTER DELETE ON public.app_user REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE TRIGGER count_insert AFTER INSERT ON public.app_user REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE TRIGGER count_update AFTER UPDATE ON public.app_user REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_user_changes();
CREATE TRIGGER guard_update AFTER UPDATE ON public.app_user REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION guard_user_changes();
CREATE TRIGGER image_delete AFTER DELETE ON public.app_user REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('app_user', '{user_id}', '{tenant_id,username_key,password_changed_at,failed_attempts,locked_until,password_hash}', '{password_hash}', '{user_id}');
CREATE TRIGGER image_insert AFTER INSERT ON public.app_user REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('app_user', '{user_id}', '{tenant_id,username_key,password_changed_at,failed_attempts,locked_until,password_hash}', '{password_hash}', '{user_id}');
CREATE TRIGGER image_update AFTER UPDATE OF username, email, given_name, family_name, status, user_type, is_disabled, password_hash ON public.app_user FOR EACH ROW EXECUTE FUNCTION write_image('app_user', '{user_id}', '{tenant_id,username_key,password_changed_at,failed_attempts,locked_until,password_hash}', '{password_hash}', '{user_id}');
CREATE TRIGGER moves_delete AFTER DELETE ON public.app_user REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_user_moves();
CREATE TRIGGER moves_insert AFTER INSERT ON public.app_user REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_user_moves();
CREATE TRIGGER moves_update AFTER UPDATE OF username, given_name, family_name, status, user_type, is_disabled, created_at ON public.app_user FOR EACH ROW WHEN ((((((((old.username_key IS DISTINCT FROM new.username_key) OR (old.given_name IS DISTINCT FROM new.given_name)) OR (old.family_name IS DISTINCT FROM new.family_name)) OR (old.status IS DISTINCT FROM new.status)) OR (old.user_type IS DISTINCT FROM new.user_type)) OR (old.is_disabled IS DISTINCT FROM new.is_disabled)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION note_user_move();
CREATE TRIGGER search_delete AFTER DELETE ON public.app_user REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_user_search_keys();
CREATE TRIGGER search_insert AFTER INSERT ON public.app_user REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_user_search_keys();
CREATE TRIGGER search_update AFTER UPDATE OF given_name, family_name, email, username ON public.app_user FOR EACH ROW WHEN (((((old.given_name IS DISTINCT FROM new.given_name) OR (old.family_name IS DISTINCT FROM new.family_name)) OR (old.email IS DISTINCT FROM new.email)) OR (old.username IS DISTINCT FROM new.username))) EXECUTE FUNCTION change_user_search_keys();
grant delete, insert, select on app_user to steward_app;
grant update (username, email, given_name, family_name, status, user_type, is_disabled, password_hash, password_changed_at, failed_attempts, locked_until, last_sign_in_at) on app_user to steward_app;

create table application_license (
  tenant_id uuid not null,
  license_id uuid not null default uuidv7(),
  product_code text not null,
  package_name text not null,
  start_date timestamp with time zone not null default now(),
  end_date timestamp with time zone not null,
  constraint application_license_package_unique UNIQUE (tenant_id, product_code, package_name),
  constraint application_license_pk PRIMARY KEY (tenant_id, license_id)
);
CREATE UNIQUE INDEX application_license_package_any_case_unique ON public.application_license USING btree (tenant_id, product_code, lower(package_name));
alter table application_license enable row level security;
create policy tenant_isolation on application_license for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.application_license REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Licence', 'license_id', 'product_code', 'license_id', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.application_license REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Licence', 'license_id', 'product_code', 'license_id', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.application_license FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Licence', 'license_id', 'product_code', 'license_id', '');
CREATE TRIGGER image_delete AFTER DELETE ON public.application_license REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('application_license', '{license_id}', '{tenant_id}', '{}', '{license_id}');
CREATE TRIGGER image_insert AFTER INSERT ON public.application_license REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('application_license', '{license_id}', '{tenant_id}', '{}', '{license_id}');
CREATE TRIGGER image_update AFTER UPDATE OF start_date, end_date ON public.application_license FOR EACH ROW EXECUTE FUNCTION write_image('application_license', '{license_id}', '{tenant_id}', '{}', '{license_id}');
grant delete, insert, select, update on application_license to steward_app;

create table audit_entry (
  tenant_id uuid not null,
  occurred_at timestamp with time zone not null default now(),
  audit_entry_id uuid not null default uuidv7(),
  type text not null,
  category text not null,
  entity_id text not null,
  entity_name text not null,
  subject_id text,
  field_name text not null,
  previous_value text,
  current_value text,
  actor_type text not null,
  actor_id text not null,
  actor_name text not null,
  request_id text,
  constraint audit_entry_pk PRIMARY KEY (tenant_id, occurred_at, audit_entry_id),
  constraint audit_entry_type_known CHECK ((type = ANY (ARRAY['Create'::text, 'Update'::text, 'Delete'::text])))
) partition by RANGE (occurred_at);
CREATE INDEX audit_entry_actor_kind_idx ON public.audit_entry USING btree (tenant_id, actor_id, category, type, field_name, occurred_at, audit_entry_id);
CREATE INDEX audit_entry_arrival_idx ON public.audit_entry USING btree (tenant_id, audit_entry_id);
CREATE INDEX audit_entry_entity_idx ON public.audit_entry USING btree (tenant_id, entity_id, occurred_at, audit_entry_id);
CREATE INDEX audit_entry_kind_idx ON public.audit_entry USING btree (tenant_id, category, type, field_name, occurred_at, audit_entry_id);
CREATE INDEX audit_entry_subject_idx ON public.audit_entry USING btree (tenant_id, subject_id, occurred_at, audit_entry_id) WHERE (subject_id IS NOT NULL);
comment on column audit_entry.subject_id is 'What was put into or taken out of the entity: the user of a membership, the role of a group. Null for plain fields.';
alter table audit_entry enable row level security;
create policy tenant_isolation on audit_entry for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on audit_entry to steward_app;

create table audit_entry_default partition of audit_entry default;

create table change_record (
  tenant_id uuid not null,
  occurred_at timestamp with time zone not null default now(),
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
  constraint change_record_pk PRIMARY KEY (tenant_id, occurred_at, change_id)
) partition by RANGE (occurred_at);
CREATE INDEX change_record_id_idx ON public.change_record USING btree (tenant_id, change_id);
CREATE INDEX change_record_undo_idx ON public.change_record USING btree (tenant_id, undo_of) WHERE (undo_of IS NOT NULL);
comment on column change_record.is_whole is 'Whether the images have everything that was written, so that it can be put back.';
comment on column change_record.lasting is 'What does not come back when the change is undone.';
alter table change_record enable row level security;
create policy tenant_isolation on change_record for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on change_record to steward_app;

create table change_record_default partition of change_record default;

create table company_quota (
  tenant_id uuid not null,
  product_code text not null,
  quota_name text not null,
  value bigint not null,
  updated_at timestamp with time zone not null default now(),
  constraint company_quota_pk PRIMARY KEY (tenant_id, product_code, quota_name),
  constraint company_quota_value_positive CHECK ((value >= 0))
);
alter table company_quota enable row level security;
create policy tenant_isolation on company_quota for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.company_quota REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Quota', 'product_code', 'quota_name', '', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.company_quota REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Quota', 'product_code', 'quota_name', '', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.company_quota FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Quota', 'product_code', 'quota_name', '', '');
CREATE TRIGGER image_delete AFTER DELETE ON public.company_quota REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('company_quota', '{product_code,quota_name}', '{tenant_id}', '{}', '{}');
CREATE TRIGGER image_insert AFTER INSERT ON public.company_quota REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('company_quota', '{product_code,quota_name}', '{tenant_id}', '{}', '{}');
CREATE TRIGGER image_update AFTER UPDATE OF value ON public.company_quota FOR EACH ROW EXECUTE FUNCTION write_image('company_quota', '{product_code,quota_name}', '{tenant_id}', '{}', '{}');
grant delete, insert, select, update on company_quota to steward_app;

create table currency (
  tenant_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  is_active boolean not null default true,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  updated_by text not null,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint currency_pk PRIMARY KEY (tenant_id, currency_code),
  constraint currency_code_form CHECK (((currency_code = upper(currency_code)) AND ((length(currency_code) >= 1) AND (length(currency_code) <= 3)))),
  constraint currency_name_form CHECK (((length(currency_name) >= 1) AND (length(currency_name) <= 16)))
);
alter table currency enable row level security;
create policy tenant_isolation on currency for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.currency REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Currency', 'currency_code', 'currency_code', 'created_by,updated_by', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.currency REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Currency', 'currency_code', 'currency_code', 'created_by,updated_by', '');
CREATE TRIGGER audit_update AFTER UPDATE OF currency_name, is_active ON public.currency FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Currency', 'currency_code', 'currency_code', 'created_by,updated_by', '');
CREATE TRIGGER currency_anchor BEFORE UPDATE OF is_active ON public.currency FOR EACH ROW WHEN ((old.is_active AND (NOT new.is_active))) EXECUTE FUNCTION refuse_inactive_anchor();
CREATE TRIGGER currency_version BEFORE UPDATE OF currency_name, is_active ON public.currency FOR EACH ROW EXECUTE FUNCTION bump_version();
CREATE TRIGGER image_delete AFTER DELETE ON public.currency REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('currency', '{currency_code}', '{tenant_id}', '{}', '{}');
CREATE TRIGGER image_insert AFTER INSERT ON public.currency REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('currency', '{currency_code}', '{tenant_id}', '{}', '{}');
CREATE TRIGGER image_update AFTER UPDATE OF currency_name, is_active ON public.currency FOR EACH ROW EXECUTE FUNCTION write_image('currency', '{currency_code}', '{tenant_id}', '{}', '{}');
grant delete, insert, select on currency to steward_app;
grant update (currency_name, is_active, updated_by) on currency to steward_app;

create table currency_rate (
  tenant_id uuid not null,
  currency_vintage_id uuid not null,
  currency_code text not null,
  as_of_date date not null,
  exchange_rate numeric not null,
  constraint currency_rate_pk PRIMARY KEY (tenant_id, currency_vintage_id, currency_code, as_of_date),
  constraint currency_rate_positive CHECK ((exchange_rate > (0)::numeric))
);
alter table currency_rate enable row level security;
create policy tenant_isolation on currency_rate for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select on currency_rate to steward_app;
grant update (exchange_rate) on currency_rate to steward_app;

create table currency_scheme (
  tenant_id uuid not null,
  currency_scheme_id uuid not null default uuidv7(),
  currency_scheme_code text not null,
  currency_scheme_key text not null generated always as (lower(currency_scheme_code)) stored,
  currency_scheme_name text not null,
  anchor_currency_code text not null,
  source_name text not null default ''::text,
  external_id text not null default ''::text,
  update_interval_in_days integer not null default 0,
  is_active boolean not null default true,
  is_default boolean not null default false,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  updated_by text not null,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  told_due_at timestamp with time zone,
  constraint currency_scheme_code_unique UNIQUE (tenant_id, currency_scheme_key),
  constraint currency_scheme_pk PRIMARY KEY (tenant_id, currency_scheme_id),
  constraint currency_scheme_code_form CHECK ((((length(currency_scheme_code) >= 1) AND (length(currency_scheme_code) <= 32)) AND (currency_scheme_key <> 'new'::text))),
  constraint currency_scheme_interval_range CHECK (((update_interval_in_days >= 0) AND (update_interval_in_days <= 5000))),
  constraint default_scheme_inactive CHECK ((is_active OR (NOT is_default)))
);
CREATE INDEX currency_scheme_anchor_idx ON public.currency_scheme USING btree (tenant_id, anchor_currency_code);
CREATE UNIQUE INDEX currency_scheme_default_unique ON public.currency_scheme USING btree (tenant_id) WHERE is_default;
comment on column currency_scheme.update_interval_in_days is 'Days until the next vintage is expected; 0: none is.';
comment on column currency_scheme.told_due_at is 'The due time of the next vintage that people were last notified of.';
alter table currency_scheme enable row level security;
create policy tenant_isolation on currency_scheme for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.currency_scheme REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Currency scheme', 'currency_scheme_id', 'currency_scheme_code', 'currency_scheme_id,currency_scheme_key,created_by,updated_by,told_due_at', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.currency_scheme REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Currency scheme', 'currency_scheme_id', 'currency_scheme_code', 'currency_scheme_id,currency_scheme_key,created_by,updated_by,told_due_at', '');
CREATE TRIGGER audit_update AFTER UPDATE OF currency_scheme_name, anchor_currency_code, source_name, external_id, update_interval_in_days, is_active, is_default ON public.currency_scheme FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Currency scheme', 'currency_scheme_id', 'currency_scheme_code', 'currency_scheme_id,currency_scheme_key,created_by,updated_by,told_due_at', '');
CREATE TRIGGER currency_scheme_version BEFORE UPDATE OF currency_scheme_name, anchor_currency_code, source_name, external_id, update_interval_in_days, is_active, is_default ON public.currency_scheme FOR EACH ROW EXECUTE FUNCTION bump_version();
CREATE TRIGGER image_delete AFTER DELETE ON public.currency_scheme REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('currency_scheme', '{currency_scheme_id}', '{tenant_id,currency_scheme_key,told_due_at}', '{}', '{currency_scheme_id}');
CREATE TRIGGER image_insert AFTER INSERT ON public.currency_scheme REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('currency_scheme', '{currency_scheme_id}', '{tenant_id,currency_scheme_key,told_due_at}', '{}', '{currency_scheme_id}');
CREATE TRIGGER image_update AFTER UPDATE OF currency_scheme_name, anchor_currency_code, source_name, external_id, update_interval_in_days, is_active, is_default ON public.currency_scheme FOR EACH ROW EXECUTE FUNCTION write_image('currency_scheme', '{currency_scheme_id}', '{tenant_id,currency_scheme_key,told_due_at}', '{}', '{currency_scheme_id}');
grant delete, insert, select, update on currency_scheme to steward_app;

create table currency_vintage (
  tenant_id uuid not null,
  currency_vintage_id uuid not null default uuidv7(),
  currency_scheme_id uuid not null,
  vintage text not null,
  vintage_key text not null generated always as (lower(vintage)) stored,
  source_name text not null default ''::text,
  status text not null default 'Draft'::text,
  first_as_of_date date,
  last_as_of_date date,
  currency_count integer not null default 0,
  rate_count bigint not null default 0,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  published_by text,
  published_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint currency_vintage_name_unique UNIQUE (tenant_id, currency_scheme_id, vintage_key),
  constraint currency_vintage_pk PRIMARY KEY (tenant_id, currency_vintage_id),
  constraint currency_vintage_name_form CHECK ((((length(vintage) >= 1) AND (length(vintage) <= 32)) AND (vintage_key <> 'new'::text))),
  constraint currency_vintage_published CHECK (((status = 'Published'::text) = (published_at IS NOT NULL))),
  constraint currency_vintage_status_known CHECK ((status = ANY (ARRAY['Draft'::text, 'Published'::text]))),
  constraint vintage_empty CHECK (((status = 'Draft'::text) OR (rate_count > 0)))
);
CREATE INDEX currency_vintage_newest_idx ON public.currency_vintage USING btree (tenant_id, currency_scheme_id, published_at);
alter table currency_vintage enable row level security;
create policy tenant_isolation on currency_vintage for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.currency_vintage REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Currency vintage', 'currency_vintage_id', 'vintage', 'currency_vintage_id,vintage_key,created_by', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.currency_vintage REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Currency vintage', 'currency_vintage_id', 'vintage', 'currency_vintage_id,vintage_key,created_by', '');
CREATE TRIGGER audit_update AFTER UPDATE OF source_name, status, rate_count, currency_count, first_as_of_date, last_as_of_date ON public.currency_vintage FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Currency vintage', 'currency_vintage_id', 'vintage', 'currency_vintage_id,vintage_key,created_by', '');
CREATE TRIGGER currency_vintage_immutable BEFORE DELETE OR UPDATE ON public.currency_vintage FOR EACH ROW WHEN ((old.status = 'Published'::text)) EXECUTE FUNCTION refuse_published_vintage();
CREATE TRIGGER currency_vintage_rows BEFORE DELETE ON public.currency_vintage FOR EACH ROW EXECUTE FUNCTION delete_vintage_rows();
CREATE TRIGGER currency_vintage_version BEFORE UPDATE OF source_name, status, rate_count, currency_count, first_as_of_date, last_as_of_date ON public.currency_vintage FOR EACH ROW EXECUTE FUNCTION bump_version();
grant delete, insert, select, update on currency_vintage to steward_app;

create table currency_vintage_currency (
  tenant_id uuid not null,
  currency_vintage_id uuid not null,
  currency_code text not null,
  rate_count bigint not null,
  first_as_of_date date not null,
  last_as_of_date date not null,
  constraint currency_vintage_currency_pk PRIMARY KEY (tenant_id, currency_vintage_id, currency_code)
);
CREATE INDEX currency_vintage_currency_code_idx ON public.currency_vintage_currency USING btree (tenant_id, currency_code);
alter table currency_vintage_currency enable row level security;
create policy tenant_isolation on currency_vintage_currency for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on currency_vintage_currency to steward_app;

create table data_entitlement (
  tenant_id uuid not null,
  entitlement_id uuid not null default uuidv7(),
  product_code text not null,
  start_date timestamp with time zone not null default now(),
  end_date timestamp with time zone not null,
  constraint data_entitlement_product_unique UNIQUE (tenant_id, product_code),
  constraint data_entitlement_pk PRIMARY KEY (tenant_id, entitlement_id)
);
alter table data_entitlement enable row level security;
create policy tenant_isolation on data_entitlement for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.data_entitlement REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Data entitlement', 'entitlement_id', 'product_code', 'entitlement_id', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.data_entitlement REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Data entitlement', 'entitlement_id', 'product_code', 'entitlement_id', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.data_entitlement FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Data entitlement', 'entitlement_id', 'product_code', 'entitlement_id', '');
CREATE TRIGGER image_delete AFTER DELETE ON public.data_entitlement REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('data_entitlement', '{entitlement_id}', '{tenant_id}', '{}', '{entitlement_id}');
CREATE TRIGGER image_insert AFTER INSERT ON public.data_entitlement REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_images('data_entitlement', '{entitlement_id}', '{tenant_id}', '{}', '{entitlement_id}');
CREATE TRIGGER image_update AFTER UPDATE OF start_date, end_date ON public.data_entitlement FOR EACH ROW EXECUTE FUNCTION write_image('data_entitlement', '{entitlement_id}', '{tenant_id}', '{}', '{entitlement_id}');
grant delete, insert, select, update on data_entitlement to steward_app;

create table datastore_entry (
  tenant_id uuid not null,
  level text not null,
  level_id text not null,
  entry_key text not null,
  value text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint datastore_entry_pk PRIMARY KEY (tenant_id, level, level_id, entry_key),
  constraint datastore_entry_key_form CHECK ((((length(entry_key) >= 1) AND (length(entry_key) <= 128)) AND ((length(level_id) >= 1) AND (length(level_id) <= 254)))),
  constraint datastore_entry_level_known CHECK ((level = ANY (ARRAY['Tenant'::text, 'User'::text]))),
  constraint datastore_entry_value_json CHECK ((value IS JSON))
);
alter table datastore_entry enable row level security;
create policy tenant_isolation on datastore_entry for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.datastore_entry REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Setting', 'entry_key', 'entry_key', '', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.datastore_entry REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Setting', 'entry_key', 'entry_key', '', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.datastore_entry FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Setting', 'entry_key', 'entry_key', '', '');
CREATE TRIGGER datastore_entry_version BEFORE UPDATE OF value ON public.datastore_entry FOR EACH ROW EXECUTE FUNCTION bump_version();
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.datastore_entry FOR EACH ROW EXECUTE FUNCTION write_image('datastore_entry', '{level,level_id,entry_key}', '{tenant_id}', '{}', '{level_id}');
CREATE TRIGGER image_update AFTER UPDATE OF value ON public.datastore_entry FOR EACH ROW EXECUTE FUNCTION write_image('datastore_entry', '{level,level_id,entry_key}', '{tenant_id}', '{}', '{level_id}');
grant delete, insert, select, update on datastore_entry to steward_app;

create table deprovisioning_limit (
  tenant_id uuid not null,
  is_on boolean not null,
  share_percent integer not null,
  minimum_users integer not null,
  state text not null default 'watching'::text,
  stopped_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by_name text,
  released_until timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint deprovisioning_limit_pk PRIMARY KEY (tenant_id),
  constraint deprovisioning_limit_minimum CHECK ((minimum_users >= 1)),
  constraint deprovisioning_limit_share CHECK (((share_percent >= 1) AND (share_percent <= 100))),
  constraint deprovisioning_limit_state_known CHECK ((state = ANY (ARRAY['watching'::text, 'stopped'::text, 'kept'::text, 'released'::text])))
);
alter table deprovisioning_limit enable row level security;
create policy tenant_isolation on deprovisioning_limit for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.deprovisioning_limit REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Deprovisioning limit', 'tenant_id', 'limit_name', '', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.deprovisioning_limit REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Deprovisioning limit', 'tenant_id', 'limit_name', '', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.deprovisioning_limit FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Deprovisioning limit', 'tenant_id', 'limit_name', '', '');
CREATE TRIGGER deprovisioning_limit_version BEFORE UPDATE ON public.deprovisioning_limit FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION bump_version();
grant insert, select, update on deprovisioning_limit to steward_app;

create table entitlement_ingest (
  tenant_id uuid not null,
  kind text not null,
  version bigint not null,
  batch_digest bytea not null,
  result jsonb not null,
  service_name text not null,
  ingested_at timestamp with time zone not null default now(),
  constraint entitlement_ingest_pk PRIMARY KEY (tenant_id, kind),
  constraint entitlement_ingest_kind_known CHECK ((kind = ANY (ARRAY['application'::text, 'data'::text, 'model'::text, 'quota'::text, 'package'::text])))
);
alter table entitlement_ingest enable row level security;
create policy tenant_isolation on entitlement_ingest for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on entitlement_ingest to steward_app;

create table esg_version (
  tenant_id uuid not null,
  version integer not null,
  weights jsonb not null,
  locked text[] not null default '{}'::text[],
  note text not null default ''::text,
  restored_from integer,
  created_by_name text not null,
  created_at timestamp with time zone not null default now(),
  constraint esg_version_pk PRIMARY KEY (tenant_id, version),
  constraint esg_version_counts CHECK ((version > 0))
);
alter table esg_version enable row level security;
create policy tenant_isolation on esg_version for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.esg_version REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('ESG scores', 'version', 'note', 'version,created_by_name', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.esg_version REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('ESG scores', 'version', 'note', 'version,created_by_name', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.esg_version FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('ESG scores', 'version', 'note', 'version,created_by_name', '');
grant insert, select on esg_version to steward_app;

create table event_day (
  tenant_id uuid not null,
  day date not null,
  event text not null,
  slot smallint not null,
  n bigint not null,
  constraint event_day_pk PRIMARY KEY (tenant_id, day, event, slot),
  constraint event_day_event_known CHECK ((event = ANY (ARRAY['sign_in'::text, 'sign_in_failed'::text, 'provisioning_failed'::text])))
);
CREATE INDEX event_day_day_idx ON public.event_day USING btree (day);
comment on column event_day.slot is 'Spreads the counts of concurrent sessions over several rows; their sum counts.';
alter table event_day enable row level security;
create policy tenant_isolation on event_day for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on event_day to steward_app;

create table expiry_notice (
  tenant_id uuid not null,
  source text not null,
  entity_id text not null,
  ends_at timestamp with time zone not null,
  threshold_days integer not null,
  created_at timestamp with time zone not null default now(),
  constraint expiry_notice_pk PRIMARY KEY (tenant_id, source, entity_id, ends_at, threshold_days)
);
CREATE INDEX expiry_notice_ends_idx ON public.expiry_notice USING btree (ends_at);
alter table expiry_notice enable row level security;
create policy tenant_isolation on expiry_notice for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select on expiry_notice to steward_app;

create table factor_reset_request (
  tenant_id uuid not null,
  request_id uuid not null default uuidv7(),
  user_id uuid not null,
  username text not null,
  reason text not null,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  state text not null default 'Pending'::text,
  decided_by_name text,
  constraint factor_reset_request_pk PRIMARY KEY (tenant_id, request_id),
  constraint factor_reset_request_parts CHECK (((decided_by_name IS NOT NULL) = (state = ANY (ARRAY['Accepted'::text, 'Refused'::text])))),
  constraint factor_reset_request_state_known CHECK ((state = ANY (ARRAY['Pending'::text, 'Accepted'::text, 'Refused'::text, 'Expired'::text])))
);
CREATE UNIQUE INDEX factor_reset_request_one_pending ON public.factor_reset_request USING btree (tenant_id, user_id) WHERE (state = 'Pending'::text);
CREATE INDEX factor_reset_request_user_idx ON public.factor_reset_request USING btree (tenant_id, user_id);
comment on column factor_reset_request.state is 'Pending also after expires_at, until there is another request.';
alter table factor_reset_request enable row level security;
create policy tenant_isolation on factor_reset_request for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.factor_reset_request REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Second factor reset', 'user_id', 'username', 'request_id,user_id,username,asked_by,asked_by_name,asked_at', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.factor_reset_request REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Second factor reset', 'user_id', 'username', 'request_id,user_id,username,asked_by,asked_by_name,asked_at', '');
CREATE TRIGGER audit_update AFTER UPDATE OF state ON public.factor_reset_request FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Second factor reset', 'user_id', 'username', 'request_id,user_id,username,asked_by,asked_by_name,asked_at', '');
grant insert, select, update on factor_reset_request to steward_app;

create table feature_flag (
  flag_name text not null,
  is_enabled boolean not null default false,
  description text not null default ''::text,
  updated_at timestamp with time zone not null default now(),
  is_set boolean not null default false,
  is_stopped boolean not null default false,
  percentage smallint,
  constraint feature_flag_pk PRIMARY KEY (flag_name),
  constraint feature_flag_percentage_range CHECK (((percentage IS NULL) OR (is_enabled AND ((percentage >= 1) AND (percentage <= 99)))))
);
grant select on feature_flag to steward_app;

create table feature_flag_override (
  tenant_id uuid not null,
  flag_name text not null,
  is_enabled boolean not null,
  updated_at timestamp with time zone not null default now(),
  percentage smallint,
  constraint feature_flag_override_pk PRIMARY KEY (tenant_id, flag_name),
  constraint feature_flag_override_percentage_range CHECK (((percentage IS NULL) OR (is_enabled AND ((percentage >= 1) AND (percentage <= 99)))))
);
alter table feature_flag_override enable row level security;
create policy tenant_isolation on feature_flag_override for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.feature_flag_override REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Feature flag', 'flag_name', 'flag_name', '', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.feature_flag_override REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Feature flag', 'flag_name', 'flag_name', '', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.feature_flag_override FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Feature flag', 'flag_name', 'flag_name', '', '');
grant delete, insert, select, update on feature_flag_override to steward_app;

create table feature_flag_user (
  tenant_id uuid not null,
  user_id uuid not null,
  flag_name text not null,
  is_enabled boolean not null,
  updated_at timestamp with time zone not null default now(),
  constraint feature_flag_user_pk PRIMARY KEY (tenant_id, user_id, flag_name)
);
CREATE INDEX feature_flag_user_flag_idx ON public.feature_flag_user USING btree (tenant_id, flag_name);
alter table feature_flag_user enable row level security;
create policy tenant_isolation on feature_flag_user for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.feature_flag_user REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Feature flag', 'flag_name', 'flag_name', '', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.feature_flag_user REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Feature flag', 'flag_name', 'flag_name', '', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.feature_flag_user FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Feature flag', 'flag_name', 'flag_name', '', '');
grant select on feature_flag_user to steward_app;

create table federation_attempt (
  tenant_id uuid not null,
  attempt_id uuid not null,
  occurred_at timestamp with time zone not null,
  is_test boolean not null,
  provider_name text not null,
  protocol text not null,
  outcome text not null,
  refusal jsonb,
  username text,
  address inet,
  user_agent text not null default ''::text,
  steps jsonb not null default '[]'::jsonb,
  kind text not null default 'sign_in'::text,
  is_unasked boolean not null default false,
  constraint federation_attempt_pk PRIMARY KEY (tenant_id, attempt_id),
  constraint federation_attempt_kind_known CHECK ((kind = ANY (ARRAY['sign_in'::text, 'sign_out'::text]))),
  constraint federation_attempt_outcome_known CHECK ((outcome = ANY (ARRAY['pending'::text, 'success'::text, 'failure'::text])))
);
CREATE INDEX federation_attempt_occurred_idx ON public.federation_attempt USING btree (tenant_id, occurred_at DESC, attempt_id DESC);
alter table federation_attempt enable row level security;
create policy tenant_isolation on federation_attempt for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on federation_attempt to steward_app;

create table federation_certificate (
  tenant_id uuid not null,
  slot text not null,
  fingerprint text not null,
  der text not null,
  subject text not null,
  not_before timestamp with time zone not null,
  not_after timestamp with time zone not null,
  is_in_metadata boolean not null,
  created_at timestamp with time zone not null default now(),
  constraint federation_certificate_pk PRIMARY KEY (tenant_id, slot, fingerprint)
);
alter table federation_certificate enable row level security;
create policy tenant_isolation on federation_certificate for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.federation_certificate REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Single sign-on', 'fingerprint', 'subject', 'der', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.federation_certificate REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Single sign-on', 'fingerprint', 'subject', 'der', '');
CREATE TRIGGER audit_update AFTER UPDATE OF is_in_metadata ON public.federation_certificate FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Single sign-on', 'fingerprint', 'subject', 'der', '');
grant delete, insert, select, update on federation_certificate to steward_app;

create table federation_config (
  tenant_id uuid not null,
  state text not null default 'INACTIVE'::text,
  provider_name text,
  admin_username text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint federation_config_pk PRIMARY KEY (tenant_id),
  constraint federation_config_state_known CHECK ((state = ANY (ARRAY['INACTIVE'::text, 'TESTING'::text, 'ACTIVE'::text])))
);
alter table federation_config enable row level security;
create policy tenant_isolation on federation_config for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.federation_config REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Single sign-on', 'tenant_id', 'provider_name', '', 'client_secret');
CREATE TRIGGER audit_insert AFTER INSERT ON public.federation_config REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Single sign-on', 'tenant_id', 'provider_name', '', 'client_secret');
CREATE TRIGGER audit_update AFTER UPDATE ON public.federation_config FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Single sign-on', 'tenant_id', 'provider_name', '', 'client_secret');
CREATE TRIGGER federation_config_version BEFORE UPDATE ON public.federation_config FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION bump_version();
grant delete, insert, select, update on federation_config to steward_app;

create table federation_flow (
  tenant_id uuid not null,
  flow_digest bytea not null,
  browser_digest bytea not null,
  attempt_id uuid not null,
  slot text not null,
  revision uuid not null,
  is_test boolean not null,
  started_by text,
  remembered text not null,
  departure text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  returned_at timestamp with time zone,
  code_digest bytea,
  code_expires_at timestamp with time zone,
  code_used_at timestamp with time zone,
  identity text,
  constraint federation_flow_pk PRIMARY KEY (tenant_id, flow_digest)
);
CREATE UNIQUE INDEX federation_flow_code_unique ON public.federation_flow USING btree (tenant_id, code_digest) WHERE (code_digest IS NOT NULL);
CREATE INDEX federation_flow_expires_idx ON public.federation_flow USING btree (expires_at);
comment on column federation_flow.remembered is 'Sealed: nonce, PKCE verifier, id of the request.';
comment on column federation_flow.identity is 'Sealed: the identity that the provider asserted, for the minute in which the code is valid.';
alter table federation_flow enable row level security;
create policy tenant_isolation on federation_flow for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on federation_flow to steward_app;

create table federation_key (
  tenant_id uuid not null,
  key_id text not null,
  status text not null,
  private_key text not null,
  certificate text not null,
  fingerprint text not null,
  created_at timestamp with time zone not null default now(),
  not_after timestamp with time zone not null,
  constraint federation_key_pk PRIMARY KEY (tenant_id, key_id),
  constraint federation_key_status_known CHECK ((status = ANY (ARRAY['next'::text, 'active'::text, 'previous'::text])))
);
CREATE UNIQUE INDEX federation_key_active_unique ON public.federation_key USING btree (tenant_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX federation_key_next_unique ON public.federation_key USING btree (tenant_id) WHERE (status = 'next'::text);
comment on column federation_key.private_key is 'Sealed; opened with the key file of the installation.';
alter table federation_key enable row level security;
create policy tenant_isolation on federation_key for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.federation_key REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Single sign-on', 'key_id', 'key_id', 'certificate', 'private_key');
CREATE TRIGGER audit_insert AFTER INSERT ON public.federation_key REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Single sign-on', 'key_id', 'key_id', 'certificate', 'private_key');
CREATE TRIGGER audit_update AFTER UPDATE OF status ON public.federation_key FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Single sign-on', 'key_id', 'key_id', 'certificate', 'private_key');
grant delete, insert, select, update on federation_key to steward_app;

create table federation_provider (
  tenant_id uuid not null,
  slot text not null,
  revision uuid not null default uuidv7(),
  protocol text not null,
  provider_name text not null,
  metadata_url text,
  metadata_read_at timestamp with time zone not null,
  issuer text not null,
  endpoints jsonb not null,
  details jsonb not null,
  admin_group_name text not null,
  admin_username text not null,
  group_mappings jsonb not null default '[]'::jsonb,
  claim_names jsonb not null default '{}'::jsonb,
  client_id text,
  client_secret text,
  client_secret_expires_at timestamp with time zone,
  client_authentication text,
  test_result jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  assertion_audience text not null default 'issuer'::text,
  accepts_response_signature boolean not null default false,
  asks_persistent_name_id boolean not null default false,
  constraint federation_provider_pk PRIMARY KEY (tenant_id, slot),
  constraint federation_provider_audience_known CHECK ((assertion_audience = ANY (ARRAY['issuer'::text, 'token_endpoint'::text]))),
  constraint federation_provider_authentication_known CHECK ((client_authentication = ANY (ARRAY['client_secret_post'::text, 'client_secret_basic'::text, 'private_key_jwt'::text]))),
  constraint federation_provider_protocol_known CHECK ((protocol = ANY (ARRAY['oidc'::text, 'saml'::text]))),
  constraint federation_provider_slot_known CHECK ((slot = ANY (ARRAY['active'::text, 'draft'::text])))
);
comment on column federation_provider.revision is 'Changes with every edit after which the test sign-in has to be repeated.';
comment on column federation_provider.client_secret is 'Sealed; opened with the key file of the installation.';
alter table federation_provider enable row level security;
create policy tenant_isolation on federation_provider for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.federation_provider REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Single sign-on', 'slot', 'provider_name', 'revision,metadata_read_at,endpoints,details,test_result,asks_persistent_name_id', 'client_secret');
CREATE TRIGGER audit_insert AFTER INSERT ON public.federation_provider REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Single sign-on', 'slot', 'provider_name', 'revision,metadata_read_at,endpoints,details,test_result,asks_persistent_name_id', 'client_secret');
CREATE TRIGGER audit_update AFTER UPDATE OF protocol, provider_name, metadata_url, issuer, admin_group_name, admin_username, group_mappings, claim_names, client_id, client_secret, client_secret_expires_at, client_authentication, assertion_audience, accepts_response_signature ON public.federation_provider FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Single sign-on', 'slot', 'provider_name', 'revision,metadata_read_at,endpoints,details,test_result,asks_persistent_name_id', 'client_secret');
CREATE TRIGGER federation_provider_version BEFORE UPDATE ON public.federation_provider FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION bump_version();
grant delete, insert, select, update on federation_provider to steward_app;

create table federation_seen (
  tenant_id uuid not null,
  seen_digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint federation_seen_pk PRIMARY KEY (tenant_id, seen_digest)
);
CREATE INDEX federation_seen_expires_idx ON public.federation_seen USING btree (expires_at);
alter table federation_seen enable row level security;
create policy tenant_isolation on federation_seen for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select on federation_seen to steward_app;

create table federation_session (
  tenant_id uuid not null,
  session_id uuid not null,
  issuer text not null,
  subject text not null,
  provider_session_id text,
  logout text not null,
  created_at timestamp with time zone not null default now(),
  constraint federation_session_pk PRIMARY KEY (tenant_id, session_id)
);
CREATE INDEX federation_session_provider_idx ON public.federation_session USING btree (tenant_id, issuer, provider_session_id);
CREATE INDEX federation_session_subject_idx ON public.federation_session USING btree (tenant_id, issuer, subject);
comment on column federation_session.logout is 'Sealed: what the provider expects in a logout request.';
alter table federation_session enable row level security;
create policy tenant_isolation on federation_session for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on federation_session to steward_app;

create table federation_subject (
  tenant_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint federation_subject_user_unique UNIQUE (tenant_id, issuer, user_id),
  constraint federation_subject_pk PRIMARY KEY (tenant_id, issuer, subject)
);
CREATE INDEX federation_subject_user_idx ON public.federation_subject USING btree (tenant_id, user_id);
alter table federation_subject enable row level security;
create policy tenant_isolation on federation_subject for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select on federation_subject to steward_app;

create table feedback (
  tenant_id uuid not null,
  feedback_id uuid not null default uuidv7(),
  user_id uuid,
  username text not null,
  mood text not null,
  message text not null,
  page text not null,
  version text not null,
  user_agent text not null default ''::text,
  screenshot bytea,
  screenshot_type text,
  created_at timestamp with time zone not null default now(),
  constraint feedback_pk PRIMARY KEY (tenant_id, feedback_id),
  constraint feedback_mood_known CHECK ((mood = ANY (ARRAY['very_good'::text, 'good'::text, 'neutral'::text, 'bad'::text, 'very_bad'::text]))),
  constraint feedback_screenshot_size CHECK ((octet_length(screenshot) <= 2097152)),
  constraint feedback_screenshot_type_known CHECK ((screenshot_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  constraint feedback_screenshot_whole CHECK (((screenshot IS NULL) = (screenshot_type IS NULL)))
);
CREATE INDEX feedback_created_idx ON public.feedback USING btree (created_at);
CREATE INDEX feedback_user_idx ON public.feedback USING btree (tenant_id, user_id, created_at);
alter table feedback enable row level security;
create policy tenant_isolation on feedback for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select on feedback to steward_app;

create table group_member (
  tenant_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint group_member_pk PRIMARY KEY (tenant_id, group_id, user_id)
);
CREATE INDEX group_member_user_idx ON public.group_member USING btree (tenant_id, user_id, group_id);
CREATE STATISTICS public.group_member_group (dependencies) ON tenant_id, group_id FROM group_member;
alter table group_member enable row level security;
create policy tenant_isolation on group_member for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Group', 'user_group', 'group_id', 'group_name', 'usernames', 'app_user', 'user_id', 'username');
CREATE TRIGGER audit_insert AFTER INSERT ON public.group_member REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Group', 'user_group', 'group_id', 'group_name', 'usernames', 'app_user', 'user_id', 'username');
CREATE TRIGGER count_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_group_members();
CREATE TRIGGER count_insert AFTER INSERT ON public.group_member REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_group_members();
CREATE TRIGGER guard_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION guard_membership();
CREATE TRIGGER image_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_member_images('{tenant_id}');
CREATE TRIGGER image_insert AFTER INSERT ON public.group_member REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_member_images('{tenant_id}');
CREATE TRIGGER version_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION bump_user_version();
CREATE TRIGGER version_insert AFTER INSERT ON public.group_member REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION bump_user_version();
grant delete, insert, select on group_member to steward_app;

create table group_role (
  tenant_id uuid not null,
  group_id uuid not null,
  role_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint group_role_pk PRIMARY KEY (tenant_id, group_id, role_id)
);
CREATE INDEX group_role_role_idx ON public.group_role USING btree (tenant_id, role_id, group_id);
alter table group_role enable row level security;
create policy tenant_isolation on group_role for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.group_role REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Group', 'user_group', 'group_id', 'group_name', 'roles', 'role', 'role_id', 'role_name');
CREATE TRIGGER audit_insert AFTER INSERT ON public.group_role REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Group', 'user_group', 'group_id', 'group_name', 'roles', 'role', 'role_id', 'role_name');
CREATE TRIGGER count_delete AFTER DELETE ON public.group_role REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_group_roles();
CREATE TRIGGER count_insert AFTER INSERT ON public.group_role REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_group_roles();
CREATE TRIGGER group_names_granted AFTER INSERT ON public.group_role FOR EACH ROW EXECUTE FUNCTION step_group_names();
CREATE TRIGGER group_names_revoked AFTER DELETE ON public.group_role FOR EACH ROW EXECUTE FUNCTION step_group_names();
CREATE TRIGGER guard_delete AFTER DELETE ON public.group_role FOR EACH ROW EXECUTE FUNCTION guard_group_role();
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.group_role FOR EACH ROW EXECUTE FUNCTION write_image('group_role', '{group_id,role_id}', '{tenant_id}', '{}', '{group_id,role_id}');
grant delete, insert, select on group_role to steward_app;

create table installation_secret (
  secret_name text not null,
  fingerprint text not null,
  recorded_at timestamp with time zone not null default now(),
  constraint installation_secret_pk PRIMARY KEY (secret_name),
  constraint installation_secret_name_known CHECK ((secret_name = ANY (ARRAY['sealing'::text, 'push'::text])))
);

create table job (
  tenant_id uuid not null,
  job_id text not null,
  sequence bigint not null,
  product_code text not null,
  resource_group_id uuid,
  operation text not null,
  workflow_id text,
  workflow_name text not null default ''::text,
  workflow_description text not null default ''::text,
  created_by text not null,
  created_at timestamp with time zone not null,
  start_time timestamp with time zone,
  end_time timestamp with time zone,
  status text not null,
  priority text not null default 'Medium'::text,
  progress smallint not null default 0,
  queue_position integer,
  reason text not null default ''::text,
  is_interactive boolean not null default false,
  sections jsonb storage main not null default '[]'::jsonb,
  tasks jsonb storage main not null default '[]'::jsonb,
  reported_at timestamp with time zone not null default now(),
  ended_sequence bigint,
  constraint job_pk PRIMARY KEY (tenant_id, job_id),
  constraint job_priority_known CHECK ((priority = ANY (ARRAY['VeryLow'::text, 'Low'::text, 'Medium'::text, 'High'::text, 'VeryHigh'::text]))),
  constraint job_progress_percent CHECK (((progress >= 0) AND (progress <= 100))),
  constraint job_status_known CHECK ((status = ANY (ARRAY['Cancelled'::text, 'Failed'::text, 'Finished'::text, 'Pending'::text, 'Queued'::text, 'Running'::text])))
) with (fillfactor=50, toast_tuple_target=256);
CREATE INDEX job_created_idx ON public.job USING btree (tenant_id, created_at, job_id);
CREATE INDEX job_creator_idx ON public.job USING btree (tenant_id, created_by, created_at, job_id);
CREATE INDEX job_interactive_idx ON public.job USING btree (tenant_id, product_code, end_time) WHERE is_interactive;
CREATE INDEX job_kind_idx ON public.job USING btree (tenant_id, resource_group_id, operation, product_code);
CREATE INDEX job_operation_idx ON public.job USING btree (tenant_id, operation, created_at, job_id);
CREATE INDEX job_product_idx ON public.job USING btree (tenant_id, product_code, created_at, job_id);
CREATE INDEX job_reason_idx ON public.job USING btree (tenant_id, reason, created_at, job_id) WHERE (reason <> ''::text);
CREATE INDEX job_resource_group_idx ON public.job USING btree (tenant_id, resource_group_id, created_at, job_id);
CREATE INDEX job_status_idx ON public.job USING btree (tenant_id, status, created_at, job_id);
CREATE INDEX job_workflow_idx ON public.job USING btree (tenant_id, workflow_id, created_at, job_id) WHERE (workflow_id IS NOT NULL);
comment on column job.sequence is 'The product''s own counter: of the reports of a job, the one with the highest counts.';
comment on column job.resource_group_id is 'Of Data Admin; it decides who sees the job. The resource group can be deleted by now.';
comment on column job.ended_sequence is 'Of the last report by which the job was over; null if it never was since this column exists.';
alter table job enable row level security;
create policy tenant_isolation on job for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on job to steward_app;

create table job_command (
  tenant_id uuid not null,
  command_id uuid not null default uuidv7(),
  "position" bigint not null,
  job_id text not null,
  product_code text not null,
  operation text not null,
  kind text not null,
  priority text,
  requested_by text not null,
  requested_at timestamp with time zone not null default now(),
  state text not null default 'Pending'::text,
  answered_at timestamp with time zone,
  reason text not null default ''::text,
  job_sequence bigint,
  constraint job_command_position_unique UNIQUE (tenant_id, "position"),
  constraint job_command_pk PRIMARY KEY (tenant_id, command_id),
  constraint job_command_kind_known CHECK ((kind = ANY (ARRAY['Cancel'::text, 'Reprioritize'::text]))),
  constraint job_command_priority CHECK (((kind = 'Reprioritize'::text) = (priority IS NOT NULL))),
  constraint job_command_state_known CHECK ((state = ANY (ARRAY['Pending'::text, 'Accepted'::text, 'Refused'::text])))
);
CREATE INDEX job_command_job_idx ON public.job_command USING btree (tenant_id, job_id, "position");
CREATE INDEX job_command_pending_idx ON public.job_command USING btree (tenant_id, "position") WHERE (state = 'Pending'::text);
comment on column job_command.job_sequence is 'The sequence of the job when it was asked.';
alter table job_command enable row level security;
create policy tenant_isolation on job_command for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.job_command REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Job', 'job_id', 'operation', 'command_id,position,job_id,product_code,operation,requested_by,requested_at,answered_at,job_sequence', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.job_command REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Job', 'job_id', 'operation', 'command_id,position,job_id,product_code,operation,requested_by,requested_at,answered_at,job_sequence', '');
CREATE TRIGGER audit_update AFTER UPDATE OF state, reason ON public.job_command FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Job', 'job_id', 'operation', 'command_id,position,job_id,product_code,operation,requested_by,requested_at,answered_at,job_sequence', '');
grant insert, select on job_command to steward_app;
grant update (state, answered_at, reason) on job_command to steward_app;

create table job_command_counter (
  tenant_id uuid not null,
  last_position bigint not null,
  constraint job_command_counter_pk PRIMARY KEY (tenant_id)
);
alter table job_command_counter enable row level security;
create policy tenant_isolation on job_command_counter for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on job_command_counter to steward_app;

create table job_group (
  tenant_id uuid not null,
  job_id text not null,
  group_id uuid not null,
  constraint job_group_pk PRIMARY KEY (tenant_id, job_id, group_id)
);
CREATE INDEX job_group_group_idx ON public.job_group USING btree (tenant_id, group_id);
alter table job_group enable row level security;
create policy tenant_isolation on job_group for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.job_group REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Job', 'job', 'job_id', 'operation', 'groups', 'user_group', 'group_id', 'group_name');
CREATE TRIGGER audit_insert AFTER INSERT ON public.job_group REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Job', 'job', 'job_id', 'operation', 'groups', 'user_group', 'group_id', 'group_name');
grant delete, insert, select on job_group to steward_app;

create table job_tag (
  tenant_id uuid not null,
  tag_id uuid not null,
  job_id text not null,
  created_at timestamp with time zone not null,
  constraint job_tag_pk PRIMARY KEY (tenant_id, job_id, tag_id)
);
CREATE INDEX job_tag_tag_idx ON public.job_tag USING btree (tenant_id, tag_id, created_at, job_id);
comment on column job_tag.created_at is 'Of the job, so that the jobs of a tag can be read in the order of time.';
alter table job_tag enable row level security;
create policy tenant_isolation on job_tag for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.job_tag REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Job', 'job', 'job_id', 'operation', 'tags', 'tag', 'tag_id', 'tag_name');
CREATE TRIGGER audit_insert AFTER INSERT ON public.job_tag REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Job', 'job', 'job_id', 'operation', 'tags', 'tag', 'tag_id', 'tag_name');
grant delete, insert, select on job_tag to steward_app;

create table log_archive (
  tenant_id uuid not null,
  log_archive_id uuid not null default uuidv7(),
  log text not null,
  month date not null,
  part integer not null,
  object_key text not null,
  row_count bigint not null,
  byte_count bigint not null,
  digest text not null,
  blocks jsonb not null,
  archived_at timestamp with time zone not null default now(),
  is_dropped boolean not null default false,
  constraint log_archive_part_unique UNIQUE (tenant_id, log, month, part),
  constraint log_archive_pk PRIMARY KEY (tenant_id, log_archive_id),
  constraint log_archive_blocks_list CHECK ((jsonb_typeof(blocks) = 'array'::text)),
  constraint log_archive_counts_positive CHECK (((part > 0) AND (row_count > 0) AND (byte_count > 0))),
  constraint log_archive_digest_form CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint log_archive_log_known CHECK ((log = ANY (ARRAY['audit_entry'::text, 'system_log'::text]))),
  constraint log_archive_month_first CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);
comment on column log_archive.part is 'More than one if entries of the month arrived after it was dropped.';
comment on column log_archive.digest is 'SHA-256 of the object.';
comment on column log_archive.blocks is 'The compressed blocks of the object in their order: size, rows, SHA-256, and the position of the newest entry.';
comment on column log_archive.is_dropped is 'Whether the entries are gone from the database.';
alter table log_archive enable row level security;
create policy tenant_isolation on log_archive for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on log_archive to steward_app;

create table log_stream (
  tenant_id uuid not null,
  log_stream_id uuid not null default uuidv7(),
  log_stream_name text not null,
  log_stream_name_key text not null generated always as (lower(log_stream_name)) stored,
  kind text not null,
  address text not null,
  format text not null default 'array'::text,
  sends_audit_log boolean not null default true,
  sends_system_log boolean not null default true,
  event_kinds text[] not null default '{}'::text[],
  is_paused boolean not null default false,
  pause_reason text,
  signing_secret text,
  previous_signing_secret text,
  previous_expires_at timestamp with time zone,
  created_by_name text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint log_stream_name_unique UNIQUE (tenant_id, log_stream_name_key),
  constraint log_stream_pk PRIMARY KEY (tenant_id, log_stream_id),
  constraint log_stream_format_known CHECK ((format = ANY (ARRAY['array'::text, 'lines'::text]))),
  constraint log_stream_kind_known CHECK ((kind = ANY (ARRAY['webhook'::text, 'syslog'::text]))),
  constraint log_stream_name_form CHECK (((log_stream_name = btrim(log_stream_name)) AND ((length(log_stream_name) >= 1) AND (length(log_stream_name) <= 64)))),
  constraint log_stream_pause_reason_known CHECK ((pause_reason = ANY (ARRAY['by_hand'::text, 'failing'::text, 'gone'::text]))),
  constraint log_stream_pause_whole CHECK ((is_paused = (pause_reason IS NOT NULL))),
  constraint log_stream_previous_whole CHECK (((previous_signing_secret IS NULL) = (previous_expires_at IS NULL))),
  constraint log_stream_sends_something CHECK ((sends_audit_log OR sends_system_log))
);
comment on column log_stream.event_kinds is 'The kinds of the system log that are sent; empty for all.';
comment on column log_stream.signing_secret is 'Signs webhooks; sealed with the key of the installation.';
alter table log_stream enable row level security;
create policy tenant_isolation on log_stream for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.log_stream REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Log stream', 'log_stream_id', 'log_stream_name', 'log_stream_id,log_stream_name_key,previous_signing_secret,created_by_name', 'signing_secret');
CREATE TRIGGER audit_insert AFTER INSERT ON public.log_stream REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Log stream', 'log_stream_id', 'log_stream_name', 'log_stream_id,log_stream_name_key,previous_signing_secret,created_by_name', 'signing_secret');
CREATE TRIGGER audit_update AFTER UPDATE ON public.log_stream FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Log stream', 'log_stream_id', 'log_stream_name', 'log_stream_id,log_stream_name_key,previous_signing_secret,created_by_name', 'signing_secret');
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.log_stream FOR EACH ROW EXECUTE FUNCTION write_image('log_stream', '{log_stream_id}', '{tenant_id,log_stream_name_key,previous_expires_at,signing_secret,previous_signing_secret}', '{signing_secret,previous_signing_secret}', '{log_stream_id}');
CREATE TRIGGER image_update AFTER UPDATE OF log_stream_name, address, format, sends_audit_log, sends_system_log, event_kinds, is_paused, pause_reason, signing_secret, previous_signing_secret ON public.log_stream FOR EACH ROW EXECUTE FUNCTION write_image('log_stream', '{log_stream_id}', '{tenant_id,log_stream_name_key,previous_expires_at,signing_secret,previous_signing_secret}', '{signing_secret,previous_signing_secret}', '{log_stream_id}');
CREATE TRIGGER log_stream_version BEFORE UPDATE ON public.log_stream FOR EACH ROW EXECUTE FUNCTION bump_version();
grant delete, insert, select, update on log_stream to steward_app;

create table log_stream_delivery (
  tenant_id uuid not null,
  log_stream_id uuid not null,
  log_stream_delivery_id uuid not null default uuidv7(),
  attempted_at timestamp with time zone not null,
  is_test boolean not null default false,
  outcome text not null,
  status integer,
  fault text,
  detail text not null default ''::text,
  duration_ms integer not null,
  events integer not null,
  batch_id uuid not null,
  constraint log_stream_delivery_pk PRIMARY KEY (tenant_id, log_stream_id, log_stream_delivery_id),
  constraint log_stream_delivery_outcome_known CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text])))
);
alter table log_stream_delivery enable row level security;
create policy tenant_isolation on log_stream_delivery for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select on log_stream_delivery to steward_app;

create table log_stream_progress (
  tenant_id uuid not null,
  log_stream_id uuid not null,
  delivered_to uuid not null,
  delivered_at timestamp with time zone,
  batch_id uuid,
  batch_to uuid,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  next_attempt_at timestamp with time zone not null default now(),
  lease_id uuid,
  leased_until timestamp with time zone,
  constraint log_stream_progress_pk PRIMARY KEY (tenant_id, log_stream_id),
  constraint log_stream_progress_batch_whole CHECK (((batch_id IS NULL) = (batch_to IS NULL))),
  constraint log_stream_progress_lease_whole CHECK (((lease_id IS NULL) = (leased_until IS NULL)))
);
CREATE INDEX log_stream_progress_due_idx ON public.log_stream_progress USING btree (next_attempt_at);
comment on column log_stream_progress.delivered_to is 'Entries with this ID and earlier ones have been delivered, or need not be.';
comment on column log_stream_progress.batch_to is 'The last entry of a batch that was tried: it is sent again as it was, under the same ID.';
alter table log_stream_progress enable row level security;
create policy tenant_isolation on log_stream_progress for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on log_stream_progress to steward_app;

create table model_entitlement (
  tenant_id uuid not null,
  entitlement_id uuid not null default uuidv7(),
  product_code text not null,
  product_name text not null,
  continent text not null,
  peril text not null,
  start_date timestamp with time zone not null default now(),
  end_date timestamp with time zone not null,
  constraint model_entitlement_product_unique UNIQUE (tenant_id, product_code, continent, peril),
  constraint model_entitlement_pk PRIMARY KEY (tenant_id, entitlement_id)
);
alter table model_entitlement enable row level security;
create policy tenant_isolation on model_entitlement for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.model_entitlement REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Model entitlement', 'entitlement_id', 'product_name', 'entitlement_id', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.model_entitlement REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Model entitlement', 'entitlement_id', 'product_name', 'entitlement_id', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.model_entitlement FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Model entitlement', 'entitlement_id', 'product_name', 'entitlement_id', '');
grant delete, insert, select, update on model_entitlement to steward_app;

create table notification (
  tenant_id uuid not null,
  notification_id uuid not null default uuidv7(),
  transaction xid8 not null default pg_current_xact_id(),
  message_type text not null,
  recipient_id uuid,
  actor_id uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  properties jsonb not null default '{}'::jsonb,
  constraint notification_pk PRIMARY KEY (tenant_id, notification_id)
);
CREATE INDEX notification_broadcast_idx ON public.notification USING btree (tenant_id, message_type, notification_id) WHERE (recipient_id IS NULL);
CREATE INDEX notification_expires_idx ON public.notification USING btree (expires_at);
CREATE INDEX notification_recipient_idx ON public.notification USING btree (tenant_id, recipient_id, notification_id) WHERE (recipient_id IS NOT NULL);
CREATE INDEX notification_transaction_idx ON public.notification USING btree (tenant_id, transaction);
comment on column notification.recipient_id is 'The one user it is for; null: everyone who can see what it is about.';
comment on column notification.actor_id is 'Who made the change, and so knows of it already; can be deleted by now.';
comment on column notification.expires_at is 'When it is deleted, read or not.';
alter table notification enable row level security;
create policy tenant_isolation on notification for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select on notification to steward_app;

create table notification_delivery (
  tenant_id uuid not null,
  notification_id uuid not null,
  user_id uuid not null,
  channel text not null,
  outcome text,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  constraint notification_delivery_pk PRIMARY KEY (tenant_id, notification_id, user_id, channel),
  constraint notification_delivery_outcome_known CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text])))
);
CREATE INDEX notification_delivery_user_idx ON public.notification_delivery USING btree (tenant_id, user_id);
alter table notification_delivery enable row level security;
create policy tenant_isolation on notification_delivery for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on notification_delivery to steward_app;

create table notification_reader (
  tenant_id uuid not null,
  user_id uuid not null,
  acknowledged_through uuid not null,
  updated_at timestamp with time zone not null default now(),
  constraint notification_reader_pk PRIMARY KEY (tenant_id, user_id)
);
alter table notification_reader enable row level security;
create policy tenant_isolation on notification_reader for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on notification_reader to steward_app;

create table notification_receipt (
  tenant_id uuid not null,
  user_id uuid not null,
  notification_id uuid not null,
  status text not null,
  dismissed boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint notification_receipt_pk PRIMARY KEY (tenant_id, user_id, notification_id),
  constraint notification_receipt_status_known CHECK ((status = ANY (ARRAY['ACKNOWLEDGED'::text, 'UNDELIVERED'::text])))
);
CREATE INDEX notification_receipt_notification_idx ON public.notification_receipt USING btree (tenant_id, notification_id);
alter table notification_receipt enable row level security;
create policy tenant_isolation on notification_receipt for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on notification_receipt to steward_app;

create table notification_subscription (
  tenant_id uuid not null,
  user_id uuid not null,
  event_type text not null,
  namespace text not null,
  email boolean not null default false,
  push boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint notification_subscription_pk PRIMARY KEY (tenant_id, user_id, event_type),
  constraint notification_subscription_any CHECK ((email OR push))
);
CREATE INDEX notification_subscription_event_idx ON public.notification_subscription USING btree (tenant_id, event_type, user_id);
alter table notification_subscription enable row level security;
create policy tenant_isolation on notification_subscription for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.notification_subscription REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Notification subscription', 'event_type', 'event_type', 'event_type,namespace', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.notification_subscription REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Notification subscription', 'event_type', 'event_type', 'event_type,namespace', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.notification_subscription FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Notification subscription', 'event_type', 'event_type', 'event_type,namespace', '');
grant delete, insert, select, update on notification_subscription to steward_app;

create table one_time_token (
  tenant_id uuid not null,
  token_digest bytea not null,
  user_id uuid not null,
  purpose text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  reported_at timestamp with time zone,
  constraint one_time_token_pk PRIMARY KEY (tenant_id, token_digest),
  constraint one_time_token_purpose_known CHECK ((purpose = ANY (ARRAY['activation'::text, 'reset'::text, 'report'::text]))),
  constraint one_time_token_report_parts CHECK (((purpose = 'report'::text) = (reported_at IS NOT NULL)))
);
CREATE INDEX one_time_token_digest_idx ON public.one_time_token USING btree (token_digest);
CREATE INDEX one_time_token_open_idx ON public.one_time_token USING btree (tenant_id, expires_at) WHERE ((purpose = 'activation'::text) AND (used_at IS NULL));
CREATE INDEX one_time_token_user_idx ON public.one_time_token USING btree (tenant_id, user_id, purpose);
comment on column one_time_token.reported_at is 'Of a report: when what the mail tells about happened.';
alter table one_time_token enable row level security;
create policy tenant_isolation on one_time_token for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on one_time_token to steward_app;

create table open_model (
  tenant_id uuid not null,
  model_id text not null,
  terms_version text,
  accepted_by text,
  accepted_at timestamp with time zone,
  is_enabled boolean not null default false,
  max_concurrency integer not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint open_model_pk PRIMARY KEY (tenant_id, model_id),
  constraint open_model_concurrency_counts CHECK ((max_concurrency > 0)),
  constraint open_model_enabled_needs_terms CHECK (((NOT is_enabled) OR (terms_version IS NOT NULL))),
  constraint open_model_terms_whole CHECK ((((terms_version IS NULL) = (accepted_at IS NULL)) AND ((accepted_at IS NULL) = (accepted_by IS NULL))))
);
alter table open_model enable row level security;
create policy tenant_isolation on open_model for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.open_model REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Open model', 'model_id', 'model_id', 'model_id', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.open_model REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Open model', 'model_id', 'model_id', 'model_id', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.open_model FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Open model', 'model_id', 'model_id', 'model_id', '');
CREATE TRIGGER open_model_version BEFORE UPDATE ON public.open_model FOR EACH ROW EXECUTE FUNCTION bump_version();
grant insert, select, update on open_model to steward_app;

create table provisioning_event (
  tenant_id uuid not null,
  provisioning_event_id uuid not null default uuidv7(),
  occurred_at timestamp with time zone not null default clock_timestamp(),
  operation text not null,
  resource_type text,
  resource_id text,
  resource_name text not null,
  outcome text not null,
  is_dry_run boolean not null,
  method text not null,
  path text not null,
  body text,
  is_body_cut boolean not null,
  status integer not null,
  scim_type text,
  code text,
  parameters text,
  detail text,
  change_count integer not null,
  changes text,
  duration_ms integer not null,
  scim_token_id uuid,
  token_name text not null,
  address inet,
  user_agent text not null,
  request_id text,
  replay_of uuid,
  replayed_by_name text,
  constraint provisioning_event_pk PRIMARY KEY (tenant_id, provisioning_event_id),
  constraint provisioning_event_operation_known CHECK ((operation = ANY (ARRAY['create'::text, 'replace'::text, 'patch'::text, 'delete'::text, 'read'::text, 'bulk'::text]))),
  constraint provisioning_event_outcome_known CHECK ((outcome = ANY (ARRAY['changed'::text, 'unchanged'::text, 'failed'::text, 'limited'::text, 'read'::text])))
);
CREATE INDEX provisioning_event_outcome_idx ON public.provisioning_event USING btree (tenant_id, outcome, provisioning_event_id);
CREATE INDEX provisioning_event_replay_idx ON public.provisioning_event USING btree (tenant_id, replay_of) WHERE (replay_of IS NOT NULL);
comment on column provisioning_event.provisioning_event_id is 'Begins with its time (RFC 9562, section 5.7): the key is the order.';
alter table provisioning_event enable row level security;
create policy tenant_isolation on provisioning_event for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER count_failure AFTER INSERT ON public.provisioning_event FOR EACH ROW WHEN (((new.outcome = 'failed'::text) AND (NOT new.is_dry_run))) EXECUTE FUNCTION count_provisioning_failure();
grant insert, select on provisioning_event to steward_app;

create table provisioning_removal (
  tenant_id uuid not null,
  user_id uuid not null,
  removed_at timestamp with time zone not null,
  constraint provisioning_removal_pk PRIMARY KEY (tenant_id, user_id)
);
alter table provisioning_removal enable row level security;
create policy tenant_isolation on provisioning_removal for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select on provisioning_removal to steward_app;
grant update (removed_at) on provisioning_removal to steward_app;

create table push_subscription (
  tenant_id uuid not null,
  push_subscription_id uuid not null default uuidv7(),
  user_id uuid not null,
  endpoint text not null,
  endpoint_digest bytea not null,
  p256dh text not null,
  auth text not null,
  user_agent text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint push_subscription_endpoint_unique UNIQUE (tenant_id, endpoint_digest),
  constraint push_subscription_pk PRIMARY KEY (tenant_id, push_subscription_id),
  constraint push_subscription_endpoint_form CHECK ((length(endpoint) <= 2048))
);
CREATE INDEX push_subscription_user_idx ON public.push_subscription USING btree (tenant_id, user_id);
alter table push_subscription enable row level security;
create policy tenant_isolation on push_subscription for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.push_subscription REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Push subscription', 'push_subscription_id', 'user_agent', 'push_subscription_id,endpoint,endpoint_digest,p256dh,auth', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.push_subscription REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Push subscription', 'push_subscription_id', 'user_agent', 'push_subscription_id,endpoint,endpoint_digest,p256dh,auth', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.push_subscription FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Push subscription', 'push_subscription_id', 'user_agent', 'push_subscription_id,endpoint,endpoint_digest,p256dh,auth', '');
grant delete, insert, select, update on push_subscription to steward_app;

create table quota_alert (
  tenant_id uuid not null,
  product_code text not null,
  quota_name text not null,
  level text not null,
  period date,
  constraint quota_alert_pk PRIMARY KEY (tenant_id, product_code, quota_name),
  constraint quota_alert_level_known CHECK ((level = ANY (ARRAY['normal'::text, 'warning'::text, 'critical'::text])))
);
comment on column quota_alert.period is 'Null where the quota counts at any moment.';
alter table quota_alert enable row level security;
create policy tenant_isolation on quota_alert for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on quota_alert to steward_app;

create table rate_upload (
  tenant_id uuid not null,
  rate_upload_id uuid not null default uuidv7(),
  currency_vintage_id uuid not null,
  file_name text not null,
  size_bytes bigint not null default 0,
  status text not null default 'receiving'::text,
  encoding text,
  read_bytes bigint not null default 0,
  row_count bigint not null default 0,
  added bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  refused bigint not null default 0,
  refused_lines jsonb not null default '[]'::jsonb,
  rejected_file_id uuid,
  run_id uuid,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  language text not null default 'en'::text,
  created_by_type text not null,
  created_by_id uuid not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  heartbeat_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint rate_upload_pk PRIMARY KEY (tenant_id, rate_upload_id),
  constraint rate_upload_creator_known CHECK ((created_by_type = ANY (ARRAY['user'::text, 'key'::text]))),
  constraint rate_upload_status_known CHECK ((status = ANY (ARRAY['receiving'::text, 'queued'::text, 'reading'::text, 'storing'::text, 'finished'::text, 'refused'::text, 'failed'::text])))
);
CREATE INDEX rate_upload_unfinished_idx ON public.rate_upload USING btree (created_at) WHERE (status = ANY (ARRAY['receiving'::text, 'queued'::text, 'reading'::text, 'storing'::text]));
CREATE INDEX rate_upload_vintage_idx ON public.rate_upload USING btree (tenant_id, currency_vintage_id, created_at);
CREATE UNIQUE INDEX upload_running ON public.rate_upload USING btree (tenant_id, currency_vintage_id) WHERE (status = ANY (ARRAY['receiving'::text, 'queued'::text, 'reading'::text, 'storing'::text]));
comment on column rate_upload.language is 'The language of the reasons in the file of refused lines.';
comment on column rate_upload.heartbeat_at is 'When the run last reported; another one takes over a minute later.';
alter table rate_upload enable row level security;
create policy tenant_isolation on rate_upload for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on rate_upload to steward_app;

create table rate_upload_chunk (
  tenant_id uuid not null,
  rate_upload_id uuid not null,
  chunk_number integer not null,
  content bytea storage external not null,
  constraint rate_upload_chunk_pk PRIMARY KEY (tenant_id, rate_upload_id, chunk_number)
);
alter table rate_upload_chunk enable row level security;
create policy tenant_isolation on rate_upload_chunk for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select on rate_upload_chunk to steward_app;

create table recovery_code (
  tenant_id uuid not null,
  user_id uuid not null,
  code_digest bytea not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint recovery_code_pk PRIMARY KEY (tenant_id, user_id, code_digest)
);
comment on column recovery_code.code_digest is 'HMAC-SHA-256 with a key that the database does not have.';
alter table recovery_code enable row level security;
create policy tenant_isolation on recovery_code for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on recovery_code to steward_app;

create table refresh_token (
  tenant_id uuid not null,
  token_digest bytea not null,
  session_id uuid not null,
  issued_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  replaced_by bytea,
  successor_salt bytea,
  constraint refresh_token_pk PRIMARY KEY (tenant_id, token_digest)
);
CREATE INDEX refresh_token_digest_idx ON public.refresh_token USING btree (token_digest);
CREATE INDEX refresh_token_session_idx ON public.refresh_token USING btree (tenant_id, session_id);
alter table refresh_token enable row level security;
create policy tenant_isolation on refresh_token for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on refresh_token to steward_app;

create table remembered_browser (
  tenant_id uuid not null,
  token_digest bytea not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint remembered_browser_pk PRIMARY KEY (tenant_id, token_digest)
);
CREATE INDEX remembered_browser_expiry_idx ON public.remembered_browser USING btree (expires_at);
CREATE INDEX remembered_browser_user_idx ON public.remembered_browser USING btree (tenant_id, user_id);
alter table remembered_browser enable row level security;
create policy tenant_isolation on remembered_browser for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select on remembered_browser to steward_app;

create unlogged table request_rate (
  rate_key text not null,
  requests integer not null,
  ends_at timestamp with time zone not null,
  constraint request_rate_pk PRIMARY KEY (rate_key)
);

create table resource_group (
  tenant_id uuid not null,
  resource_group_id uuid not null default uuidv7(),
  product_code text not null,
  resource_group_name text not null,
  resource_group_name_key text not null generated always as (lower(resource_group_name)) stored,
  all_access boolean not null default false,
  is_default boolean not null default false,
  resource_group_package_id text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint resource_group_name_unique UNIQUE (tenant_id, product_code, resource_group_name_key),
  constraint resource_group_pk PRIMARY KEY (tenant_id, resource_group_id),
  constraint resource_group_default_has_package CHECK (((NOT is_default) OR (resource_group_package_id IS NOT NULL))),
  constraint resource_group_name_form CHECK (((resource_group_name = btrim(resource_group_name)) AND ((length(resource_group_name) >= 1) AND (length(resource_group_name) <= 64)))),
  constraint resource_group_package_named CHECK ((resource_group_package_id <> '0'::text))
);
CREATE UNIQUE INDEX resource_group_default_unique ON public.resource_group USING btree (tenant_id, product_code) WHERE is_default;
alter table resource_group enable row level security;
create policy tenant_isolation on resource_group for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.resource_group REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Resource group', 'resource_group_id', 'resource_group_name', 'resource_group_id,resource_group_name_key', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.resource_group REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Resource group', 'resource_group_id', 'resource_group_name', 'resource_group_id,resource_group_name_key', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.resource_group FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Resource group', 'resource_group_id', 'resource_group_name', 'resource_group_id,resource_group_name_key', '');
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.resource_group FOR EACH ROW EXECUTE FUNCTION write_image('resource_group', '{resource_group_id}', '{tenant_id,resource_group_name_key}', '{}', '{resource_group_id}');
CREATE TRIGGER image_update AFTER UPDATE OF resource_group_name, all_access, is_default, resource_group_package_id ON public.resource_group FOR EACH ROW EXECUTE FUNCTION write_image('resource_group', '{resource_group_id}', '{tenant_id,resource_group_name_key}', '{}', '{resource_group_id}');
CREATE TRIGGER resource_group_links BEFORE DELETE ON public.resource_group FOR EACH ROW EXECUTE FUNCTION delete_resource_group_links();
CREATE TRIGGER resource_group_version BEFORE UPDATE OF resource_group_name, all_access, is_default, resource_group_package_id ON public.resource_group FOR EACH ROW EXECUTE FUNCTION bump_version();
grant delete, insert, select, update on resource_group to steward_app;

create table resource_group_group (
  tenant_id uuid not null,
  resource_group_id uuid not null,
  group_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint resource_group_group_pk PRIMARY KEY (tenant_id, resource_group_id, group_id)
);
CREATE INDEX resource_group_group_group_idx ON public.resource_group_group USING btree (tenant_id, group_id);
alter table resource_group_group enable row level security;
create policy tenant_isolation on resource_group_group for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.resource_group_group REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Resource group', 'resource_group', 'resource_group_id', 'resource_group_name', 'groups', 'user_group', 'group_id', 'group_name');
CREATE TRIGGER audit_insert AFTER INSERT ON public.resource_group_group REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Resource group', 'resource_group', 'resource_group_id', 'resource_group_name', 'groups', 'user_group', 'group_id', 'group_name');
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.resource_group_group FOR EACH ROW EXECUTE FUNCTION write_image('resource_group_group', '{resource_group_id,group_id}', '{tenant_id}', '{}', '{resource_group_id,group_id}');
CREATE TRIGGER resource_group_group_access BEFORE INSERT ON public.resource_group_group FOR EACH ROW EXECUTE FUNCTION refuse_groups_with_all_access();
grant delete, insert, select on resource_group_group to steward_app;

create table resource_group_package (
  tenant_id uuid not null,
  product_code text not null,
  package_id text not null,
  package_name text not null,
  is_uncreatable boolean not null default false,
  definitions jsonb not null,
  is_derived boolean not null default false,
  constraint resource_group_package_pk PRIMARY KEY (tenant_id, product_code, package_id),
  constraint resource_group_package_definitions_list CHECK ((jsonb_typeof(definitions) = 'array'::text)),
  constraint resource_group_package_id_given CHECK ((package_id <> '0'::text))
);
comment on column resource_group_package.definitions is 'What the package contains: name, value and isBaseline of each quota.';
comment on column resource_group_package.is_derived is 'Follows the license and the quotas of the company; false once the platform or the operator sent packages of the product.';
alter table resource_group_package enable row level security;
create policy tenant_isolation on resource_group_package for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on resource_group_package to steward_app;

create table resource_group_product (
  tenant_id uuid not null,
  product_code text not null,
  version integer not null default 0,
  constraint resource_group_product_pk PRIMARY KEY (tenant_id, product_code),
  constraint resource_group_product_version_counts CHECK ((version >= 0))
);
alter table resource_group_product enable row level security;
create policy tenant_isolation on resource_group_product for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on resource_group_product to steward_app;

create table role (
  tenant_id uuid not null,
  role_id uuid not null default uuidv7(),
  role_name text not null,
  role_name_key text not null generated always as (lower(role_name)) stored,
  description text not null default ''::text,
  is_reserved boolean not null default false,
  is_administrator boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint role_name_unique UNIQUE (tenant_id, role_name_key),
  constraint role_pk PRIMARY KEY (tenant_id, role_id),
  constraint role_administrator_reserved CHECK ((is_reserved OR (NOT is_administrator))),
  constraint role_name_form CHECK (((role_name = btrim(role_name)) AND ((length(role_name) >= 1) AND (length(role_name) <= 64))))
);
CREATE UNIQUE INDEX role_administrator_unique ON public.role USING btree (tenant_id) WHERE is_administrator;
comment on column role.is_administrator is 'The Tenant Administrator role; a tenant has one.';
alter table role enable row level security;
create policy tenant_isolation on role for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.role REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Role', 'role_id', 'role_name', 'role_id,role_name_key', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.role REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Role', 'role_id', 'role_name', 'role_id,role_name_key', '');
CREATE TRIGGER audit_update AFTER UPDATE OF role_name, description, is_reserved, is_administrator ON public.role FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Role', 'role_id', 'role_name', 'role_id,role_name_key', '');
CREATE TRIGGER count_delete AFTER DELETE ON public.role FOR EACH ROW EXECUTE FUNCTION count_row('role');
CREATE TRIGGER count_insert AFTER INSERT ON public.role FOR EACH ROW EXECUTE FUNCTION count_row('role');
CREATE TRIGGER group_names_role AFTER UPDATE OF role_name ON public.role FOR EACH ROW WHEN ((old.role_name IS DISTINCT FROM new.role_name)) EXECUTE FUNCTION step_group_names();
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.role FOR EACH ROW EXECUTE FUNCTION write_image('role', '{role_id}', '{tenant_id,role_name_key}', '{}', '{role_id}');
CREATE TRIGGER image_update AFTER UPDATE OF role_name, description ON public.role FOR EACH ROW EXECUTE FUNCTION write_image('role', '{role_id}', '{tenant_id,role_name_key}', '{}', '{role_id}');
CREATE TRIGGER role_links BEFORE DELETE ON public.role FOR EACH ROW EXECUTE FUNCTION delete_role_links();
CREATE TRIGGER role_reserved BEFORE UPDATE OF role_name ON public.role FOR EACH ROW WHEN ((old.is_reserved AND (old.role_name IS DISTINCT FROM new.role_name))) EXECUTE FUNCTION refuse_reserved_rename('role');
CREATE TRIGGER role_version BEFORE UPDATE OF role_name, description ON public.role FOR EACH ROW EXECUTE FUNCTION bump_version();
grant delete, insert, select on role to steward_app;
grant update (role_name, description) on role to steward_app;

create table role_action (
  tenant_id uuid not null,
  role_id uuid not null,
  action_name text not null,
  created_at timestamp with time zone not null default now(),
  constraint role_action_pk PRIMARY KEY (tenant_id, role_id, action_name)
);
CREATE INDEX role_action_action_idx ON public.role_action USING btree (tenant_id, action_name);
alter table role_action enable row level security;
create policy tenant_isolation on role_action for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.role_action REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Role', 'role', 'role_id', 'role_name', 'actions', '', 'action_name', 'action_name');
CREATE TRIGGER audit_insert AFTER INSERT ON public.role_action REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_link('Role', 'role', 'role_id', 'role_name', 'actions', '', 'action_name', 'action_name');
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.role_action FOR EACH ROW EXECUTE FUNCTION write_image('role_action', '{role_id,action_name}', '{tenant_id}', '{}', '{role_id}');
CREATE TRIGGER version_delete AFTER DELETE ON public.role_action REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION bump_role_version();
CREATE TRIGGER version_insert AFTER INSERT ON public.role_action REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION bump_role_version();
grant delete, insert, select on role_action to steward_app;

create table row_count (
  tenant_id uuid not null,
  table_name text not null,
  facet text not null default ''::text,
  n bigint not null,
  slot smallint not null default 0,
  constraint row_count_pk PRIMARY KEY (tenant_id, table_name, facet, slot)
);
comment on column row_count.slot is 'Spreads the counts of concurrent sessions over several rows; their sum counts.';
alter table row_count enable row level security;
create policy tenant_isolation on row_count for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on row_count to steward_app;

create table row_image (
  tenant_id uuid not null,
  occurred_at timestamp with time zone not null default now(),
  change_id uuid not null,
  image_id uuid not null default uuidv7(),
  table_name text not null,
  row_key jsonb,
  before jsonb,
  after jsonb,
  has_secrets boolean not null default false,
  row_id uuid,
  linked_id uuid,
  constraint row_image_pk PRIMARY KEY (tenant_id, occurred_at, change_id, image_id)
) partition by RANGE (occurred_at);
CREATE INDEX row_image_few_idx ON public.row_image USING btree (tenant_id, table_name, occurred_at) WHERE (table_name = ANY (ARRAY['user_group'::text, 'group_role'::text, 'role'::text, 'role_action'::text, 'api_key'::text, 'api_key_group'::text, 'resource_group'::text, 'resource_group_group'::text]));
CREATE INDEX row_image_gained_idx ON public.row_image USING btree (tenant_id, row_id, table_name, occurred_at) INCLUDE (linked_id) WHERE ((before IS NULL) AND (table_name = ANY (ARRAY['group_member'::text, 'group_role'::text])));
CREATE INDEX row_image_linked_idx ON public.row_image USING btree (tenant_id, linked_id, occurred_at) WHERE (linked_id IS NOT NULL);
CREATE INDEX row_image_lost_idx ON public.row_image USING btree (tenant_id, row_id, table_name, occurred_at) INCLUDE (linked_id) WHERE ((after IS NULL) AND (table_name = ANY (ARRAY['group_member'::text, 'group_role'::text])));
CREATE INDEX row_image_moved_idx ON public.row_image USING btree (tenant_id, occurred_at, row_id) WHERE ((table_name = 'app_user'::text) AND (before IS NOT NULL) AND ((after IS NULL) OR (before ?| ARRAY['username'::text, 'email'::text, 'given_name'::text, 'family_name'::text, 'status'::text, 'is_disabled'::text, 'user_type'::text])));
CREATE INDEX row_image_reported_idx ON public.row_image USING btree (tenant_id, table_name, occurred_at) WHERE (table_name = ANY (ARRAY['application_license'::text, 'company_quota'::text, 'data_entitlement'::text]));
CREATE INDEX row_image_row_idx ON public.row_image USING btree (tenant_id, row_id, occurred_at) WHERE ((row_id IS NOT NULL) AND (table_name <> ALL (ARRAY['group_member'::text, 'group_role'::text])));
CREATE INDEX row_image_username_idx ON public.row_image USING btree (tenant_id, lower((before ->> 'username'::text)), occurred_at) WHERE ((table_name = 'app_user'::text) AND (before ? 'username'::text));
comment on column row_image.row_key is 'Of an update; a new or deleted row has its key in its image.';
comment on column row_image.before is 'Null for a new row. Of an update only the columns that changed, as in after.';
comment on column row_image.row_id is 'The first id of the key; of a setting, whose it is.';
comment on column row_image.linked_id is 'The second id of the key, of a link between two records.';
alter table row_image enable row level security;
create policy tenant_isolation on row_image for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on row_image to steward_app;

create table row_image_default partition of row_image default;

create table saved_view (
  tenant_id uuid not null,
  saved_view_id uuid not null default uuidv7(),
  list text not null,
  view_name text not null,
  view_name_key text not null generated always as (lower(view_name)) stored,
  owner_id uuid,
  is_shared boolean not null generated always as ((owner_id IS NULL)) stored,
  search text not null,
  columns jsonb not null default '[]'::jsonb,
  density text,
  created_by_name text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint saved_view_list_unique UNIQUE (tenant_id, list, saved_view_id),
  constraint saved_view_name_unique UNIQUE NULLS NOT DISTINCT (tenant_id, owner_id, list, view_name_key),
  constraint saved_view_pk PRIMARY KEY (tenant_id, saved_view_id),
  constraint saved_view_columns_list CHECK ((jsonb_typeof(columns) = 'array'::text)),
  constraint saved_view_density_known CHECK ((density = ANY (ARRAY['comfortable'::text, 'compact'::text]))),
  constraint saved_view_name_form CHECK (((view_name = btrim(view_name)) AND ((length(view_name) >= 1) AND (length(view_name) <= 64)))),
  constraint saved_view_search_length CHECK ((length(search) <= 4000))
);
comment on column saved_view.search is 'The search parameters of the list, as in the address of the console.';
comment on column saved_view.columns is 'Columns that differ from the list: id, isShown, and widthPx if it was set.';
alter table saved_view enable row level security;
create policy tenant_isolation on saved_view for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.saved_view REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Saved view', 'saved_view_id', 'view_name', 'saved_view_id,view_name_key,owner_id,columns,created_by_name', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.saved_view REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Saved view', 'saved_view_id', 'view_name', 'saved_view_id,view_name_key,owner_id,columns,created_by_name', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.saved_view FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Saved view', 'saved_view_id', 'view_name', 'saved_view_id,view_name_key,owner_id,columns,created_by_name', '');
CREATE TRIGGER image_delete AFTER DELETE ON public.saved_view FOR EACH ROW WHEN ((old.owner_id IS NULL)) EXECUTE FUNCTION write_image('saved_view', '{saved_view_id}', '{tenant_id,view_name_key,is_shared}', '{}', '{saved_view_id}');
CREATE TRIGGER image_insert AFTER INSERT ON public.saved_view FOR EACH ROW WHEN ((new.owner_id IS NULL)) EXECUTE FUNCTION write_image('saved_view', '{saved_view_id}', '{tenant_id,view_name_key,is_shared}', '{}', '{saved_view_id}');
CREATE TRIGGER image_update AFTER UPDATE OF view_name, search, columns, density ON public.saved_view FOR EACH ROW WHEN (((old.owner_id IS NULL) AND (new.owner_id IS NULL))) EXECUTE FUNCTION write_image('saved_view', '{saved_view_id}', '{tenant_id,view_name_key,is_shared}', '{}', '{saved_view_id}');
CREATE TRIGGER saved_view_version BEFORE UPDATE ON public.saved_view FOR EACH ROW EXECUTE FUNCTION bump_version();
grant delete, insert, select, update on saved_view to steward_app;

create table saved_view_default (
  tenant_id uuid not null,
  user_id uuid not null,
  list text not null,
  saved_view_id uuid not null,
  constraint saved_view_default_pk PRIMARY KEY (tenant_id, user_id, list)
);
CREATE INDEX saved_view_default_view_idx ON public.saved_view_default USING btree (tenant_id, list, saved_view_id);
alter table saved_view_default enable row level security;
create policy tenant_isolation on saved_view_default for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on saved_view_default to steward_app;

create table schema_migration (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migration_pk PRIMARY KEY (number)
);

create table scim_group (
  tenant_id uuid not null,
  group_id uuid not null,
  external_id text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint scim_group_pk PRIMARY KEY (tenant_id, group_id),
  constraint scim_group_external_id_form CHECK (((length(external_id) >= 1) AND (length(external_id) <= 256)))
);
CREATE INDEX scim_group_external_id_idx ON public.scim_group USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
alter table scim_group enable row level security;
create policy tenant_isolation on scim_group for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.scim_group FOR EACH ROW EXECUTE FUNCTION audit_provisioned('Group', 'user_group', 'group_id', 'group_name');
CREATE TRIGGER audit_insert AFTER INSERT ON public.scim_group FOR EACH ROW EXECUTE FUNCTION audit_provisioned('Group', 'user_group', 'group_id', 'group_name');
CREATE TRIGGER audit_update AFTER UPDATE ON public.scim_group FOR EACH ROW EXECUTE FUNCTION audit_provisioned('Group', 'user_group', 'group_id', 'group_name');
CREATE TRIGGER version AFTER INSERT OR UPDATE OF external_id ON public.scim_group FOR EACH ROW EXECUTE FUNCTION bump_provisioned_group();
grant delete, insert, select on scim_group to steward_app;
grant update (external_id) on scim_group to steward_app;

create table scim_token (
  tenant_id uuid not null,
  scim_token_id uuid not null default uuidv7(),
  token_name text not null,
  token_prefix text not null,
  token_digest bytea not null,
  is_dry_run boolean not null default false,
  created_by_name text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by_name text,
  constraint scim_token_digest_unique UNIQUE (tenant_id, token_digest),
  constraint scim_token_pk PRIMARY KEY (tenant_id, scim_token_id),
  constraint scim_token_name_form CHECK (((token_name = btrim(token_name)) AND ((length(token_name) >= 1) AND (length(token_name) <= 64))))
);
CREATE UNIQUE INDEX scim_token_name_unique ON public.scim_token USING btree (tenant_id, lower(token_name)) WHERE (revoked_at IS NULL);
alter table scim_token enable row level security;
create policy tenant_isolation on scim_token for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.scim_token REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('SCIM token', 'scim_token_id', 'token_name', 'scim_token_id,created_by_name,last_used_at,revoked_by_name', 'token_digest');
CREATE TRIGGER audit_insert AFTER INSERT ON public.scim_token REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('SCIM token', 'scim_token_id', 'token_name', 'scim_token_id,created_by_name,last_used_at,revoked_by_name', 'token_digest');
CREATE TRIGGER audit_update AFTER UPDATE OF token_name, expires_at, revoked_at ON public.scim_token FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('SCIM token', 'scim_token_id', 'token_name', 'scim_token_id,created_by_name,last_used_at,revoked_by_name', 'token_digest');
grant insert, select, update on scim_token to steward_app;

create table scim_user (
  tenant_id uuid not null,
  user_id uuid not null,
  external_id text,
  attributes jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint scim_user_pk PRIMARY KEY (tenant_id, user_id),
  constraint scim_user_attributes_form CHECK ((jsonb_typeof(attributes) = 'object'::text)),
  constraint scim_user_external_id_form CHECK (((length(external_id) >= 1) AND (length(external_id) <= 256)))
);
CREATE INDEX scim_user_external_id_idx ON public.scim_user USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX scim_user_other_emails_idx ON public.scim_user USING gin (tenant_id, scim_other_emails(attributes)) WHERE (scim_other_emails(attributes) <> '{}'::text[]);
alter table scim_user enable row level security;
create policy tenant_isolation on scim_user for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.scim_user FOR EACH ROW EXECUTE FUNCTION audit_provisioned('User', 'app_user', 'user_id', 'username');
CREATE TRIGGER audit_insert AFTER INSERT ON public.scim_user FOR EACH ROW EXECUTE FUNCTION audit_provisioned('User', 'app_user', 'user_id', 'username');
CREATE TRIGGER audit_update AFTER UPDATE ON public.scim_user FOR EACH ROW EXECUTE FUNCTION audit_provisioned('User', 'app_user', 'user_id', 'username');
CREATE TRIGGER version AFTER INSERT OR UPDATE OF external_id, attributes ON public.scim_user FOR EACH ROW EXECUTE FUNCTION bump_provisioned_user();
grant delete, insert, select on scim_user to steward_app;
grant update (external_id, attributes) on scim_user to steward_app;

create table service_event (
  tenant_id uuid not null,
  event_id uuid not null,
  received_at timestamp with time zone not null,
  constraint service_event_pk PRIMARY KEY (tenant_id, event_id)
);
CREATE INDEX service_event_received_idx ON public.service_event USING btree (received_at);
alter table service_event enable row level security;
create policy tenant_isolation on service_event for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select on service_event to steward_app;

create table service_token (
  service_token_id uuid not null default uuidv7(),
  tenant_id uuid,
  token_name text not null,
  scopes text[] not null,
  token_prefix text not null,
  token_digest bytea not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  product_code text,
  constraint service_token_digest_unique UNIQUE (token_digest),
  constraint service_token_pk PRIMARY KEY (service_token_id),
  constraint service_token_name_form CHECK ((token_name ~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$'::text))
);
CREATE UNIQUE INDEX service_token_name_unique ON public.service_token USING btree (lower(token_name)) WHERE (revoked_at IS NULL);
comment on column service_token.tenant_id is 'Null where the token is for every tenant.';
comment on column service_token.product_code is 'Null where the token reports nothing of products, and for tokens from before this column, which report for all.';

create table sign_in_factor (
  tenant_id uuid not null,
  factor_id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null,
  factor_name text not null,
  shared_secret jsonb,
  last_step bigint,
  credential_id bytea,
  public_key bytea,
  signature_counter bigint,
  transports text[],
  is_backed_up boolean,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint sign_in_factor_credential_unique UNIQUE (tenant_id, credential_id),
  constraint sign_in_factor_pk PRIMARY KEY (tenant_id, factor_id),
  constraint sign_in_factor_kind_known CHECK ((kind = ANY (ARRAY['authenticator'::text, 'passkey'::text]))),
  constraint sign_in_factor_parts CHECK (
CASE kind
    WHEN 'authenticator'::text THEN ((shared_secret IS NOT NULL) AND (last_step IS NOT NULL) AND (credential_id IS NULL))
    ELSE ((shared_secret IS NULL) AND (credential_id IS NOT NULL) AND (public_key IS NOT NULL) AND (signature_counter IS NOT NULL) AND (transports IS NOT NULL) AND (is_backed_up IS NOT NULL))
END)
);
CREATE UNIQUE INDEX sign_in_factor_one_authenticator ON public.sign_in_factor USING btree (tenant_id, user_id) WHERE (kind = 'authenticator'::text);
CREATE INDEX sign_in_factor_user_idx ON public.sign_in_factor USING btree (tenant_id, user_id);
alter table sign_in_factor enable row level security;
create policy tenant_isolation on sign_in_factor for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.sign_in_factor REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Second factor', 'user_id', 'factor_name', 'factor_id,user_id,shared_secret,last_step,credential_id,public_key,signature_counter,transports,is_backed_up,last_used_at', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.sign_in_factor REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Second factor', 'user_id', 'factor_name', 'factor_id,user_id,shared_secret,last_step,credential_id,public_key,signature_counter,transports,is_backed_up,last_used_at', '');
CREATE TRIGGER audit_update AFTER UPDATE OF factor_name ON public.sign_in_factor FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Second factor', 'user_id', 'factor_name', 'factor_id,user_id,shared_secret,last_step,credential_id,public_key,signature_counter,transports,is_backed_up,last_used_at', '');
grant delete, insert, select, update on sign_in_factor to steward_app;

create table sign_in_step (
  tenant_id uuid not null,
  token_digest bytea not null,
  browser_digest bytea not null,
  user_id uuid not null,
  purpose text not null,
  passed_kind text,
  failures integer not null default 0,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint sign_in_step_pk PRIMARY KEY (tenant_id, token_digest),
  constraint sign_in_step_purpose_known CHECK ((purpose = ANY (ARRAY['factor'::text, 'enrollment'::text])))
);
CREATE INDEX sign_in_step_expiry_idx ON public.sign_in_step USING btree (expires_at);
CREATE INDEX sign_in_step_user_idx ON public.sign_in_step USING btree (tenant_id, user_id);
alter table sign_in_step enable row level security;
create policy tenant_isolation on sign_in_step for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on sign_in_step to steward_app;

create table sign_in_throttle (
  throttle_key text not null,
  failures integer not null default 0,
  window_started_at timestamp with time zone not null default now(),
  blocked_until timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint sign_in_throttle_pk PRIMARY KEY (throttle_key)
);
CREATE INDEX sign_in_throttle_account_idx ON public.sign_in_throttle USING btree (throttle_key text_pattern_ops);
CREATE INDEX sign_in_throttle_updated_idx ON public.sign_in_throttle USING btree (updated_at);

create table signing_key (
  key_id text not null,
  algorithm text not null default 'EdDSA'::text,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamp with time zone not null default now(),
  active_from timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint signing_key_pk PRIMARY KEY (key_id)
);

create table storage_alert (
  tenant_id uuid not null,
  is_exceeded boolean not null default false,
  checked_until timestamp with time zone,
  checked_bytes bigint not null default 0,
  constraint storage_alert_pk PRIMARY KEY (tenant_id)
);
comment on column storage_alert.checked_until is 'The time of the last reading that was checked: earlier ones say nothing about now. Null before the first.';
comment on column storage_alert.checked_bytes is 'Of that reading, which is compared again when the limit changes.';
alter table storage_alert enable row level security;
create policy tenant_isolation on storage_alert for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on storage_alert to steward_app;

create table system_log (
  tenant_id uuid not null,
  occurred_at timestamp with time zone not null default now(),
  system_log_id uuid not null default uuidv7(),
  kind text not null,
  outcome text not null,
  user_id uuid,
  username text not null default ''::text,
  address inet,
  user_agent text not null default ''::text,
  request_id text,
  details jsonb not null default '{}'::jsonb,
  constraint system_log_pk PRIMARY KEY (tenant_id, occurred_at, system_log_id),
  constraint system_log_outcome_known CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text])))
) partition by RANGE (occurred_at);
CREATE INDEX system_log_address_event_idx ON public.system_log USING btree (tenant_id, address, kind, outcome, occurred_at, system_log_id);
CREATE INDEX system_log_arrival_idx ON public.system_log USING btree (tenant_id, system_log_id);
CREATE INDEX system_log_event_idx ON public.system_log USING btree (tenant_id, kind, outcome, occurred_at, system_log_id);
CREATE INDEX system_log_user_address_idx ON public.system_log USING btree (tenant_id, user_id, address, occurred_at, system_log_id);
CREATE INDEX system_log_user_event_idx ON public.system_log USING btree (tenant_id, user_id, kind, outcome, occurred_at, system_log_id);
alter table system_log enable row level security;
create policy tenant_isolation on system_log for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER count_events AFTER INSERT ON public.system_log REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_system_events();
CREATE TRIGGER count_sign_in AFTER INSERT ON public.system_log FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['sign_in'::text, 'sign_in_failed'::text]))) EXECUTE FUNCTION count_system_event();
grant insert, select on system_log to steward_app;

create table system_log_default partition of system_log default;

create table system_log_hour (
  tenant_id uuid not null,
  hour timestamp with time zone not null,
  kind text not null,
  outcome text not null,
  part uuid not null default uuidv7(),
  n bigint not null,
  constraint system_log_hour_pk PRIMARY KEY (tenant_id, hour, kind, outcome, part)
);
CREATE INDEX system_log_hour_hour_idx ON public.system_log_hour USING btree (hour);
CREATE INDEX system_log_hour_part_idx ON public.system_log_hour USING btree (part) WHERE (part <> '00000000-0000-0000-0000-000000000000'::uuid);
alter table system_log_hour enable row level security;
create policy tenant_isolation on system_log_hour for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on system_log_hour to steward_app;

create table tag (
  tenant_id uuid not null,
  tag_id uuid not null default uuidv7(),
  tag_name text not null,
  tag_name_key text not null generated always as (lower(tag_name)) stored,
  is_active boolean not null default true,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  updated_by text not null,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint tag_name_unique UNIQUE (tenant_id, tag_name_key),
  constraint tag_pk PRIMARY KEY (tenant_id, tag_id),
  constraint tag_name_form CHECK ((tag_name ~ '^[A-Za-z0-9_]{1,64}$'::text))
);
CREATE INDEX tag_active_idx ON public.tag USING btree (tenant_id, is_active, tag_name_key);
CREATE INDEX tag_created_by_idx ON public.tag USING btree (tenant_id, created_by, tag_name_key);
CREATE INDEX tag_created_idx ON public.tag USING btree (tenant_id, created_at, tag_name_key);
CREATE INDEX tag_updated_by_idx ON public.tag USING btree (tenant_id, updated_by, tag_name_key);
alter table tag enable row level security;
create policy tenant_isolation on tag for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.tag REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Tag', 'tag_id', 'tag_name', 'tag_id,tag_name_key,created_by,updated_by', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.tag REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Tag', 'tag_id', 'tag_name', 'tag_id,tag_name_key,created_by,updated_by', '');
CREATE TRIGGER audit_update AFTER UPDATE OF tag_name, is_active ON public.tag FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Tag', 'tag_id', 'tag_name', 'tag_id,tag_name_key,created_by,updated_by', '');
CREATE TRIGGER count_delete AFTER DELETE ON public.tag FOR EACH ROW EXECUTE FUNCTION count_row('tag');
CREATE TRIGGER count_insert AFTER INSERT ON public.tag FOR EACH ROW EXECUTE FUNCTION count_row('tag');
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.tag FOR EACH ROW EXECUTE FUNCTION write_image('tag', '{tag_id}', '{tenant_id,tag_name_key}', '{}', '{tag_id}');
CREATE TRIGGER image_update AFTER UPDATE OF tag_name, is_active ON public.tag FOR EACH ROW EXECUTE FUNCTION write_image('tag', '{tag_id}', '{tenant_id,tag_name_key}', '{}', '{tag_id}');
CREATE TRIGGER tag_version BEFORE UPDATE OF tag_name, is_active ON public.tag FOR EACH ROW EXECUTE FUNCTION bump_version();
grant delete, insert, select on tag to steward_app;
grant update (tag_name, is_active, updated_by) on tag to steward_app;

create table temporary_file (
  tenant_id uuid not null,
  temporary_file_id uuid not null default uuidv7(),
  kind text not null,
  file_name text not null,
  filter jsonb not null,
  created_by_type text not null,
  created_by uuid not null,
  created_by_name text not null,
  status text not null default 'queued'::text,
  failure text,
  row_count bigint not null default 0,
  total_rows bigint,
  size_bytes bigint not null default 0,
  run_id uuid,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  heartbeat_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint temporary_file_pk PRIMARY KEY (tenant_id, temporary_file_id),
  constraint temporary_file_creator_known CHECK ((created_by_type = ANY (ARRAY['user'::text, 'key'::text]))),
  constraint temporary_file_run_named CHECK (((status <> 'running'::text) OR ((run_id IS NOT NULL) AND (heartbeat_at IS NOT NULL)))),
  constraint temporary_file_status_known CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'ready'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX temporary_file_created_idx ON public.temporary_file USING btree (tenant_id, created_at);
CREATE INDEX temporary_file_expires_idx ON public.temporary_file USING btree (expires_at);
CREATE INDEX temporary_file_unfinished_idx ON public.temporary_file USING btree (created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
comment on column temporary_file.created_by is 'The user or API key that made it; can be deleted by now.';
comment on column temporary_file.run_id is 'The run that writes the content: a run that was taken over finds another id here and stops.';
comment on column temporary_file.heartbeat_at is 'When the run last reported; another one takes over a minute later.';
alter table temporary_file enable row level security;
create policy tenant_isolation on temporary_file for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on temporary_file to steward_app;

create table temporary_file_chunk (
  tenant_id uuid not null,
  temporary_file_id uuid not null,
  chunk_number integer not null,
  run_id uuid not null,
  content bytea storage external not null,
  constraint temporary_file_chunk_pk PRIMARY KEY (tenant_id, temporary_file_id, chunk_number)
);
alter table temporary_file_chunk enable row level security;
create policy tenant_isolation on temporary_file_chunk for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select on temporary_file_chunk to steward_app;

create table tenant (
  tenant_id uuid not null default uuidv7(),
  tenant_name text not null,
  display_name text not null,
  status text not null default 'Active'::text,
  license_code text not null default ''::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  images_since timestamp with time zone not null default now(),
  entitlement_images_since timestamp with time zone not null default now(),
  internal_providers text[],
  constraint tenant_name_unique UNIQUE (tenant_name),
  constraint tenant_pk PRIMARY KEY (tenant_id),
  constraint tenant_name_form CHECK ((tenant_name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  constraint tenant_status_known CHECK ((status = ANY (ARRAY['Active'::text, 'Disabled'::text])))
);
comment on column tenant.images_since is 'From when on each change has images: the earliest moment whose state can be shown.';
comment on column tenant.entitlement_images_since is 'From when on each change of licenses, data entitlements and quotas has images.';
comment on column tenant.internal_providers is 'Addresses, ranges and host names of internal identity providers that the tenant can use; null for none.';
alter table tenant enable row level security;
create policy tenant_isolation on tenant for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.tenant REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Tenant', 'tenant_id', 'tenant_name', 'images_since,entitlement_images_since', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.tenant REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Tenant', 'tenant_id', 'tenant_name', 'images_since,entitlement_images_since', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.tenant FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Tenant', 'tenant_id', 'tenant_name', 'images_since,entitlement_images_since', '');
CREATE TRIGGER tenant_version BEFORE UPDATE OF tenant_name, display_name, status, license_code ON public.tenant FOR EACH ROW EXECUTE FUNCTION bump_version();
grant select on tenant to steward_app;
grant update (display_name) on tenant to steward_app;

create table tenant_domain (
  tenant_id uuid not null,
  domain text not null,
  token text not null,
  created_at timestamp with time zone not null default now(),
  verified_at timestamp with time zone,
  last_checked_at timestamp with time zone,
  last_outcome text,
  missing_since timestamp with time zone,
  constraint tenant_domain_pk PRIMARY KEY (tenant_id, domain),
  constraint tenant_domain_form CHECK (((domain = lower(domain)) AND ((length(domain) >= 3) AND (length(domain) <= 253)))),
  constraint tenant_domain_outcome_known CHECK ((last_outcome = ANY (ARRAY['found'::text, 'no_record'::text, 'other_value'::text, 'no_answer'::text])))
);
CREATE UNIQUE INDEX tenant_domain_owner_unique ON public.tenant_domain USING btree (domain) WHERE (verified_at IS NOT NULL);
alter table tenant_domain enable row level security;
create policy tenant_isolation on tenant_domain for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.tenant_domain REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Single sign-on', 'domain', 'domain', 'token,last_checked_at,last_outcome,missing_since', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.tenant_domain REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Single sign-on', 'domain', 'domain', 'token,last_checked_at,last_outcome,missing_since', '');
CREATE TRIGGER audit_update AFTER UPDATE OF verified_at ON public.tenant_domain FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Single sign-on', 'domain', 'domain', 'token,last_checked_at,last_outcome,missing_since', '');
grant delete, insert, select, update on tenant_domain to steward_app;

create table upload_progress (
  tenant_id uuid not null,
  upload_id uuid not null,
  created_by_id uuid not null,
  step text not null,
  lines bigint not null,
  total_lines bigint,
  told_at timestamp with time zone not null default now(),
  constraint upload_progress_pk PRIMARY KEY (tenant_id, upload_id),
  constraint upload_progress_step_known CHECK ((step = ANY (ARRAY['reading'::text, 'saving'::text])))
);
alter table upload_progress enable row level security;
create policy tenant_isolation on upload_progress for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on upload_progress to steward_app;

create table usage_batch (
  tenant_id uuid not null,
  batch_id uuid not null,
  batch_digest bytea not null,
  service_name text not null,
  ingested_at timestamp with time zone not null,
  constraint usage_batch_pk PRIMARY KEY (tenant_id, batch_id)
);
CREATE INDEX usage_batch_ingested_idx ON public.usage_batch USING btree (ingested_at);
alter table usage_batch enable row level security;
create policy tenant_isolation on usage_batch for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select on usage_batch to steward_app;

create table usage_hour (
  tenant_id uuid not null,
  product_code text not null,
  metric_name text not null,
  resource_group_id uuid not null,
  hour timestamp with time zone not null,
  value_sum double precision not null,
  value_count bigint not null,
  value_max double precision not null,
  value_last double precision not null,
  last_at timestamp with time zone not null,
  constraint usage_hour_pk PRIMARY KEY (tenant_id, product_code, metric_name, resource_group_id, hour),
  constraint usage_hour_counts CHECK ((value_count > 0))
) partition by RANGE (hour);
comment on column usage_hour.resource_group_id is 'The resource group, which can be deleted by now; all zeros for the whole company.';
alter table usage_hour enable row level security;
create policy tenant_isolation on usage_hour for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on usage_hour to steward_app;

create table usage_hour_default partition of usage_hour default;

create table used_challenge (
  tenant_id uuid not null,
  challenge_digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_challenge_pk PRIMARY KEY (tenant_id, challenge_digest)
);
CREATE INDEX used_challenge_expiry_idx ON public.used_challenge USING btree (expires_at);
alter table used_challenge enable row level security;
create policy tenant_isolation on used_challenge for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select on used_challenge to steward_app;

create table user_change (
  tenant_id uuid not null,
  user_change_id uuid not null default uuidv7(),
  change jsonb not null,
  user_ids uuid[] not null,
  status text not null default 'running'::text,
  done integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  changed_ids uuid[] not null default '{}'::uuid[],
  failures jsonb not null default '[]'::jsonb,
  is_undone boolean not null default false,
  created_by_type text not null,
  created_by text not null,
  created_by_name text not null,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  change_ids uuid[] not null default '{}'::uuid[],
  constraint user_change_pk PRIMARY KEY (tenant_id, user_change_id),
  constraint user_change_status_known CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'cancelled'::text, 'failed'::text])))
);
CREATE INDEX user_change_created_idx ON public.user_change USING btree (created_at);
comment on column user_change.changed_ids is 'Users that were different before: those that undoing changes back.';
comment on column user_change.failures is 'The first users that were not changed, each with code and parameters.';
comment on column user_change.change_ids is 'Of a deletion: the changes of its batches. Of its undo: those that it has still to put back.';
alter table user_change enable row level security;
create policy tenant_isolation on user_change for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on user_change to steward_app;

create table user_group (
  tenant_id uuid not null,
  group_id uuid not null default uuidv7(),
  group_name text not null,
  group_name_key text not null generated always as (lower(group_name)) stored,
  status text not null default 'Enabled'::text,
  is_reserved boolean not null default false,
  managed_by_provider boolean not null default false,
  user_count integer not null default 0,
  role_count integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint user_group_name_unique UNIQUE (tenant_id, group_name_key),
  constraint user_group_pk PRIMARY KEY (tenant_id, group_id),
  constraint user_group_name_form CHECK (((group_name = btrim(group_name)) AND ((length(group_name) >= 1) AND (length(group_name) <= 64)))),
  constraint user_group_status_known CHECK ((status = ANY (ARRAY['Enabled'::text, 'Disabled'::text])))
);
alter table user_group enable row level security;
create policy tenant_isolation on user_group for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
CREATE TRIGGER audit_delete AFTER DELETE ON public.user_group REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Group', 'group_id', 'group_name', 'group_id,group_name_key,user_count,role_count', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.user_group REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_rows('Group', 'group_id', 'group_name', 'group_id,group_name_key,user_count,role_count', '');
CREATE TRIGGER audit_update AFTER UPDATE OF group_name, status, managed_by_provider, is_reserved ON public.user_group FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION audit_update('Group', 'group_id', 'group_name', 'group_id,group_name_key,user_count,role_count', '');
CREATE TRIGGER count_delete AFTER DELETE ON public.user_group FOR EACH ROW EXECUTE FUNCTION count_row('user_group', '100');
CREATE TRIGGER count_insert AFTER INSERT ON public.user_group FOR EACH ROW EXECUTE FUNCTION count_row('user_group', '100');
CREATE TRIGGER group_names_renamed AFTER UPDATE OF group_name, status ON public.user_group FOR EACH ROW WHEN (((old.group_name IS DISTINCT FROM new.group_name) OR (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION step_group_names();
CREATE TRIGGER guard_status AFTER UPDATE OF status ON public.user_group FOR EACH ROW WHEN (((old.status = 'Enabled'::text) AND (new.status <> 'Enabled'::text))) EXECUTE FUNCTION guard_group_status();
CREATE TRIGGER image_row AFTER INSERT OR DELETE ON public.user_group FOR EACH ROW EXECUTE FUNCTION write_image('user_group', '{group_id}', '{tenant_id,group_name_key,user_count,role_count}', '{}', '{group_id}');
CREATE TRIGGER image_update AFTER UPDATE OF group_name, status, managed_by_provider ON public.user_group FOR EACH ROW EXECUTE FUNCTION write_image('user_group', '{group_id}', '{tenant_id,group_name_key,user_count,role_count}', '{}', '{group_id}');
CREATE TRIGGER user_group_links BEFORE DELETE ON public.user_group FOR EACH ROW EXECUTE FUNCTION delete_group_links();
CREATE TRIGGER user_group_reserved BEFORE UPDATE OF group_name ON public.user_group FOR EACH ROW WHEN ((old.is_reserved AND (old.group_name IS DISTINCT FROM new.group_name))) EXECUTE FUNCTION refuse_reserved_rename('user_group');
CREATE TRIGGER user_group_scim BEFORE DELETE ON public.user_group FOR EACH ROW EXECUTE FUNCTION delete_scim_group();
CREATE TRIGGER user_group_version BEFORE UPDATE OF group_name, status, managed_by_provider, user_count, role_count ON public.user_group FOR EACH ROW EXECUTE FUNCTION bump_version();
grant delete, insert, select on user_group to steward_app;
grant update (group_name, status, managed_by_provider) on user_group to steward_app;

create table user_move (
  tenant_id uuid not null,
  transaction xid8 not null default pg_current_xact_id(),
  move_id bigint not null generated always as identity,
  moved_at timestamp with time zone not null default clock_timestamp(),
  change smallint,
  user_id uuid,
  username_key text collate "C",
  given_name text,
  family_name text,
  status text,
  user_type text,
  is_disabled boolean,
  created_at timestamp with time zone,
  constraint user_move_pk PRIMARY KEY (tenant_id, transaction, move_id)
);
comment on table user_move is 'Derived from app_user by triggers, and removed after a day.';
alter table user_move enable row level security;
create policy tenant_isolation on user_move for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on user_move to steward_app;

create table user_search_key (
  tenant_id uuid not null,
  search_key text collate "C" not null,
  user_id uuid not null,
  username_key text collate "C" not null,
  shared smallint not null,
  word text collate "C",
  constraint user_search_key_pk PRIMARY KEY (tenant_id, search_key, user_id) INCLUDE (username_key, shared)
);
CREATE INDEX user_search_key_alike_idx ON public.user_search_key USING btree (tenant_id, search_key) INCLUDE (shared) WHERE ((word IS NOT NULL) AND (shared > 0));
CREATE INDEX user_search_key_word_idx ON public.user_search_key USING btree (tenant_id, word, username_key) INCLUDE (user_id) WHERE (word IS NOT NULL);
comment on table user_search_key is 'Derived from app_user by triggers; without foreign keys, which would cost more than the rest of a bulk load.';
comment on column user_search_key.shared is 'How many of the first characters the user''s previous key, in the order of keys, has as well.';
comment on column user_search_key.word is 'The letters the key begins with; null where the user''s previous key has them as well.';
alter table user_search_key enable row level security;
create policy tenant_isolation on user_search_key for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on user_search_key to steward_app;

create table user_search_word (
  tenant_id uuid not null,
  word text collate "C" not null,
  n integer not null,
  slot smallint not null default 0,
  constraint user_search_word_pk PRIMARY KEY (tenant_id, word, slot)
);
comment on table user_search_word is 'Derived from app_user by triggers: how many users have a key with this word.';
comment on column user_search_word.slot is '0, unless another transaction had that row when this one was written; the sum of a word''s rows counts.';
alter table user_search_word enable row level security;
create policy tenant_isolation on user_search_word for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant select on user_search_word to steward_app;

create table user_session (
  tenant_id uuid not null,
  session_id uuid not null default uuidv7(),
  user_id uuid not null,
  method text not null default 'password'::text,
  address inet,
  user_agent text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  last_active_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  confirmed_at timestamp with time zone default now(),
  constraint user_session_pk PRIMARY KEY (tenant_id, session_id),
  constraint user_session_method_known CHECK ((method = ANY (ARRAY['password'::text, 'passkey'::text, 'oidc'::text, 'saml'::text])))
);
CREATE INDEX user_session_expiry_idx ON public.user_session USING btree (expires_at);
CREATE INDEX user_session_open_idx ON public.user_session USING btree (last_active_at) WHERE (ended_at IS NULL);
CREATE INDEX user_session_user_idx ON public.user_session USING btree (tenant_id, user_id, created_at);
alter table user_session enable row level security;
create policy tenant_isolation on user_session for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant delete, insert, select, update on user_session to steward_app;

create table whats_new_reader (
  tenant_id uuid not null,
  user_id uuid not null,
  newest_seen text collate "C" not null,
  seen_at timestamp with time zone not null default now(),
  constraint whats_new_reader_pk PRIMARY KEY (tenant_id, user_id),
  constraint whats_new_reader_newest_form CHECK ((newest_seen ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2} [a-z0-9-]{1,60}$'::text))
);
comment on column whats_new_reader.newest_seen is 'Date and name of the entry: entries are in this order, and stay in it when older ones are removed.';
alter table whats_new_reader enable row level security;
create policy tenant_isolation on whats_new_reader for all to steward_app using ((tenant_id = current_tenant_id())) with check ((tenant_id = current_tenant_id()));
grant insert, select, update on whats_new_reader to steward_app;

alter table administrator_guard add constraint administrator_guard_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table api_failure add constraint api_failure_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table api_key add constraint api_key_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table api_key_group add constraint api_key_group_group_fk FOREIGN KEY (tenant_id, group_id) REFERENCES user_group(tenant_id, group_id) ON DELETE CASCADE;
alter table api_key_group add constraint api_key_group_key_fk FOREIGN KEY (tenant_id, api_key_id) REFERENCES api_key(tenant_id, api_key_id) ON DELETE CASCADE;
alter table api_usage add constraint api_usage_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table app_user add constraint app_user_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table application_license add constraint application_license_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table company_quota add constraint company_quota_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table currency add constraint currency_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table currency_scheme add constraint currency_scheme_anchor_fk FOREIGN KEY (tenant_id, anchor_currency_code) REFERENCES currency(tenant_id, currency_code);
alter table currency_scheme add constraint currency_scheme_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table currency_vintage add constraint currency_vintage_scheme_fk FOREIGN KEY (tenant_id, currency_scheme_id) REFERENCES currency_scheme(tenant_id, currency_scheme_id);
alter table currency_vintage_currency add constraint currency_vintage_currency_currency_fk FOREIGN KEY (tenant_id, currency_code) REFERENCES currency(tenant_id, currency_code);
alter table currency_vintage_currency add constraint currency_vintage_currency_vintage_fk FOREIGN KEY (tenant_id, currency_vintage_id) REFERENCES currency_vintage(tenant_id, currency_vintage_id) ON DELETE CASCADE;
alter table data_entitlement add constraint data_entitlement_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table datastore_entry add constraint datastore_entry_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table deprovisioning_limit add constraint deprovisioning_limit_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table entitlement_ingest add constraint entitlement_ingest_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table esg_version add constraint esg_version_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table event_day add constraint event_day_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table expiry_notice add constraint expiry_notice_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table factor_reset_request add constraint factor_reset_request_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table feature_flag_override add constraint feature_flag_override_flag_fk FOREIGN KEY (flag_name) REFERENCES feature_flag(flag_name) ON DELETE CASCADE;
alter table feature_flag_override add constraint feature_flag_override_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table feature_flag_user add constraint feature_flag_user_flag_fk FOREIGN KEY (flag_name) REFERENCES feature_flag(flag_name) ON DELETE CASCADE;
alter table feature_flag_user add constraint feature_flag_user_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table federation_attempt add constraint federation_attempt_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table federation_certificate add constraint federation_certificate_provider_fk FOREIGN KEY (tenant_id, slot) REFERENCES federation_provider(tenant_id, slot) ON UPDATE CASCADE ON DELETE CASCADE;
alter table federation_config add constraint federation_config_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table federation_flow add constraint federation_flow_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table federation_key add constraint federation_key_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table federation_provider add constraint federation_provider_config_fk FOREIGN KEY (tenant_id) REFERENCES federation_config(tenant_id) ON DELETE CASCADE;
alter table federation_seen add constraint federation_seen_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table federation_session add constraint federation_session_session_fk FOREIGN KEY (tenant_id, session_id) REFERENCES user_session(tenant_id, session_id) ON DELETE CASCADE;
alter table federation_subject add constraint federation_subject_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table feedback add constraint feedback_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table feedback add constraint feedback_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE SET NULL (user_id);
alter table group_member add constraint group_member_group_fk FOREIGN KEY (tenant_id, group_id) REFERENCES user_group(tenant_id, group_id);
alter table group_member add constraint group_member_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table group_role add constraint group_role_group_fk FOREIGN KEY (tenant_id, group_id) REFERENCES user_group(tenant_id, group_id) ON DELETE CASCADE;
alter table group_role add constraint group_role_role_fk FOREIGN KEY (tenant_id, role_id) REFERENCES role(tenant_id, role_id) ON DELETE CASCADE;
alter table job add constraint job_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table job_command add constraint job_command_job_fk FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, job_id) ON DELETE CASCADE;
alter table job_command_counter add constraint job_command_counter_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table job_group add constraint job_group_group_fk FOREIGN KEY (tenant_id, group_id) REFERENCES user_group(tenant_id, group_id) ON DELETE CASCADE;
alter table job_group add constraint job_group_job_fk FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, job_id) ON DELETE CASCADE;
alter table job_tag add constraint job_tag_job_fk FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, job_id) ON DELETE CASCADE;
alter table job_tag add constraint job_tag_tag_fk FOREIGN KEY (tenant_id, tag_id) REFERENCES tag(tenant_id, tag_id);
alter table log_archive add constraint log_archive_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table log_stream add constraint log_stream_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table log_stream_delivery add constraint log_stream_delivery_stream_fk FOREIGN KEY (tenant_id, log_stream_id) REFERENCES log_stream(tenant_id, log_stream_id) ON DELETE CASCADE;
alter table log_stream_progress add constraint log_stream_progress_stream_fk FOREIGN KEY (tenant_id, log_stream_id) REFERENCES log_stream(tenant_id, log_stream_id) ON DELETE CASCADE;
alter table model_entitlement add constraint model_entitlement_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table notification add constraint notification_recipient_fk FOREIGN KEY (tenant_id, recipient_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table notification add constraint notification_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table notification_delivery add constraint notification_delivery_notification_fk FOREIGN KEY (tenant_id, notification_id) REFERENCES notification(tenant_id, notification_id) ON DELETE CASCADE;
alter table notification_delivery add constraint notification_delivery_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table notification_reader add constraint notification_reader_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table notification_receipt add constraint notification_receipt_notification_fk FOREIGN KEY (tenant_id, notification_id) REFERENCES notification(tenant_id, notification_id) ON DELETE CASCADE;
alter table notification_receipt add constraint notification_receipt_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table notification_subscription add constraint notification_subscription_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table one_time_token add constraint one_time_token_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table open_model add constraint open_model_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table provisioning_event add constraint provisioning_event_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table provisioning_removal add constraint provisioning_removal_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table push_subscription add constraint push_subscription_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table quota_alert add constraint quota_alert_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table rate_upload add constraint rate_upload_vintage_fk FOREIGN KEY (tenant_id, currency_vintage_id) REFERENCES currency_vintage(tenant_id, currency_vintage_id) ON DELETE CASCADE;
alter table rate_upload_chunk add constraint rate_upload_chunk_upload_fk FOREIGN KEY (tenant_id, rate_upload_id) REFERENCES rate_upload(tenant_id, rate_upload_id) ON DELETE CASCADE;
alter table recovery_code add constraint recovery_code_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table refresh_token add constraint refresh_token_session_fk FOREIGN KEY (tenant_id, session_id) REFERENCES user_session(tenant_id, session_id) ON DELETE CASCADE;
alter table remembered_browser add constraint remembered_browser_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table resource_group add constraint resource_group_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table resource_group_group add constraint resource_group_group_group_fk FOREIGN KEY (tenant_id, group_id) REFERENCES user_group(tenant_id, group_id) ON DELETE CASCADE;
alter table resource_group_group add constraint resource_group_group_resource_group_fk FOREIGN KEY (tenant_id, resource_group_id) REFERENCES resource_group(tenant_id, resource_group_id) ON DELETE CASCADE;
alter table resource_group_package add constraint resource_group_package_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table resource_group_product add constraint resource_group_product_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table role add constraint role_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table role_action add constraint role_action_role_fk FOREIGN KEY (tenant_id, role_id) REFERENCES role(tenant_id, role_id) ON DELETE CASCADE;
alter table row_count add constraint row_count_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table saved_view add constraint saved_view_owner_fk FOREIGN KEY (tenant_id, owner_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table saved_view add constraint saved_view_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table saved_view_default add constraint saved_view_default_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table saved_view_default add constraint saved_view_default_view_fk FOREIGN KEY (tenant_id, list, saved_view_id) REFERENCES saved_view(tenant_id, list, saved_view_id) ON DELETE CASCADE;
alter table scim_group add constraint scim_group_group_fk FOREIGN KEY (tenant_id, group_id) REFERENCES user_group(tenant_id, group_id) ON DELETE CASCADE;
alter table scim_token add constraint scim_token_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table scim_user add constraint scim_user_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table service_event add constraint service_event_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table service_token add constraint service_token_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table sign_in_factor add constraint sign_in_factor_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table sign_in_step add constraint sign_in_step_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table storage_alert add constraint storage_alert_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table system_log_hour add constraint system_log_hour_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table tag add constraint tag_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table temporary_file add constraint temporary_file_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table temporary_file_chunk add constraint temporary_file_chunk_file_fk FOREIGN KEY (tenant_id, temporary_file_id) REFERENCES temporary_file(tenant_id, temporary_file_id) ON DELETE CASCADE;
alter table tenant_domain add constraint tenant_domain_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table upload_progress add constraint upload_progress_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table usage_batch add constraint usage_batch_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table used_challenge add constraint used_challenge_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table user_change add constraint user_change_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table user_group add constraint user_group_tenant_fk FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id);
alter table user_session add constraint user_session_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;
alter table whats_new_reader add constraint whats_new_reader_user_fk FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, user_id) ON DELETE CASCADE;

reset check_function_bodies;
