-- Proofs of domains are looked at again every day (docs/adr/027): since when the record of a proven domain is gone. What lost its proof by that keeps
-- the moment, and so differs from what was never proven.
alter table tenant_domain add column missing_since timestamptz;

drop trigger audit_insert on tenant_domain;
drop trigger audit_delete on tenant_domain;
drop trigger audit_update on tenant_domain;
select audit_entity('tenant_domain', 'Single sign-on', 'domain', 'domain',
  left_out => 'token,last_checked_at,last_outcome,missing_since', update_columns => 'verified_at');
