-- Creating a user costs fewer statements and less planning.

-- Bound when they were created, these two need no search path, which kept the planner from inlining them.
create or replace function audit_field_name(column_name text) returns text
  language sql immutable parallel safe strict
  return contract_name(regexp_replace(column_name, '_(hash|digest)$', ''));

create or replace function audit_actor(out actor_type text, out actor_id text, out actor_name text, out request_id text)
  language sql stable
  return row (
    coalesce(nullif(current_setting('steward.actor_type', true), ''), 'system'),
    coalesce(nullif(current_setting('steward.actor_id', true), ''), 'system'),
    coalesce(nullif(current_setting('steward.actor_name', true), ''), 'Steward'),
    nullif(current_setting('steward.request_id', true), '')
  );

-- As before, with a statement of its own for members of groups, whose plan is kept: others are planned each time.
create or replace function audit_link() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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
$$;

-- No form was opened yet on users that were created in the same transaction.
create or replace function bump_user_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed_tenant uuid;
begin
  -- No one has seen generated users yet.
  if audit_is_off() then return null; end if;
  for changed_tenant in select distinct tenant_id from changed_rows loop
    -- An array, not a join: before statistics are there a join can look at every user for every change.
    update app_user set version = version + 1, updated_at = now()
     where tenant_id = changed_tenant
       and user_id = any (array(select distinct user_id from changed_rows where tenant_id = changed_tenant))
       and created_at <> now()
       and user_id::text is distinct from current_setting('steward.deleting', true);
  end loop;
  return null;
end
$$;
