-- What a tenant is licensed for, its quotas, flags, settings and resource groups.

create table datastore_entry (
  tenant_id   uuid        not null,
  level       text        not null,
  level_id    text        not null,
  entry_key   text        not null,
  value       text        not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  version     integer     not null default 1,
  constraint datastore_entry_pk primary key (tenant_id, level, level_id, entry_key),
  constraint datastore_entry_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint datastore_entry_level_known check (level in ('Tenant', 'User')),
  constraint datastore_entry_key_form check (length(entry_key) between 1 and 128 and length(level_id) between 1 and 254),
  constraint datastore_entry_value_json check (value is json)
);
create trigger datastore_entry_version before update of value on datastore_entry
  for each row execute function bump_version();

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

-- Defaults of feature flags, the same for all tenants; the operator sets them.
create table feature_flag (
  flag_name   text        not null,
  is_enabled  boolean     not null default false,
  description text        not null default '',
  updated_at  timestamptz not null default now(),
  constraint feature_flag_pk primary key (flag_name)
);
grant select on feature_flag to steward_app;

create table feature_flag_override (
  tenant_id  uuid        not null,
  flag_name  text        not null,
  is_enabled boolean     not null,
  updated_at timestamptz not null default now(),
  constraint feature_flag_override_pk primary key (tenant_id, flag_name),
  constraint feature_flag_override_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint feature_flag_override_flag_fk foreign key (flag_name) references feature_flag (flag_name) on delete cascade
);

create table resource_group (
  tenant_id                 uuid        not null,
  resource_group_id         uuid        not null default uuidv7(),
  product_code              text        not null,
  resource_group_name       text        not null,
  resource_group_name_key   text        not null generated always as (lower(resource_group_name)) stored,
  all_access                boolean     not null default false,
  is_default                boolean     not null default false,
  resource_group_package_id text,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz not null default now(),
  version                   integer     not null default 1,
  constraint resource_group_pk primary key (tenant_id, resource_group_id),
  constraint resource_group_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint resource_group_name_unique unique (tenant_id, product_code, resource_group_name_key),
  constraint resource_group_name_form check (resource_group_name = btrim(resource_group_name) and length(resource_group_name) between 1 and 64)
);
create unique index resource_group_default_unique on resource_group (tenant_id, product_code) where is_default;
create trigger resource_group_version
  before update of resource_group_name, all_access, is_default, resource_group_package_id on resource_group
  for each row execute function bump_version();

create table resource_group_group (
  tenant_id         uuid        not null,
  resource_group_id uuid        not null,
  group_id          uuid        not null,
  created_at        timestamptz not null default now(),
  constraint resource_group_group_pk primary key (tenant_id, resource_group_id, group_id),
  constraint resource_group_group_resource_group_fk foreign key (tenant_id, resource_group_id)
    references resource_group (tenant_id, resource_group_id) on delete cascade,
  constraint resource_group_group_group_fk foreign key (tenant_id, group_id)
    references user_group (tenant_id, group_id) on delete cascade
);
create index resource_group_group_group_idx on resource_group_group (tenant_id, group_id);

alter table datastore_entry enable row level security;
alter table application_license enable row level security;
alter table data_entitlement enable row level security;
alter table model_entitlement enable row level security;
alter table company_quota enable row level security;
alter table feature_flag_override enable row level security;
alter table resource_group enable row level security;
alter table resource_group_group enable row level security;
create policy tenant_isolation on datastore_entry to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on application_license to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on data_entitlement to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on model_entitlement to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on company_quota to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on feature_flag_override to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on resource_group to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on resource_group_group to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());

grant select, insert, update, delete on datastore_entry, application_license, data_entitlement, model_entitlement,
  company_quota, feature_flag_override, resource_group, resource_group_group to steward_app;
