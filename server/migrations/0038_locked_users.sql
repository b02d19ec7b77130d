-- Users who are locked after failed sign-ins are few, and lists can be limited to them.
create index app_user_locked_idx on app_user (tenant_id, locked_until) where locked_until is not null;
