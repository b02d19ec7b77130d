-- API keys, and how programs use the API.

create table api_key (
  tenant_id         uuid        not null,
  api_key_id        uuid        not null default uuidv7(),
  api_key_name      text        not null,
  api_key_name_key  text        not null generated always as (lower(api_key_name)) stored,
  key_prefix        text        not null,
  key_digest        bytea       not null,
  created_by        uuid,
  created_by_name   text        not null default '',
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  last_used_at      timestamptz,
  expires_at        timestamptz,
  version           integer     not null default 1,
  -- A key works for the user who made it, or who last gave it its secret, and no longer than they can sign in.
  holder_id         uuid,
  holder_name       text        not null default '',
  constraint api_key_pk primary key (tenant_id, api_key_id),
  constraint api_key_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint api_key_name_unique unique (tenant_id, api_key_name_key),
  constraint api_key_name_form check (api_key_name = btrim(api_key_name) and length(api_key_name) between 1 and 64)
);
create index api_key_digest_idx on api_key (key_digest);
create trigger api_key_version before update of api_key_name, key_digest, expires_at on api_key
  for each row execute function bump_version();
select tenant_table('api_key', grants => 'select, insert, update, delete');
select audit_entity('api_key', 'API key', 'api_key_id', 'api_key_name',
  left_out => 'api_key_id,api_key_name_key,created_by,created_by_name,last_used_at,holder_id', secret => 'key_digest',
  update_columns => 'api_key_name, key_prefix, key_digest, expires_at');

create table api_key_group (
  tenant_id  uuid        not null,
  api_key_id uuid        not null,
  group_id   uuid        not null,
  created_at timestamptz not null default now(),
  constraint api_key_group_pk primary key (tenant_id, api_key_id, group_id),
  constraint api_key_group_key_fk foreign key (tenant_id, api_key_id) references api_key (tenant_id, api_key_id) on delete cascade,
  constraint api_key_group_group_fk foreign key (tenant_id, group_id) references user_group (tenant_id, group_id) on delete cascade
);
create index api_key_group_group_idx on api_key_group (tenant_id, group_id);
select tenant_table('api_key_group', grants => 'select, insert, delete');
select audit_links('api_key_group', 'API key', 'api_key', 'api_key_id', 'api_key_name', 'groups', 'user_group', 'group_id', 'group_name');

create function delete_api_key_links() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from api_key_group where tenant_id = old.tenant_id and api_key_id = old.api_key_id;
  return old;
end
$$;
create trigger api_key_links before delete on api_key for each row execute function delete_api_key_links();

-- Calls by the hour, and recent failures. Every server process writes them in batches.

create table api_usage (
  tenant_id     uuid        not null,
  hour          timestamptz not null,
  caller_type   text        not null,
  caller_id     uuid        not null,
  endpoint_id   text        not null,
  caller_name   text        not null,
  calls         bigint      not null,
  client_errors bigint      not null,
  server_errors bigint      not null,
  durations     bigint[]    not null,
  last_call_at  timestamptz not null,
  constraint api_usage_pk primary key (tenant_id, hour, caller_type, caller_id, endpoint_id),
  constraint api_usage_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint api_usage_caller_known check (caller_type in ('key', 'user'))
);
comment on column api_usage.caller_id is 'The API key; all zeros for everyone who uses the console.';
comment on column api_usage.durations is 'Calls by how long they took, in the classes of contract/src/rules/durations.ts.';
create index api_usage_hour_idx on api_usage (hour);
select tenant_table('api_usage', grants => 'select');

create table api_failure (
  tenant_id      uuid        not null,
  occurred_at    timestamptz not null,
  api_failure_id uuid        not null default uuidv7(),
  api_key_id     uuid        not null,
  api_key_name   text        not null,
  endpoint_id    text        not null,
  status         integer     not null,
  duration_ms    integer     not null,
  address        inet,
  request_id     text        not null,
  constraint api_failure_pk primary key (tenant_id, occurred_at, api_failure_id),
  constraint api_failure_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
create index api_failure_occurred_idx on api_failure (occurred_at);
select tenant_table('api_failure', grants => 'select');

-- Adds up counts class by class; the longer array decides how many there are.
create function add_counts(a bigint[], b bigint[]) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) order by i), '{}') from unnest(a, b) with ordinality as t (x, y, i)
$$;

create aggregate sum_counts(bigint[]) (sfunc = add_counts, stype = bigint[], initcond = '{}', parallel = safe);
