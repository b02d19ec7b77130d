-- Feature flags for everyone, a tenant, a user or a share of the users (docs/adr/013).

-- Defaults for all tenants. The default of the catalogue counts until the operator sets one (`is_set`); `is_stopped` turns a flag
-- off whatever is set elsewhere. With a percentage a flag is on for that share of the users, and off for the others.
create table feature_flag (
  flag_name   text        not null,
  is_enabled  boolean     not null default false,
  description text        not null default '',
  updated_at  timestamptz not null default now(),
  is_set      boolean     not null default false,
  is_stopped  boolean     not null default false,
  percentage  smallint,
  constraint feature_flag_pk primary key (flag_name),
  constraint feature_flag_percentage_range check (percentage is null or (is_enabled and percentage between 1 and 99))
);

create table feature_flag_override (
  tenant_id  uuid        not null,
  flag_name  text        not null,
  is_enabled boolean     not null,
  updated_at timestamptz not null default now(),
  percentage smallint,
  constraint feature_flag_override_percentage_range check (percentage is null or (is_enabled and percentage between 1 and 99)),
  constraint feature_flag_override_pk primary key (tenant_id, flag_name),
  constraint feature_flag_override_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint feature_flag_override_flag_fk foreign key (flag_name) references feature_flag (flag_name) on delete cascade
);
select tenant_table('feature_flag_override', grants => 'select, insert, update, delete');
select audit_entity('feature_flag_override', 'Feature flag', 'flag_name', 'flag_name');

create table feature_flag_user (
  tenant_id  uuid        not null,
  user_id    uuid        not null,
  flag_name  text        not null,
  is_enabled boolean     not null,
  updated_at timestamptz not null default now(),
  constraint feature_flag_user_pk primary key (tenant_id, user_id, flag_name),
  constraint feature_flag_user_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint feature_flag_user_flag_fk foreign key (flag_name) references feature_flag (flag_name) on delete cascade
);
create index feature_flag_user_flag_idx on feature_flag_user (tenant_id, flag_name);
select tenant_table('feature_flag_user', grants => 'select');
select audit_entity('feature_flag_user', 'Feature flag', 'flag_name', 'flag_name');

grant select on feature_flag to steward_app;
