-- How programs use the API: counted by the hour, and what failed lately. Written in batches by every server process.

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
comment on column api_usage.caller_id is 'The API key; one made of zeros stands for everybody who uses the console.';
comment on column api_usage.durations is 'Calls by how long they took, in the classes of contract/src/rules/durations.ts.';
create index api_usage_hour_idx on api_usage (hour);

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

alter table api_usage enable row level security;
alter table api_failure enable row level security;
create policy tenant_isolation on api_usage to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on api_failure to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
grant select on api_usage, api_failure to steward_app;

-- Adds up counts class by class; the longer array decides how many there are.
create function add_counts(a bigint[], b bigint[]) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) order by i), '{}') from unnest(a, b) with ordinality as t (x, y, i)
$$;
create aggregate sum_counts(bigint[]) (sfunc = add_counts, stype = bigint[], initcond = '{}', parallel = safe);
