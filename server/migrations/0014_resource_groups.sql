-- Resource groups: which groups use a product, and with which share of its quota.

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
  -- The default is a property of an assignment: a group without a package is not the default.
  constraint resource_group_default_has_package check (not is_default or resource_group_package_id is not null),
  constraint resource_group_package_named check (resource_group_package_id <> '0'),
  constraint resource_group_name_form check (resource_group_name = btrim(resource_group_name) and length(resource_group_name) between 1 and 64)
);
create unique index resource_group_default_unique on resource_group (tenant_id, product_code) where is_default;
create trigger resource_group_version
  before update of resource_group_name, all_access, is_default, resource_group_package_id on resource_group
  for each row execute function bump_version();
select tenant_table('resource_group', grants => 'select, insert, update, delete');
select audit_entity('resource_group', 'Resource group', 'resource_group_id', 'resource_group_name',
  left_out => 'resource_group_id,resource_group_name_key');

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
select tenant_table('resource_group_group', grants => 'select, insert, delete');
select audit_links('resource_group_group', 'Resource group', 'resource_group', 'resource_group_id', 'resource_group_name', 'groups', 'user_group', 'group_id', 'group_name');

create function delete_resource_group_links() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from resource_group_group where tenant_id = old.tenant_id and resource_group_id = old.resource_group_id;
  return old;
end
$$;
create trigger resource_group_links before delete on resource_group
  for each row execute function delete_resource_group_links();

-- A resource group with all access has no groups. It locks the resource group, so that two transactions cannot change access
-- and groups past each other.
create function refuse_groups_with_all_access() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from resource_group
    where tenant_id = new.tenant_id and resource_group_id = new.resource_group_id and not all_access for no key update;
  if not found then
    raise exception 'A resource group with all access names no groups.'
      using errcode = 'check_violation', constraint = 'groups_with_all_access', table = 'resource_group_group';
  end if;
  return new;
end
$$;
create trigger resource_group_group_access before insert on resource_group_group
  for each row execute function refuse_groups_with_all_access();

-- The packages of a product's resource groups are changed by one transaction at a time: each locks the product's row here first,
-- so that only one counts and allocates the rest of the quota (docs/adr/020). The version is that of the whole list of
-- assignments, for edits that replace it.
create table resource_group_product (
  tenant_id    uuid        not null,
  product_code text        not null,
  version      integer     not null default 0,
  constraint resource_group_product_pk primary key (tenant_id, product_code),
  constraint resource_group_product_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint resource_group_product_version_counts check (version >= 0)
);
select tenant_table('resource_group_product', grants => 'select, insert, update');
