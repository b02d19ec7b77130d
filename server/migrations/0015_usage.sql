-- What tenants use of their products, by the hour, and the quota alerts already sent (docs/adr/022).

create table usage_hour (
  tenant_id         uuid             not null,
  product_code      text             not null,
  metric_name       text             not null,
  resource_group_id uuid             not null,
  hour              timestamptz      not null,
  value_sum         double precision not null,
  value_count       bigint           not null,
  value_max         double precision not null,
  value_last        double precision not null,
  last_at           timestamptz      not null,
  constraint usage_hour_pk primary key (tenant_id, product_code, metric_name, resource_group_id, hour),
  constraint usage_hour_counts check (value_count > 0)
) partition by range (hour);
comment on column usage_hour.resource_group_id is
  'The resource group, which can be deleted by now; all zeros for the whole company.';
select tenant_table('usage_hour', grants => 'select, insert, update');

-- Hours of months without a partition of their own.
create table usage_hour_default partition of usage_hour default;

-- Makes the month partitions from the oldest hour without one to `months_ahead` months from now, moving rows out of the
-- default partition, and drops what ended more than `keep_days` days ago. Safe to call at any time and by several processes;
-- returns the number of partitions made.
create function maintain_usage_partitions(months_ahead integer default 3, keep_days integer default 400) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  oldest timestamp := (now() at time zone 'UTC') - make_interval(days => keep_days);
  first_month timestamp;
  month timestamp;
  partition text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('steward.maintain_usage_partitions'));
  for partition in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
                    where i.inhparent = 'usage_hour'::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$' loop
    if to_date(right(partition, 7), 'YYYY_MM') + interval '1 month' <= oldest then
      execute format('drop table %I', partition);
    end if;
  end loop;
  delete from usage_hour_default where hour < oldest at time zone 'UTC';
  select coalesce(min(hour), now()) at time zone 'UTC' into first_month from usage_hour_default;
  for month in select generate_series(date_trunc('month', least(first_month, now() at time zone 'UTC')),
                                      date_trunc('month', now() at time zone 'UTC') + make_interval(months => months_ahead),
                                      interval '1 month') loop
    partition := format('usage_hour_%s', to_char(month, 'YYYY_MM'));
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like usage_hour including all)', partition);
    execute format('with moved as (delete from usage_hour_default where hour >= %L and hour < %L returning *) insert into %I select * from moved',
                   month || 'Z', month + interval '1 month' || 'Z', partition);
    execute format('alter table usage_hour attach partition %I for values from (%L) to (%L)',
                   partition, month || 'Z', month + interval '1 month' || 'Z');
    made := made + 1;
  end loop;
  return made;
end
$$;
revoke execute on function maintain_usage_partitions from public;

-- Batches that were accepted, for as long as they could be sent again.
create table usage_batch (
  tenant_id    uuid        not null,
  batch_id     uuid        not null,
  batch_digest bytea       not null,
  service_name text        not null,
  ingested_at  timestamptz not null,
  constraint usage_batch_pk primary key (tenant_id, batch_id),
  constraint usage_batch_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
create index usage_batch_ingested_idx on usage_batch (ingested_at);
select tenant_table('usage_batch', grants => 'select, insert');

-- The highest level of usage that an alert was sent for, and in which day or year, so that each alert is sent once.
create table quota_alert (
  tenant_id    uuid not null,
  product_code text not null,
  quota_name   text not null,
  level        text not null,
  period       date,
  constraint quota_alert_pk primary key (tenant_id, product_code, quota_name),
  constraint quota_alert_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint quota_alert_level_known check (level in ('normal', 'warning', 'critical'))
);
comment on column quota_alert.period is 'Null where the quota counts at any moment.';
select tenant_table('quota_alert', grants => 'select, insert, update');
