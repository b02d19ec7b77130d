-- Months of the system log can be archived, too.

alter table log_archive drop constraint log_archive_log_known;
alter table log_archive add constraint log_archive_log_known check (log in ('audit_entry', 'system_log'));
