-- Feature flags for everyone, a tenant, a user or a share of the users (docs/adr/013).

-- The catalogue's default counts until the operator sets one (`is_set`); `is_stopped` turns a flag off whatever is set anywhere.
-- With a percentage a flag is on for that share of the users, and off for the others.
alter table feature_flag
  add column is_set     boolean  not null default false,
  add column is_stopped boolean  not null default false,
  add column percentage smallint,
  add constraint feature_flag_percentage_range check (percentage is null or (is_enabled and percentage between 1 and 99));

alter table feature_flag_override
  add column percentage smallint,
  add constraint feature_flag_override_percentage_range check (percentage is null or (is_enabled and percentage between 1 and 99));

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

alter table feature_flag_user enable row level security;
create policy tenant_isolation on feature_flag_user to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
grant select on feature_flag_user to steward_app;

select audit_entity('feature_flag_user', 'Feature flag', 'flag_name', 'flag_name');
