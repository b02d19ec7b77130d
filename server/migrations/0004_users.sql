-- Users, how many there are, and what moved in lists of users.

create table app_user (
  tenant_id           uuid        not null,
  user_id             uuid        not null default uuidv7(),
  username            text        not null,
  username_key        text collate "C" not null generated always as (lower(username)) stored,
  email               text        not null,
  given_name          text        not null default '',
  family_name         text        not null default '',
  status              text        not null default 'FORCE_CHANGE_PASSWORD',
  user_type           text        not null default 'endUser',
  is_disabled         boolean     not null default false,
  password_hash       text,
  password_changed_at timestamptz,
  failed_attempts     integer     not null default 0,
  locked_until        timestamptz,
  last_sign_in_at     timestamptz,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  version             integer     not null default 1,
  constraint app_user_pk primary key (tenant_id, user_id),
  constraint app_user_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint app_user_username_unique unique (tenant_id, username_key) include (user_id, user_type),
  constraint app_user_username_form check (username = btrim(username) and length(username) between 1 and 254),
  constraint app_user_email_form check (length(email) between 3 and 254),
  constraint app_user_given_name_form check (length(given_name) <= 64 and given_name !~ '[<>&]'),
  constraint app_user_family_name_form check (length(family_name) <= 64 and family_name !~ '[<>&]'),
  constraint app_user_status_known check (status in ('CONFIRMED', 'EXTERNAL_PROVIDER', 'FORCE_CHANGE_PASSWORD')),
  constraint app_user_type_known check (user_type in ('endUser', 'service'))
) with (fillfactor = 85);
-- One index a sort; user_id (uuidv7) makes every key unique, for keyset paging in both directions. What is included lets deep
-- pages be found without visiting the table.
create index app_user_family_name_idx on app_user (tenant_id, family_name, user_id) include (user_type);
create index app_user_given_name_idx on app_user (tenant_id, given_name, user_id) include (user_type);
create index app_user_created_at_idx on app_user (tenant_id, created_at, user_id) include (user_type);
create index app_user_last_sign_in_idx on app_user (tenant_id, last_sign_in_at desc nulls last, user_id desc) include (user_type);
create index app_user_status_idx on app_user (tenant_id, status, username_key) include (user_id, user_type);
-- Disabled users are few: without an index of their own, finding them means reading all users.
create index app_user_disabled_idx on app_user (tenant_id, username_key) include (user_id, user_type) where is_disabled;
-- A user who signs in for the first time through a provider is found by email address.
create index app_user_email_idx on app_user (tenant_id, lower(email));
create trigger app_user_version
  before update of username, email, given_name, family_name, status, user_type, is_disabled on app_user
  for each row execute function bump_version();
select tenant_table('app_user', grants => 'select, insert, delete, update (username, email, given_name, family_name, status, user_type, is_disabled, password_hash, password_changed_at, failed_attempts, locked_until, last_sign_in_at)');
select audit_entity('app_user', 'User', 'user_id', 'username',
  left_out => 'user_id,username_key,search_text,password_changed_at,failed_attempts,locked_until,last_sign_in_at',
  secret => 'password_hash',
  update_columns => 'username, email, given_name, family_name, status, user_type, is_disabled, password_hash');

-- Counts -----------------------------------------------------------------------------------------------------------------

-- The facet under which a user is counted: 'endUser/CONFIRMED', 'endUser/CONFIRMED/disabled', …
create function user_facet(user_type text, status text, is_disabled boolean) returns text
  language sql immutable parallel safe
  return user_type || '/' || status || case when is_disabled then '/disabled' else '' end;

create function count_users() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into row_count (tenant_id, table_name, facet, n)
  select tenant_id, 'app_user', user_facet(user_type, status, is_disabled),
         case when tg_op = 'INSERT' then count(*) else - count(*) end
    from changed_rows group by 1, 3 order by 1, 3
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$$;
create trigger count_insert after insert on app_user referencing new table as changed_rows
  for each statement execute function count_users();
create trigger count_delete after delete on app_user referencing old table as changed_rows
  for each statement execute function count_users();

create function count_user_changes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into row_count (tenant_id, table_name, facet, n)
  select tenant_id, 'app_user', facet, sum(change)
    from (select tenant_id, user_facet(user_type, status, is_disabled), -1 from old_rows
          union all
          select tenant_id, user_facet(user_type, status, is_disabled), 1 from new_rows) changes (tenant_id, facet, change)
   group by tenant_id, facet having sum(change) <> 0 order by tenant_id, facet
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$$;
create trigger count_update after update on app_user referencing old table as old_rows new table as new_rows
  for each statement execute function count_user_changes();

-- Recent moves in the lists of users: one row for each position that a user took or left. A process that remembers the position
-- of a key at one moment corrects it by the moves in front of it since then, and so jumps to any page instead of counting from
-- the start (docs/adr/009).

create table user_move (
  tenant_id    uuid        not null,
  -- The transaction, so that a remembered snapshot tells whether this move was part of it.
  transaction  xid8        not null default pg_current_xact_id(),
  move_id      bigint      not null generated always as identity,
  moved_at     timestamptz not null default clock_timestamp(),
  -- 1 came, -1 went; null: so many changed that the lists have to be counted again.
  change       smallint,
  -- Copied from app_user: the columns that lists are sorted and filtered by.
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
select tenant_table('user_move', grants => 'select');

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
