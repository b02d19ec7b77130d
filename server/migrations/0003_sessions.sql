-- Sign-in: sessions, tokens, keys, throttling, API keys, federation.

create table user_session (
  tenant_id      uuid        not null,
  session_id     uuid        not null default uuidv7(),
  user_id        uuid        not null,
  method         text        not null default 'password',
  address        inet,
  user_agent     text        not null default '',
  created_at     timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  expires_at     timestamptz not null,
  ended_at       timestamptz,
  end_reason     text,
  constraint user_session_pk primary key (tenant_id, session_id),
  constraint user_session_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint user_session_method_known check (method in ('password', 'oidc', 'saml'))
);
create index user_session_user_idx on user_session (tenant_id, user_id, created_at);
create index user_session_expiry_idx on user_session (expires_at);

create table refresh_token (
  tenant_id    uuid        not null,
  token_digest bytea       not null,
  session_id   uuid        not null,
  issued_at    timestamptz not null default now(),
  expires_at   timestamptz not null,
  used_at      timestamptz,
  replaced_by  bytea,
  constraint refresh_token_pk primary key (tenant_id, token_digest),
  constraint refresh_token_session_fk foreign key (tenant_id, session_id)
    references user_session (tenant_id, session_id) on delete cascade
);
create index refresh_token_session_idx on refresh_token (tenant_id, session_id);
create index refresh_token_digest_idx on refresh_token (token_digest);

create table one_time_token (
  tenant_id    uuid        not null,
  token_digest bytea       not null,
  user_id      uuid        not null,
  purpose      text        not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  used_at      timestamptz,
  constraint one_time_token_pk primary key (tenant_id, token_digest),
  constraint one_time_token_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint one_time_token_purpose_known check (purpose in ('activation', 'reset'))
);
create index one_time_token_user_idx on one_time_token (tenant_id, user_id, purpose);
create index one_time_token_digest_idx on one_time_token (token_digest);

-- Keys that sign access tokens; the same for all tenants, so only the owner reads them.
create table signing_key (
  key_id       text        not null,
  algorithm    text        not null default 'EdDSA',
  public_jwk   jsonb       not null,
  private_jwk  jsonb       not null,
  created_at   timestamptz not null default now(),
  active_from  timestamptz not null default now(),
  retired_at   timestamptz,
  constraint signing_key_pk primary key (key_id)
);

-- Failures by account or address, also for accounts and tenants that do not exist; so only the owner reads them.
create table sign_in_throttle (
  throttle_key      text        not null,
  failures          integer     not null default 0,
  window_started_at timestamptz not null default now(),
  blocked_until     timestamptz,
  updated_at        timestamptz not null default now(),
  constraint sign_in_throttle_pk primary key (throttle_key)
);
create index sign_in_throttle_updated_idx on sign_in_throttle (updated_at);

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
  constraint api_key_pk primary key (tenant_id, api_key_id),
  constraint api_key_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint api_key_name_unique unique (tenant_id, api_key_name_key),
  constraint api_key_name_form check (api_key_name = btrim(api_key_name) and length(api_key_name) between 1 and 64)
);
create index api_key_digest_idx on api_key (key_digest);
create trigger api_key_version before update of api_key_name, key_digest, expires_at on api_key
  for each row execute function bump_version();

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

create table federation_config (
  tenant_id        uuid        not null,
  state            text        not null default 'INACTIVE',
  protocol         text,
  provider_name    text,
  metadata_url     text,
  metadata         text,
  admin_group_name text,
  admin_username   text,
  client_id        text,
  client_secret    text,
  identifier_uri   text,
  response_url     text,
  test_result      jsonb,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  version          integer     not null default 1,
  constraint federation_config_pk primary key (tenant_id),
  constraint federation_config_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint federation_config_state_known check (state in ('INACTIVE', 'TESTING', 'ACTIVE')),
  constraint federation_config_protocol_known check (protocol in ('oidc', 'saml'))
);
create trigger federation_config_version before update on federation_config
  for each row when (old.* is distinct from new.*) execute function bump_version();

alter table user_session enable row level security;
alter table refresh_token enable row level security;
alter table one_time_token enable row level security;
alter table api_key enable row level security;
alter table api_key_group enable row level security;
alter table federation_config enable row level security;
create policy tenant_isolation on user_session to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on refresh_token to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on one_time_token to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on api_key to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on api_key_group to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on federation_config to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());

grant select, insert, update, delete on user_session, refresh_token, one_time_token, api_key, api_key_group, federation_config
  to steward_app;
