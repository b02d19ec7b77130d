-- Licenses, data entitlements and quotas as of a moment: their images show the past, and are never put back (docs/adr/056).

alter table tenant add column entitlement_images_since timestamptz not null default now();
comment on column tenant.entitlement_images_since is 'From when on each change of licenses, data entitlements and quotas has images.';
drop trigger audit_insert on tenant;
drop trigger audit_update on tenant;
drop trigger audit_delete on tenant;
select audit_entity('tenant', 'Tenant', 'tenant_id', 'tenant_name', left_out => 'images_since,entitlement_images_since');

select keep_images('application_license', 'license_id', in_bulk => true, update_columns => 'start_date, end_date');
select keep_images('company_quota', 'product_code,quota_name', in_bulk => true, update_columns => 'value');
select keep_images('data_entitlement', 'entitlement_id', in_bulk => true, update_columns => 'start_date, end_date');

create index row_image_reported_idx on row_image (tenant_id, table_name, occurred_at)
 where table_name = any (array['application_license', 'company_quota', 'data_entitlement']);
