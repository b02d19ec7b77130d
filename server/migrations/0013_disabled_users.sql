-- Disabled users are few: without an index of their own, finding them means looking at everybody.
create index app_user_disabled_idx on app_user (tenant_id, username_key) include (user_id, user_type) where is_disabled;
