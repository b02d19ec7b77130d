-- The packages of a product's resource groups are changed one transaction at a time: each locks the product's row here first,
-- so that what is left of the quota is counted, and given away, by one at once (docs/adr/020). The version names the assignment
-- list as a whole, for edits that replace it.
create table resource_group_product (
  tenant_id    uuid        not null,
  product_code text        not null,
  version      integer     not null default 0,
  constraint resource_group_product_pk primary key (tenant_id, product_code),
  constraint resource_group_product_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint resource_group_product_version_counts check (version >= 0)
);
alter table resource_group_product enable row level security;
create policy tenant_isolation on resource_group_product to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
grant select, insert, update on resource_group_product to steward_app;

-- The default is a property of an assignment: who has no package is not the default.
update resource_group set is_default = false where is_default and resource_group_package_id is null;
alter table resource_group
  add constraint resource_group_default_has_package check (not is_default or resource_group_package_id is not null),
  add constraint resource_group_package_named check (resource_group_package_id <> '0');

-- With all access there are no groups, and there is nobody to say so for rows of two tables but a trigger. It locks the resource
-- group, so that access and groups are not changed by two at once.
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
