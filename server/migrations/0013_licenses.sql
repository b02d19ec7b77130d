-- What a tenant is licensed for, its quotas, and how platform services send both.

create table application_license (
  tenant_id    uuid        not null,
  license_id   uuid        not null default uuidv7(),
  product_code text        not null,
  package_name text        not null,
  start_date   timestamptz not null default now(),
  end_date     timestamptz not null,
  constraint application_license_pk primary key (tenant_id, license_id),
  constraint application_license_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint application_license_package_unique unique (tenant_id, product_code, package_name)
);
select tenant_table('application_license', grants => 'select, insert, update, delete');
select audit_entity('application_license', 'Licence', 'license_id', 'product_code', left_out => 'license_id');

create table data_entitlement (
  tenant_id      uuid        not null,
  entitlement_id uuid        not null default uuidv7(),
  product_code   text        not null,
  start_date     timestamptz not null default now(),
  end_date       timestamptz not null,
  constraint data_entitlement_pk primary key (tenant_id, entitlement_id),
  constraint data_entitlement_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint data_entitlement_product_unique unique (tenant_id, product_code)
);
select tenant_table('data_entitlement', grants => 'select, insert, update, delete');
select audit_entity('data_entitlement', 'Data entitlement', 'entitlement_id', 'product_code', left_out => 'entitlement_id');

create table model_entitlement (
  tenant_id      uuid        not null,
  entitlement_id uuid        not null default uuidv7(),
  product_code   text        not null,
  product_name   text        not null,
  continent      text        not null,
  peril          text        not null,
  start_date     timestamptz not null default now(),
  end_date       timestamptz not null,
  constraint model_entitlement_pk primary key (tenant_id, entitlement_id),
  constraint model_entitlement_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint model_entitlement_product_unique unique (tenant_id, product_code, continent, peril)
);
select tenant_table('model_entitlement', grants => 'select, insert, update, delete');
select audit_entity('model_entitlement', 'Model entitlement', 'entitlement_id', 'product_name', left_out => 'entitlement_id');

create table company_quota (
  tenant_id    uuid        not null,
  product_code text        not null,
  quota_name   text        not null,
  value        bigint      not null,
  updated_at   timestamptz not null default now(),
  constraint company_quota_pk primary key (tenant_id, product_code, quota_name),
  constraint company_quota_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint company_quota_value_positive check (value >= 0)
);
select tenant_table('company_quota', grants => 'select, insert, update, delete');
select audit_entity('company_quota', 'Quota', 'product_code', 'quota_name');

-- Tokens of platform services, and the latest batch of entitlements of each tenant (docs/adr/019).
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
select tenant_table('entitlement_ingest', grants => 'select, insert, update');
