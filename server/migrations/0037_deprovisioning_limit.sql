-- The limit on deprovisioning has one name everywhere.
alter table provisioning_brake rename to deprovisioning_limit;
alter table deprovisioning_limit rename constraint provisioning_brake_pk to deprovisioning_limit_pk;
alter table deprovisioning_limit rename constraint provisioning_brake_tenant_fk to deprovisioning_limit_tenant_fk;
alter table deprovisioning_limit rename constraint provisioning_brake_state_known to deprovisioning_limit_state_known;
alter table deprovisioning_limit rename constraint provisioning_brake_share to deprovisioning_limit_share;
alter table deprovisioning_limit rename constraint provisioning_brake_minimum to deprovisioning_limit_minimum;
alter table deprovisioning_limit rename constraint provisioning_brake_tenant_id_not_null to deprovisioning_limit_tenant_id_not_null;
alter table deprovisioning_limit rename constraint provisioning_brake_is_on_not_null to deprovisioning_limit_is_on_not_null;
alter table deprovisioning_limit rename constraint provisioning_brake_share_percent_not_null to deprovisioning_limit_share_percent_not_null;
alter table deprovisioning_limit rename constraint provisioning_brake_minimum_users_not_null to deprovisioning_limit_minimum_users_not_null;
alter table deprovisioning_limit rename constraint provisioning_brake_state_not_null to deprovisioning_limit_state_not_null;
alter table deprovisioning_limit rename constraint provisioning_brake_version_not_null to deprovisioning_limit_version_not_null;
alter table deprovisioning_limit rename constraint provisioning_brake_created_at_not_null to deprovisioning_limit_created_at_not_null;
alter table deprovisioning_limit rename constraint provisioning_brake_updated_at_not_null to deprovisioning_limit_updated_at_not_null;
alter trigger provisioning_brake_version on deprovisioning_limit rename to deprovisioning_limit_version;

drop trigger audit_insert on deprovisioning_limit;
drop trigger audit_update on deprovisioning_limit;
drop trigger audit_delete on deprovisioning_limit;
select audit_entity('deprovisioning_limit', 'Deprovisioning limit', 'tenant_id', 'limit_name');
update audit_entry set category = 'Deprovisioning limit' where category = 'Provisioning brake';
update system_log set kind = 'deprovisioning_limit_decided' where kind = 'provisioning_brake_decided';

alter table provisioning_event drop constraint provisioning_event_outcome_known;
update provisioning_event set outcome = 'limited' where outcome = 'braked';
update provisioning_event set code = 'deprovisioning_limit_reached' where code = 'provisioning_braked';
alter table provisioning_event add constraint provisioning_event_outcome_known
  check (outcome in ('changed', 'unchanged', 'failed', 'limited', 'read'));

-- Users who lost access again after an hour are counted again.
grant update (removed_at) on provisioning_removal to steward_app;
