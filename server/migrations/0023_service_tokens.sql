-- Tokens of platform services, and the last batch of entitlements that each tenant was sent (docs/adr/019).

create table service_token (
  service_token_id uuid        not null default uuidv7(),
  tenant_id        uuid,
  token_name       text        not null,
  scopes           text[]      not null,
  token_prefix     text        not null,
  token_digest     bytea       not null,
  created_at       timestamptz not null default now(),
  last_used_at     timestamptz,
  expires_at       timestamptz,
  revoked_at       timestamptz,
  constraint service_token_pk primary key (service_token_id),
  constraint service_token_digest_unique unique (token_digest),
  constraint service_token_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint service_token_name_form check (token_name ~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$')
);
comment on column service_token.tenant_id is 'Null where the token is for every tenant.';
create unique index service_token_name_unique on service_token (lower(token_name)) where revoked_at is null;

create table entitlement_ingest (
  tenant_id    uuid        not null,
  kind         text        not null,
  version      bigint      not null,
  batch_digest bytea       not null,
  result       jsonb       not null,
  service_name text        not null,
  ingested_at  timestamptz not null default now(),
  constraint entitlement_ingest_pk primary key (tenant_id, kind),
  constraint entitlement_ingest_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint entitlement_ingest_kind_known check (kind in ('application', 'data', 'model', 'quota'))
);
alter table entitlement_ingest enable row level security;
create policy tenant_isolation on entitlement_ingest to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
grant select, insert, update on entitlement_ingest to steward_app;
