-- Users, groups, roles and what ties them together.

create table app_user (
  tenant_id           uuid        not null,
  user_id             uuid        not null default uuidv7(),
  username            text        not null,
  username_key        text        not null generated always as (lower(username)) stored,
  email               text        not null,
  given_name          text        not null default '',
  family_name         text        not null default '',
  status              text        not null default 'FORCE_CHANGE_PASSWORD',
  user_type           text        not null default 'endUser',
  is_disabled         boolean     not null default false,
  password_hash       text,
  password_changed_at timestamptz,
  failed_attempts     integer     not null default 0,
  locked_until        timestamptz,
  last_sign_in_at     timestamptz,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  version             integer     not null default 1,
  -- The space in front lets one- and two-letter searches match the beginnings of words through the trigram index.
  search_text         text        not null generated always as
    (lower(' ' || given_name || ' ' || family_name || ' ' || email
      || case when lower(username) = lower(email) then '' else ' ' || username end)) stored,
  constraint app_user_pk primary key (tenant_id, user_id),
  constraint app_user_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint app_user_username_unique unique (tenant_id, username_key) include (user_id, user_type),
  constraint app_user_username_form check (username = btrim(username) and length(username) between 1 and 254),
  constraint app_user_email_form check (length(email) between 3 and 254),
  constraint app_user_given_name_form check (length(given_name) <= 64 and given_name !~ '[<>&]'),
  constraint app_user_family_name_form check (length(family_name) <= 64 and family_name !~ '[<>&]'),
  constraint app_user_status_known check (status in ('CONFIRMED', 'EXTERNAL_PROVIDER', 'FORCE_CHANGE_PASSWORD')),
  constraint app_user_type_known check (user_type in ('endUser', 'service'))
);

-- One index a sort; user_id (uuidv7) makes every key unique, for keyset paging in both directions. What is included lets deep
-- pages be found without visiting the table.
create index app_user_family_name_idx on app_user (tenant_id, family_name, user_id) include (user_type);
create index app_user_given_name_idx on app_user (tenant_id, given_name, user_id) include (user_type);
create index app_user_status_idx on app_user (tenant_id, status, username_key) include (user_id, user_type);
create index app_user_created_at_idx on app_user (tenant_id, created_at, user_id) include (user_type);
create index app_user_last_sign_in_idx on app_user (tenant_id, last_sign_in_at desc nulls last, user_id desc) include (user_type);
create index app_user_search_idx on app_user using gin (tenant_id, search_text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);

create trigger app_user_version
  before update of username, email, given_name, family_name, status, user_type, is_disabled on app_user
  for each row execute function bump_version();

create table user_group (
  tenant_id           uuid        not null,
  group_id            uuid        not null default uuidv7(),
  group_name          text        not null,
  group_name_key      text        not null generated always as (lower(group_name)) stored,
  status              text        not null default 'Enabled',
  is_reserved         boolean     not null default false,
  managed_by_provider boolean     not null default false,
  user_count          integer     not null default 0,
  role_count          integer     not null default 0,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  version             integer     not null default 1,
  constraint user_group_pk primary key (tenant_id, group_id),
  constraint user_group_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint user_group_name_unique unique (tenant_id, group_name_key),
  constraint user_group_name_form check (group_name = btrim(group_name) and length(group_name) between 1 and 64),
  constraint user_group_status_known check (status in ('Enabled', 'Disabled'))
);

-- user_count and role_count are part of the group as others see it, so their change is an edit too.
create trigger user_group_version
  before update of group_name, status, managed_by_provider, user_count, role_count on user_group
  for each row execute function bump_version();

create table role (
  tenant_id        uuid        not null,
  role_id          uuid        not null default uuidv7(),
  role_name        text        not null,
  role_name_key    text        not null generated always as (lower(role_name)) stored,
  description      text        not null default '',
  is_reserved      boolean     not null default false,
  is_administrator boolean     not null default false,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  version          integer     not null default 1,
  constraint role_pk primary key (tenant_id, role_id),
  constraint role_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint role_name_unique unique (tenant_id, role_name_key),
  constraint role_name_form check (role_name = btrim(role_name) and length(role_name) between 1 and 64),
  constraint role_administrator_reserved check (is_reserved or not is_administrator)
);
comment on column role.is_administrator is 'The Tenant Administrator role; a tenant has one.';
create unique index role_administrator_unique on role (tenant_id) where is_administrator;

create trigger role_version before update of role_name, description on role
  for each row execute function bump_version();

create table role_action (
  tenant_id   uuid        not null,
  role_id     uuid        not null,
  action_name text        not null,
  created_at  timestamptz not null default now(),
  constraint role_action_pk primary key (tenant_id, role_id, action_name),
  constraint role_action_role_fk foreign key (tenant_id, role_id) references role (tenant_id, role_id) on delete cascade
);
create index role_action_action_idx on role_action (tenant_id, action_name);

create table group_role (
  tenant_id  uuid        not null,
  group_id   uuid        not null,
  role_id    uuid        not null,
  created_at timestamptz not null default now(),
  constraint group_role_pk primary key (tenant_id, group_id, role_id),
  constraint group_role_group_fk foreign key (tenant_id, group_id) references user_group (tenant_id, group_id) on delete cascade,
  constraint group_role_role_fk foreign key (tenant_id, role_id) references role (tenant_id, role_id) on delete cascade
);
create index group_role_role_idx on group_role (tenant_id, role_id, group_id);

create table group_member (
  tenant_id  uuid        not null,
  group_id   uuid        not null,
  user_id    uuid        not null,
  created_at timestamptz not null default now(),
  constraint group_member_pk primary key (tenant_id, group_id, user_id),
  -- A group must hold no users before deletion (specification 2, section 4): no cascade here.
  constraint group_member_group_fk foreign key (tenant_id, group_id) references user_group (tenant_id, group_id),
  constraint group_member_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create index group_member_user_idx on group_member (tenant_id, user_id, group_id);

alter table app_user enable row level security;
alter table user_group enable row level security;
alter table role enable row level security;
alter table role_action enable row level security;
alter table group_role enable row level security;
alter table group_member enable row level security;
create policy tenant_isolation on app_user to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on user_group to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on role to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on role_action to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on group_role to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on group_member to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());

grant select, insert, delete on app_user, user_group, role, role_action, group_role, group_member to steward_app;
grant update (username, email, given_name, family_name, status, user_type, is_disabled, password_hash,
              password_changed_at, failed_attempts, locked_until, last_sign_in_at) on app_user to steward_app;
grant update (group_name, status, managed_by_provider) on user_group to steward_app;
grant update (role_name, description) on role to steward_app;
