-- Events of the system log by the hour (UTC), so that the chart above it costs the same however many there are. Each statement adds
-- rows of its own, and so waits for no other; a task adds them up later, in the row with `part` 0.
create table system_log_hour (
  tenant_id uuid        not null,
  hour      timestamptz not null,
  kind      text        not null,
  outcome   text        not null,
  part      uuid        not null default uuidv7(),
  n         bigint      not null,
  constraint system_log_hour_pk primary key (tenant_id, hour, kind, outcome, part),
  constraint system_log_hour_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
create index system_log_hour_part_idx on system_log_hour (part) where part <> '00000000-0000-0000-0000-000000000000';
create index system_log_hour_hour_idx on system_log_hour (hour);
select tenant_table('system_log_hour', grants => 'select');

create function count_system_events() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into system_log_hour (tenant_id, hour, kind, outcome, n)
  select tenant_id, date_trunc('hour', occurred_at, 'UTC'), kind, outcome, count(*) from new_rows group by 1, 2, 3, 4;
  return null;
end
$$;

create trigger count_events after insert on system_log referencing new table as new_rows
  for each statement execute function count_system_events();

insert into system_log_hour (tenant_id, hour, kind, outcome, part, n)
select tenant_id, date_trunc('hour', occurred_at, 'UTC'), kind, outcome, '00000000-0000-0000-0000-000000000000', count(*)
  from system_log group by 1, 2, 3, 4;
