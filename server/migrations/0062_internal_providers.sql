-- Internal identity providers that the operator allows for one tenant, besides those of the whole installation.

alter table tenant add column internal_providers text[];
comment on column tenant.internal_providers is 'Addresses, ranges and host names of internal identity providers that the tenant can use; null for none.';
