-- What has moved in the lists of users lately: one row for each place that a user took or left. Whoever remembers where a key
-- stood in a list at one moment corrects it by what came and went in front of it since, and so seeks any page instead of
-- counting from the start (see adr/009).

create table user_move (
  tenant_id    uuid        not null,
  -- The transaction, so that a remembered snapshot tells whether this move was part of it.
  transaction  xid8        not null default pg_current_xact_id(),
  move_id      bigint      not null generated always as identity,
  moved_at     timestamptz not null default clock_timestamp(),
  -- 1 came, -1 went; null: so many at once that the lists have to be counted anew.
  change       smallint,
  -- Of app_user, as lists are sorted and narrowed by them.
  user_id      uuid,
  username_key text collate "C",
  given_name   text,
  family_name  text,
  status       text,
  user_type    text,
  is_disabled  boolean,
  created_at   timestamptz,
  constraint user_move_pk primary key (tenant_id, transaction, move_id)
);
comment on table user_move is 'Derived from app_user by triggers, and removed after a day.';

alter table user_move enable row level security;
create policy tenant_isolation on user_move to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
grant select on user_move to steward_app;

create function note_user_moves() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) > 1000 from (select from changed_rows limit 1001) counted) then
    insert into user_move (tenant_id) select distinct tenant_id from changed_rows;
  else
    insert into user_move (tenant_id, change, user_id, username_key, given_name, family_name, status, user_type, is_disabled, created_at)
    select tenant_id, case tg_op when 'INSERT' then 1 else -1 end,
           user_id, username_key, given_name, family_name, status, user_type, is_disabled, created_at
      from changed_rows;
  end if;
  return null;
end
$$;
create trigger moves_insert after insert on app_user referencing new table as changed_rows
  for each statement execute function note_user_moves();
create trigger moves_delete after delete on app_user referencing old table as changed_rows
  for each statement execute function note_user_moves();

create function note_user_move() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_move (tenant_id, change, user_id, username_key, given_name, family_name, status, user_type, is_disabled, created_at)
  values (old.tenant_id, -1, old.user_id, old.username_key, old.given_name, old.family_name, old.status, old.user_type, old.is_disabled, old.created_at),
         (new.tenant_id, 1, new.user_id, new.username_key, new.given_name, new.family_name, new.status, new.user_type, new.is_disabled, new.created_at);
  return null;
end
$$;
create trigger moves_update after update of username, given_name, family_name, status, user_type, is_disabled, created_at on app_user for each row
  when ((old.username_key, old.given_name, old.family_name, old.status, old.user_type, old.is_disabled, old.created_at)
        is distinct from (new.username_key, new.given_name, new.family_name, new.status, new.user_type, new.is_disabled, new.created_at))
  execute function note_user_move();
