-- Audit log and system log: append-only, partitioned by month, newest first.

create table audit_entry (
  tenant_id      uuid        not null,
  occurred_at    timestamptz not null default now(),
  audit_entry_id uuid        not null default uuidv7(),
  type           text        not null,
  category       text        not null,
  entity_id      text        not null,
  entity_name    text        not null,
  subject_id     text,
  field_name     text        not null,
  previous_value text,
  current_value  text,
  actor_type     text        not null,
  actor_id       text        not null,
  actor_name     text        not null,
  request_id     text,
  constraint audit_entry_pk primary key (tenant_id, occurred_at, audit_entry_id),
  constraint audit_entry_type_known check (type in ('Create', 'Update', 'Delete'))
) partition by range (occurred_at);
comment on column audit_entry.subject_id is
  'What was put into or taken out of the entity: the user of a membership, the role of a group. Null for plain fields.';

create index audit_entry_category_idx on audit_entry (tenant_id, category, occurred_at, audit_entry_id);
create index audit_entry_type_idx on audit_entry (tenant_id, type, occurred_at, audit_entry_id);
create index audit_entry_actor_idx on audit_entry (tenant_id, actor_id, occurred_at, audit_entry_id);
create index audit_entry_entity_idx on audit_entry (tenant_id, entity_id, occurred_at, audit_entry_id);
create index audit_entry_subject_idx on audit_entry (tenant_id, subject_id, occurred_at, audit_entry_id)
  where subject_id is not null;

create table system_log (
  tenant_id     uuid        not null,
  occurred_at   timestamptz not null default now(),
  system_log_id uuid        not null default uuidv7(),
  kind          text        not null,
  outcome       text        not null,
  user_id       uuid,
  username      text        not null default '',
  address       inet,
  user_agent    text        not null default '',
  request_id    text,
  details       jsonb       not null default '{}',
  constraint system_log_pk primary key (tenant_id, occurred_at, system_log_id),
  constraint system_log_outcome_known check (outcome in ('success', 'failure'))
) partition by range (occurred_at);

create index system_log_kind_idx on system_log (tenant_id, kind, occurred_at, system_log_id);
create index system_log_outcome_idx on system_log (tenant_id, outcome, occurred_at, system_log_id);
create index system_log_user_idx on system_log (tenant_id, user_id, occurred_at, system_log_id);
create index system_log_username_idx on system_log (tenant_id, username, occurred_at, system_log_id);
create index system_log_address_idx on system_log (tenant_id, address, occurred_at, system_log_id);

-- Rows of months without a partition of their own land here; nothing is ever lost.
create table audit_entry_default partition of audit_entry default;
create table system_log_default partition of system_log default;

-- Makes the month partitions from `first_month` to `months_ahead` months from now, moving rows out of the default partition.
-- Safe to call at any time and by several processes; returns the number of partitions made.
create function create_log_partitions(months_ahead integer default 3, first_month date default current_date) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  parent text;
  month date;
  partition text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('steward.create_log_partitions'));
  foreach parent in array array['audit_entry', 'system_log'] loop
    for month in select generate_series(date_trunc('month', first_month::timestamp),
                                        date_trunc('month', now() at time zone 'UTC') + make_interval(months => months_ahead),
                                        interval '1 month')::date loop
      partition := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
      continue when to_regclass(partition) is not null;
      execute format('create table %I (like %I including all)', partition, parent);
      execute format('with moved as (delete from %I where occurred_at >= %L and occurred_at < %L returning *) insert into %I select * from moved',
                     parent || '_default', month || ' 00:00Z', (month + interval '1 month')::date || ' 00:00Z', partition);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                     parent, partition, month || ' 00:00Z', (month + interval '1 month')::date || ' 00:00Z');
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
revoke execute on function create_log_partitions from public;

alter table audit_entry enable row level security;
alter table system_log enable row level security;
create policy tenant_isolation on audit_entry to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on system_log to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());

-- Audit entries are written by triggers only.
grant select on audit_entry to steward_app;
grant select, insert on system_log to steward_app;
