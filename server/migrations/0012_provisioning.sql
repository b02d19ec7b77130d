-- Provisioning by identity providers (SCIM, RFC 7643): what they send, their tokens, the log, the limit on deprovisioning.

-- The addresses of a user as SCIM shows them.
create function scim_emails(email text, stored jsonb) returns jsonb
  language sql immutable parallel safe set search_path = public, pg_temp
  return coalesce(
    (select jsonb_agg(case when entry ? 'value' then entry else jsonb_build_object('value', email) || entry end order by n)
       from jsonb_array_elements(stored) with ordinality element (entry, n)),
    jsonb_build_array(jsonb_build_object('value', email, 'type', 'work', 'primary', true)));

-- The addresses besides the one in app_user, for looking users up by them.
create function scim_other_emails(attributes jsonb) returns text[]
  language sql immutable parallel safe set search_path = public, pg_temp
  return array(select lower(entry ->> 'value') from jsonb_array_elements(attributes -> 'emails') entry where entry ? 'value');

-- Attributes of users and groups that this product does not use itself. Name, email address and status are in app_user and
-- user_group only.

create table scim_user (
  tenant_id   uuid        not null,
  user_id     uuid        not null,
  external_id text,
  -- A SCIM user without the attributes that app_user has; the main email address is the element of `emails` without a value.
  attributes  jsonb       not null default '{}',
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint scim_user_pk primary key (tenant_id, user_id),
  constraint scim_user_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint scim_user_external_id_form check (length(external_id) between 1 and 256),
  constraint scim_user_attributes_form check (jsonb_typeof(attributes) = 'object')
);
create index scim_user_external_id_idx on scim_user (tenant_id, external_id) where external_id is not null;
create index scim_user_other_emails_idx on scim_user using gin (tenant_id, scim_other_emails(attributes))
  where scim_other_emails(attributes) <> '{}';
select tenant_table('scim_user', grants => 'select, insert, delete, update (external_id, attributes)');

create table scim_group (
  tenant_id   uuid        not null,
  group_id    uuid        not null,
  external_id text,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint scim_group_pk primary key (tenant_id, group_id),
  constraint scim_group_group_fk foreign key (tenant_id, group_id) references user_group (tenant_id, group_id) on delete cascade,
  constraint scim_group_external_id_form check (length(external_id) between 1 and 256)
);
create index scim_group_external_id_idx on scim_group (tenant_id, external_id) where external_id is not null;
select tenant_table('scim_group', grants => 'select, insert, delete, update (external_id)');

-- Users who could have an address, found by indexes; the caller checks whether they do. Runs as the owner, because the conditions
-- of these indexes are not used under row-level security.
create function scim_users_by_email(of_tenant uuid, wanted text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from app_user where tenant_id = of_tenant and tenant_id = current_tenant_id() and lower(email) = lower(wanted)
  union
  select user_id from scim_user
   where tenant_id = of_tenant and tenant_id = current_tenant_id() and scim_other_emails(attributes) @> array[lower(wanted)] and scim_other_emails(attributes) <> '{}'
$$;

-- Provided attributes are part of the user or group, so their change is an edit of it. One that was created in this transaction
-- has its first version already.
create function bump_provisioned_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update app_user set version = version + 1, updated_at = now()
   where tenant_id = new.tenant_id and user_id = new.user_id and created_at <> now();
  return null;
end
$$;
create trigger version after insert or update of external_id, attributes on scim_user
  for each row execute function bump_provisioned_user();

create function bump_provisioned_group() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update user_group set version = version + 1, updated_at = now()
   where tenant_id = new.tenant_id and group_id = new.group_id and created_at <> now();
  return null;
end
$$;
create trigger version after insert or update of external_id on scim_group
  for each row execute function bump_provisioned_group();

-- Provided attributes are deleted before their user or group, so that audit entries still find the name.
create function delete_scim_user() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from scim_user where tenant_id = old.tenant_id and user_id = old.user_id;
  return old;
end
$$;
create trigger app_user_scim before delete on app_user for each row execute function delete_scim_user();

create function delete_scim_group() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from scim_group where tenant_id = old.tenant_id and group_id = old.group_id;
  return old;
end
$$;
create trigger user_group_scim before delete on user_group for each row execute function delete_scim_group();

-- One entry for each attribute, under the user or group that it belongs to. Arguments: category, entity table, its key, its name column.
create function audit_provisioned() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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
$$;
create trigger audit_insert after insert on scim_user for each row execute function audit_provisioned('User', 'app_user', 'user_id', 'username');
create trigger audit_update after update on scim_user for each row execute function audit_provisioned('User', 'app_user', 'user_id', 'username');
create trigger audit_delete after delete on scim_user for each row execute function audit_provisioned('User', 'app_user', 'user_id', 'username');
create trigger audit_insert after insert on scim_group for each row execute function audit_provisioned('Group', 'user_group', 'group_id', 'group_name');
create trigger audit_update after update on scim_group for each row execute function audit_provisioned('Group', 'user_group', 'group_id', 'group_name');
create trigger audit_delete after delete on scim_group for each row execute function audit_provisioned('Group', 'user_group', 'group_id', 'group_name');

-- Tokens, the log and the limit on deprovisioning (docs/adr/025) ------------------------------------------------------------

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
select tenant_table('scim_token', grants => 'select, insert, update');
select audit_entity('scim_token', 'SCIM token', 'scim_token_id', 'token_name',
  left_out => 'scim_token_id,created_by_name,last_used_at,revoked_by_name', secret => 'token_digest',
  update_columns => 'token_name, expires_at, revoked_at');

-- Bodies are text: JSON as received can contain what jsonb refuses.
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
select tenant_table('provisioning_event', grants => 'select, insert');

-- Users who lost access recently, each once.
create table provisioning_removal (
  tenant_id  uuid        not null,
  user_id    uuid        not null,
  removed_at timestamptz not null,
  constraint provisioning_removal_pk primary key (tenant_id, user_id),
  constraint provisioning_removal_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
select tenant_table('provisioning_removal', grants => 'select, insert, delete');

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
select tenant_table('provisioning_brake', grants => 'select, insert, update');
select audit_entity('provisioning_brake', 'Provisioning brake', 'tenant_id', 'brake_name');
