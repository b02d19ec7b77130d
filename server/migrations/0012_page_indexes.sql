-- Lists show the users of a type: it is included in the indexes of the two sorts by username, as it is in the others, so
-- that what a page skips is not read from the table.

alter table app_user drop constraint app_user_username_unique;
alter table app_user add constraint app_user_username_unique unique (tenant_id, username_key) include (user_id, user_type);

drop index app_user_status_idx;
create index app_user_status_idx on app_user (tenant_id, status, username_key) include (user_id, user_type);
