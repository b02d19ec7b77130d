-- What the home page counts, kept as it happens, so that it costs the same in every tenant.

-- Events by the day (UTC). Each row of a log adds one, in one of eight rows of its day, so that sign-ins seldom wait for each other.
create table event_day (
  tenant_id uuid     not null,
  day       date     not null,
  event     text     not null,
  slot      smallint not null,
  n         bigint   not null,
  constraint event_day_pk primary key (tenant_id, day, event, slot),
  constraint event_day_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint event_day_event_known check (event in ('sign_in', 'sign_in_failed', 'provisioning_failed'))
);
create index event_day_day_idx on event_day (day);
comment on column event_day.slot is 'Spreads the counts of concurrent sessions over several rows; their sum counts.';
select tenant_table('event_day', grants => 'select');

-- The event is an argument, or the kind of the row of the system log.
create function count_system_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into event_day (tenant_id, day, event, slot, n)
  values (new.tenant_id, (new.occurred_at at time zone 'UTC')::date, new.kind, pg_backend_pid() % 8, 1)
  on conflict on constraint event_day_pk do update set n = event_day.n + 1;
  return null;
end
$$;

create trigger count_sign_in after insert on system_log for each row
  when (new.kind in ('sign_in', 'sign_in_failed')) execute function count_system_event();

create function count_provisioning_failure() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into event_day (tenant_id, day, event, slot, n)
  values (new.tenant_id, (new.occurred_at at time zone 'UTC')::date, 'provisioning_failed', pg_backend_pid() % 8, 1)
  on conflict on constraint event_day_pk do update set n = event_day.n + 1;
  return null;
end
$$;

create trigger count_failure after insert on provisioning_event for each row
  when (new.outcome = 'failed' and not new.is_dry_run) execute function count_provisioning_failure();

insert into event_day (tenant_id, day, event, slot, n)
select tenant_id, (occurred_at at time zone 'UTC')::date, kind, 0, count(*)
  from system_log
 where kind in ('sign_in', 'sign_in_failed') and occurred_at > now() - interval '100 days'
 group by 1, 2, 3;
insert into event_day (tenant_id, day, event, slot, n)
select tenant_id, (occurred_at at time zone 'UTC')::date, 'provisioning_failed', 0, count(*)
  from provisioning_event
 where outcome = 'failed' and not is_dry_run and occurred_at > now() - interval '100 days'
 group by 1, 2;

-- People who can sign in and never did, by type.
create or replace function count_users() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into row_count (tenant_id, table_name, facet, n)
  select tenant_id, 'app_user', user_facet(user_type, status, is_disabled),
         case when tg_op = 'INSERT' then count(*) else - count(*) end
    from changed_rows group by 1, 3 order by 1, 3
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  insert into row_count (tenant_id, table_name, facet, n)
  select tenant_id, 'app_user_never', user_type, case when tg_op = 'INSERT' then count(*) else - count(*) end
    from changed_rows
   where last_sign_in_at is null and not is_disabled and status <> 'FORCE_CHANGE_PASSWORD' group by 1, 3 order by 1, 3
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$$;

create or replace function count_user_changes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into row_count (tenant_id, table_name, facet, n)
  select tenant_id, 'app_user', facet, sum(change)
    from (select tenant_id, user_facet(user_type, status, is_disabled), -1 from old_rows
          union all
          select tenant_id, user_facet(user_type, status, is_disabled), 1 from new_rows) changes (tenant_id, facet, change)
   group by tenant_id, facet having sum(change) <> 0 order by tenant_id, facet
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  insert into row_count (tenant_id, table_name, facet, n)
  select tenant_id, 'app_user_never', user_type, sum(change)
    from (select tenant_id, user_type, -1 from old_rows
           where last_sign_in_at is null and not is_disabled and status <> 'FORCE_CHANGE_PASSWORD'
          union all
          select tenant_id, user_type, 1 from new_rows
           where last_sign_in_at is null and not is_disabled and status <> 'FORCE_CHANGE_PASSWORD') changes (tenant_id, user_type, change)
   group by tenant_id, user_type having sum(change) <> 0 order by tenant_id, user_type
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$$;

insert into row_count (tenant_id, table_name, facet, n)
select tenant_id, 'app_user_never', user_type, count(*)
  from app_user where last_sign_in_at is null and not is_disabled and status <> 'FORCE_CHANGE_PASSWORD'
 group by 1, 3;

-- Invitations that were not used, by the end of their link.
create index one_time_token_open_idx on one_time_token (tenant_id, expires_at) where purpose = 'activation' and used_at is null;
