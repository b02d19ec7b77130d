-- The logs in the order in which their entries were written, for streams (docs/adr/051): the IDs begin with the time of writing, which
-- occurred_at is not for events that services report later.

create index audit_entry_arrival_idx on audit_entry (tenant_id, audit_entry_id);
create index system_log_arrival_idx on system_log (tenant_id, system_log_id);
