-- Provisioning as administrators watch over it: tokens, the log of what providers sent, the brake (docs/adr/025).

create table scim_token (
  tenant_id       uuid        not null,
  scim_token_id   uuid        not null default uuidv7(),
  token_name      text        not null,
  token_prefix    text        not null,
  token_digest    bytea       not null,
  is_dry_run      boolean     not null default false,
  created_by_name text        not null,
  created_at      timestamptz not null default now(),
  last_used_at    timestamptz,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  revoked_by_name text,
  constraint scim_token_pk primary key (tenant_id, scim_token_id),
  constraint scim_token_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint scim_token_digest_unique unique (tenant_id, token_digest),
  constraint scim_token_name_form check (token_name = btrim(token_name) and length(token_name) between 1 and 64)
);
create unique index scim_token_name_unique on scim_token (tenant_id, lower(token_name)) where revoked_at is null;

-- What is kept of an operation is text: JSON as it came may hold what jsonb does not take.
create table provisioning_event (
  tenant_id             uuid        not null,
  provisioning_event_id uuid        not null default uuidv7(),
  occurred_at           timestamptz not null default clock_timestamp(),
  operation             text        not null,
  resource_type         text,
  resource_id           text,
  resource_name         text        not null,
  outcome               text        not null,
  is_dry_run            boolean     not null,
  method                text        not null,
  path                  text        not null,
  body                  text,
  is_body_cut           boolean     not null,
  status                integer     not null,
  scim_type             text,
  code                  text,
  parameters            text,
  detail                text,
  change_count          integer     not null,
  changes               text,
  duration_ms           integer     not null,
  scim_token_id         uuid,
  token_name            text        not null,
  address               inet,
  user_agent            text        not null,
  request_id            text,
  replay_of             uuid,
  replayed_by_name      text,
  constraint provisioning_event_pk primary key (tenant_id, provisioning_event_id),
  constraint provisioning_event_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint provisioning_event_operation_known check (operation in ('create', 'replace', 'patch', 'delete', 'read', 'bulk')),
  constraint provisioning_event_outcome_known check (outcome in ('changed', 'unchanged', 'failed', 'braked', 'read'))
);
comment on column provisioning_event.provisioning_event_id is 'Begins with its time (RFC 9562, section 5.7): the key is the order.';
create index provisioning_event_outcome_idx on provisioning_event (tenant_id, outcome, provisioning_event_id);
create index provisioning_event_replay_idx on provisioning_event (tenant_id, replay_of) where replay_of is not null;

-- How many lost access lately; each user once.
create table provisioning_removal (
  tenant_id  uuid        not null,
  user_id    uuid        not null,
  removed_at timestamptz not null,
  constraint provisioning_removal_pk primary key (tenant_id, user_id),
  constraint provisioning_removal_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);

create table provisioning_brake (
  tenant_id       uuid        not null,
  is_on           boolean     not null,
  share_percent   integer     not null,
  minimum_users   integer     not null,
  state           text        not null default 'watching',
  stopped_at      timestamptz,
  decided_at      timestamptz,
  decided_by_name text,
  released_until  timestamptz,
  version         integer     not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint provisioning_brake_pk primary key (tenant_id),
  constraint provisioning_brake_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint provisioning_brake_state_known check (state in ('watching', 'stopped', 'kept', 'released')),
  constraint provisioning_brake_share check (share_percent between 1 and 100),
  constraint provisioning_brake_minimum check (minimum_users >= 1)
);
create trigger provisioning_brake_version before update on provisioning_brake
  for each row when (old.* is distinct from new.*) execute function bump_version();

alter table scim_token enable row level security;
alter table provisioning_event enable row level security;
alter table provisioning_removal enable row level security;
alter table provisioning_brake enable row level security;
create policy tenant_isolation on scim_token to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on provisioning_event to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on provisioning_removal to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on provisioning_brake to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
grant select, insert, update on scim_token, provisioning_brake to steward_app;
grant select, insert on provisioning_event to steward_app;
grant select, insert, delete on provisioning_removal to steward_app;

select audit_entity('scim_token', 'SCIM token', 'scim_token_id', 'token_name',
  left_out => 'scim_token_id,created_by_name,last_used_at,revoked_by_name', secret => 'token_digest',
  update_columns => 'token_name, expires_at, revoked_at');
select audit_entity('provisioning_brake', 'Provisioning brake', 'tenant_id', 'brake_name');

-- A key works for whoever made it, or gave it its secret last, and no longer than they may sign in. Keys that keys made had
-- nobody's name on them, and keep working.
alter table api_key
  add column holder_id   uuid,
  add column holder_name text not null default '';
update api_key set holder_id = created_by, holder_name = created_by_name where created_by is not null;
drop trigger audit_insert on api_key;
drop trigger audit_delete on api_key;
drop trigger audit_update on api_key;
select audit_entity('api_key', 'API key', 'api_key_id', 'api_key_name',
  left_out => 'api_key_id,api_key_name_key,created_by,created_by_name,last_used_at,holder_id', secret => 'key_digest',
  update_columns => 'api_key_name, key_prefix, key_digest, expires_at');
