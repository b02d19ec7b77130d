-- Months of the logs, one at a time: those that have rows in the default partition get partitions of their own, so that a month
-- can be dropped as a whole (docs/adr/031).

-- Makes the partition of a month, with the rows that the default partition has of it. Returns whether it was missing.
create function create_log_partition(parent text, month date) returns boolean
  language plpgsql set search_path = public, pg_temp as $$
declare
  partition constant text := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
  first constant text := month || ' 00:00Z';
  next constant text := (month + interval '1 month')::date || ' 00:00Z';
begin
  perform pg_advisory_xact_lock(hashtext('steward.create_log_partitions'));
  if to_regclass(partition) is not null then return false; end if;
  execute format('create table %I (like %I including all)', partition, parent);
  execute format('with moved as (delete from %I where occurred_at >= %L and occurred_at < %L returning *) insert into %I select * from moved',
                 parent || '_default', first, next, partition);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition, first, next);
  return true;
end
$$;
revoke execute on function create_log_partition from public;

create or replace function create_log_partitions(months_ahead integer default 3, first_month date default current_date) returns integer
  language sql set search_path = public, pg_temp as $$
  select count(*) filter (where create_log_partition(parent, month::date))::integer
    from unnest(array['audit_entry', 'system_log']) parent,
         generate_series(date_trunc('month', first_month::timestamp),
                         date_trunc('month', now() at time zone 'UTC') + make_interval(months => months_ahead),
                         interval '1 month') month
$$;
