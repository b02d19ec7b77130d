-- Single sign-on (docs/adr/023). `federation_config` is what sign-in reads: whether the tenant is federated, the name shown for
-- the provider, and which administrator keeps a password. The providers themselves are in two slots: the active one and a draft.

create table federation_config (
  tenant_id        uuid        not null,
  state            text        not null default 'INACTIVE',
  provider_name    text,
  admin_username   text,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  version          integer     not null default 1,
  constraint federation_config_pk primary key (tenant_id),
  constraint federation_config_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint federation_config_state_known check (state in ('INACTIVE', 'TESTING', 'ACTIVE'))
);
create trigger federation_config_version before update on federation_config
  for each row when (old.* is distinct from new.*) execute function bump_version();
select tenant_table('federation_config', grants => 'select, insert, update, delete');
select audit_entity('federation_config', 'Single sign-on', 'tenant_id', 'provider_name', secret => 'client_secret');

create table federation_provider (
  tenant_id                uuid        not null,
  slot                     text        not null,
  revision                 uuid        not null default uuidv7(),
  protocol                 text        not null,
  provider_name            text        not null,
  metadata_url             text,
  metadata_read_at         timestamptz not null,
  issuer                   text        not null,
  endpoints                jsonb       not null,
  details                  jsonb       not null,
  admin_group_name         text        not null,
  admin_username           text        not null,
  group_mappings           jsonb       not null default '[]',
  claim_names              jsonb       not null default '{}',
  client_id                text,
  client_secret            text,
  client_secret_expires_at timestamptz,
  client_authentication    text,
  test_result              jsonb,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  version                  integer     not null default 1,
  constraint federation_provider_pk primary key (tenant_id, slot),
  constraint federation_provider_config_fk foreign key (tenant_id) references federation_config (tenant_id) on delete cascade,
  constraint federation_provider_slot_known check (slot in ('active', 'draft')),
  constraint federation_provider_protocol_known check (protocol in ('oidc', 'saml')),
  constraint federation_provider_authentication_known
    check (client_authentication in ('client_secret_post', 'client_secret_basic', 'private_key_jwt'))
);
comment on column federation_provider.revision is 'Changes with every edit after which the test sign-in has to be repeated.';
comment on column federation_provider.client_secret is 'Sealed; opened with the key file of the installation.';
create trigger federation_provider_version before update on federation_provider
  for each row when (old.* is distinct from new.*) execute function bump_version();
select tenant_table('federation_provider', grants => 'select, insert, update, delete');
select audit_entity('federation_provider', 'Single sign-on', 'slot', 'provider_name',
  left_out => 'revision,metadata_read_at,endpoints,details,test_result', secret => 'client_secret',
  update_columns => 'protocol, provider_name, metadata_url, issuer, admin_group_name, admin_username, group_mappings,
    claim_names, client_id, client_secret, client_secret_expires_at, client_authentication');

-- Certificates that a provider can sign with: those in its metadata, and those it named before, until they are removed.
create table federation_certificate (
  tenant_id      uuid        not null,
  slot           text        not null,
  fingerprint    text        not null,
  der            text        not null,
  subject        text        not null,
  not_before     timestamptz not null,
  not_after      timestamptz not null,
  is_in_metadata boolean     not null,
  created_at     timestamptz not null default now(),
  constraint federation_certificate_pk primary key (tenant_id, slot, fingerprint),
  constraint federation_certificate_provider_fk foreign key (tenant_id, slot)
    references federation_provider (tenant_id, slot) on delete cascade on update cascade
);
select tenant_table('federation_certificate', grants => 'select, insert, update, delete');
select audit_entity('federation_certificate', 'Single sign-on', 'fingerprint', 'subject', left_out => 'der',
  update_columns => 'is_in_metadata');

-- Key pairs of the tenant as relying party.
create table federation_key (
  tenant_id    uuid        not null,
  key_id       text        not null,
  status       text        not null,
  private_key  text        not null,
  certificate  text        not null,
  fingerprint  text        not null,
  created_at   timestamptz not null default now(),
  not_after    timestamptz not null,
  constraint federation_key_pk primary key (tenant_id, key_id),
  constraint federation_key_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint federation_key_status_known check (status in ('next', 'active', 'previous'))
);
comment on column federation_key.private_key is 'Sealed; opened with the key file of the installation.';
create unique index federation_key_active_unique on federation_key (tenant_id) where status = 'active';
create unique index federation_key_next_unique on federation_key (tenant_id) where status = 'next';
select tenant_table('federation_key', grants => 'select, insert, update, delete');
select audit_entity('federation_key', 'Single sign-on', 'key_id', 'key_id', left_out => 'certificate', secret => 'private_key',
  update_columns => 'status');

-- A sign-in on its way to the provider and back. Nothing in it signs anyone in without the cookie of the browser.
create table federation_flow (
  tenant_id       uuid        not null,
  flow_digest     bytea       not null,
  browser_digest  bytea       not null,
  attempt_id      uuid        not null,
  slot            text        not null,
  revision        uuid        not null,
  is_test         boolean     not null,
  started_by      text,
  remembered      text        not null,
  departure       text,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  returned_at     timestamptz,
  code_digest     bytea,
  code_expires_at timestamptz,
  code_used_at    timestamptz,
  identity        text,
  constraint federation_flow_pk primary key (tenant_id, flow_digest),
  constraint federation_flow_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
comment on column federation_flow.remembered is 'Sealed: nonce, PKCE verifier, id of the request.';
comment on column federation_flow.identity is 'Sealed: the identity that the provider asserted, for the minute in which the code is valid.';
create unique index federation_flow_code_unique on federation_flow (tenant_id, code_digest) where code_digest is not null;
create index federation_flow_expires_idx on federation_flow (expires_at);
select tenant_table('federation_flow', grants => 'select, insert, update, delete');

-- Assertions and logout tokens that were seen, until they expire.
create table federation_seen (
  tenant_id   uuid        not null,
  seen_digest bytea       not null,
  expires_at  timestamptz not null,
  constraint federation_seen_pk primary key (tenant_id, seen_digest),
  constraint federation_seen_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
create index federation_seen_expires_idx on federation_seen (expires_at);
select tenant_table('federation_seen', grants => 'select, insert, delete');

-- The latest sign-in attempts of a tenant, step by step.
create table federation_attempt (
  tenant_id     uuid        not null,
  attempt_id    uuid        not null,
  occurred_at   timestamptz not null,
  is_test       boolean     not null,
  provider_name text        not null,
  protocol      text        not null,
  outcome       text        not null,
  refusal       jsonb,
  username      text,
  address       inet,
  user_agent    text        not null default '',
  steps         jsonb       not null default '[]',
  constraint federation_attempt_pk primary key (tenant_id, attempt_id),
  constraint federation_attempt_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint federation_attempt_outcome_known check (outcome in ('pending', 'success', 'failure'))
);
create index federation_attempt_occurred_idx on federation_attempt (tenant_id, occurred_at desc, attempt_id desc);
select tenant_table('federation_attempt', grants => 'select, insert, update, delete');

-- The user that a subject of an issuer belongs to.
create table federation_subject (
  tenant_id  uuid        not null,
  issuer     text        not null,
  subject    text        not null,
  user_id    uuid        not null,
  created_at timestamptz not null default now(),
  constraint federation_subject_pk primary key (tenant_id, issuer, subject),
  constraint federation_subject_user_unique unique (tenant_id, issuer, user_id),
  constraint federation_subject_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create index federation_subject_user_idx on federation_subject (tenant_id, user_id);
select tenant_table('federation_subject', grants => 'select, insert, delete');

-- The provider's name of a session, so that either side can end it.
create table federation_session (
  tenant_id           uuid        not null,
  session_id          uuid        not null,
  issuer              text        not null,
  subject             text        not null,
  provider_session_id text,
  logout              text        not null,
  created_at          timestamptz not null default now(),
  constraint federation_session_pk primary key (tenant_id, session_id),
  constraint federation_session_session_fk foreign key (tenant_id, session_id)
    references user_session (tenant_id, session_id) on delete cascade
);
comment on column federation_session.logout is 'Sealed: what the provider expects in a logout request.';
create index federation_session_subject_idx on federation_session (tenant_id, issuer, subject);
create index federation_session_provider_idx on federation_session (tenant_id, issuer, provider_session_id);
select tenant_table('federation_session', grants => 'select, insert, update, delete');

-- Email domains that lead people to the sign-in of their tenant.
create table tenant_domain (
  tenant_id       uuid        not null,
  domain          text        not null,
  token           text        not null,
  created_at      timestamptz not null default now(),
  verified_at     timestamptz,
  last_checked_at timestamptz,
  last_outcome    text,
  -- Since when the record of a verified domain is missing (docs/adr/027).
  missing_since   timestamptz,
  constraint tenant_domain_pk primary key (tenant_id, domain),
  constraint tenant_domain_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint tenant_domain_form check (domain = lower(domain) and length(domain) between 3 and 253),
  constraint tenant_domain_outcome_known check (last_outcome in ('found', 'no_record', 'other_value', 'no_answer'))
);
-- Any tenant can name a domain; only one can have it verified.
create unique index tenant_domain_owner_unique on tenant_domain (domain) where verified_at is not null;
select tenant_table('tenant_domain', grants => 'select, insert, update, delete');
select audit_entity('tenant_domain', 'Single sign-on', 'domain', 'domain',
  left_out => 'token,last_checked_at,last_outcome,missing_since', update_columns => 'verified_at');
