-- What every other file builds on: the role that requests run as, and the helpers that tables share.
--
-- The program signs in as the owner of this database. Every request then becomes `steward_app`, which owns nothing and
-- sees only the rows of the tenant named by the setting `steward.tenant_id`.

-- Lets scim_user_other_emails_idx hold the tenant beside an array.
create extension if not exists btree_gin;

do $$
begin
  -- Roles belong to the whole server: another database, or another process, could create it at the same moment.
  if not exists (select from pg_roles where rolname = 'steward_app') then
    create role steward_app nologin noinherit;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'steward_app', 'set') then
    execute format('grant steward_app to %I with inherit false, set true', current_user);
  end if;
end
$$;

grant usage on schema public to steward_app;

-- The tenant of this transaction. Raises an error when none is set, so that a forgotten setting never means "all tenants".
create function current_tenant_id() returns uuid
  language sql stable parallel safe
  return current_setting('steward.tenant_id')::uuid;

-- Makes a table one of a tenant: requests see and write only the rows of their own tenant. `grants` is what they are allowed
-- to do with these rows, as GRANT writes it: 'select, insert, update (group_name)'.
create function tenant_table(table_name text, grants text default '') returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('create policy tenant_isolation on %I to steward_app
                  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id())', table_name);
  if grants <> '' then execute format('grant %s on %I to steward_app', grants, table_name); end if;
end
$$;

-- snake_case column to the camelCase name used by the contract, for audit entries.
create function contract_name(column_name text) returns text
  language sql immutable parallel safe strict
  return lower(left(column_name, 1)) || substr(replace(initcap(replace(column_name, '_', ' ')), ' ', ''), 2);

-- ETag of an entity: counts edits. Attached with the columns whose change is an edit (a sign-in is none).
create function bump_version() returns trigger
  language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

-- Adds jobs for the background workers in the transaction of the change they follow from: one for each payload.
-- The queue's own schema is made by the program before the first request.
create function add_background_jobs(task text, payloads jsonb, job_key text default null, max_attempts integer default null)
  returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select (task, payload::json, null, null, add_background_jobs.max_attempts, add_background_jobs.job_key, null, null)
             ::graphile_worker.job_spec
      from jsonb_array_elements(payloads) payload));
end
$$;
revoke execute on function add_background_jobs from public;
grant execute on function add_background_jobs to steward_app;
