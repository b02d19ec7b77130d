-- Indexes of the audit log and the system log for each filter and each pair of filters (docs/adr/032): the columns of the filters
-- before the time. Each replaces one or two that had a single column there.

create index audit_entry_kind_idx on audit_entry (tenant_id, category, type, field_name, occurred_at, audit_entry_id);
create index audit_entry_actor_kind_idx on audit_entry (tenant_id, actor_id, category, type, field_name, occurred_at, audit_entry_id);
drop index audit_entry_category_idx, audit_entry_type_idx, audit_entry_actor_idx;

create index system_log_event_idx on system_log (tenant_id, kind, outcome, occurred_at, system_log_id);
create index system_log_user_event_idx on system_log (tenant_id, user_id, kind, outcome, occurred_at, system_log_id);
create index system_log_address_event_idx on system_log (tenant_id, address, kind, outcome, occurred_at, system_log_id);
create index system_log_user_address_idx on system_log (tenant_id, user_id, address, occurred_at, system_log_id);
drop index system_log_kind_idx, system_log_outcome_idx, system_log_user_idx, system_log_username_idx, system_log_address_idx;
