-- Counts of users over several rows each, so that those who create and delete users at the same time don't wait for each other
-- (docs/adr/061). Their sum counts; one row alone can be negative.

alter table row_count add column slot smallint not null default 0;
alter table row_count drop constraint row_count_pk;
alter table row_count add constraint row_count_pk primary key (tenant_id, table_name, facet, slot);
comment on column row_count.slot is 'Spreads the counts of concurrent sessions over several rows; their sum counts.';

create or replace function count_users() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_slot constant smallint := pg_backend_pid() % 16;
begin
  insert into row_count (tenant_id, table_name, facet, slot, n)
  select tenant_id, 'app_user', user_facet(user_type, status, is_disabled), own_slot,
         case when tg_op = 'INSERT' then count(*) else - count(*) end
    from changed_rows group by 1, 3 order by 1, 3
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  insert into row_count (tenant_id, table_name, facet, slot, n)
  select tenant_id, 'app_user_never', user_type, own_slot, case when tg_op = 'INSERT' then count(*) else - count(*) end
    from changed_rows
   where last_sign_in_at is null and not is_disabled and status <> 'FORCE_CHANGE_PASSWORD' group by 1, 3 order by 1, 3
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$$;

create or replace function count_user_changes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_slot constant smallint := pg_backend_pid() % 16;
begin
  insert into row_count (tenant_id, table_name, facet, slot, n)
  select tenant_id, 'app_user', facet, own_slot, sum(change)
    from (select tenant_id, user_facet(user_type, status, is_disabled), -1 from old_rows
          union all
          select tenant_id, user_facet(user_type, status, is_disabled), 1 from new_rows) changes (tenant_id, facet, change)
   group by tenant_id, facet having sum(change) <> 0 order by tenant_id, facet
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  insert into row_count (tenant_id, table_name, facet, slot, n)
  select tenant_id, 'app_user_never', user_type, own_slot, sum(change)
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

alter table user_search_word add column slot smallint not null default 0;
alter table user_search_word drop constraint user_search_word_pk;
alter table user_search_word add constraint user_search_word_pk primary key (tenant_id, word, slot);
comment on column user_search_word.slot is '0, unless another transaction had that row when this one was written; the sum of a word''s rows counts.';

-- Adds to the counts of words, which have no duplicates. A word whose row another transaction holds is counted in a row of its own.
create function count_search_words(tenants uuid[], words text[], counts integer[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with given as (
    select * from unnest(tenants, words, counts) given (tenant_id, word, n)
  ), free as materialized (
    select w.tenant_id, w.word from user_search_word w join given g on g.tenant_id = w.tenant_id and g.word = w.word collate "C"
     where w.slot = 0 for no key update of w skip locked
  )
  insert into user_search_word (tenant_id, word, slot, n)
  select g.tenant_id, g.word,
         case when exists (select from user_search_word w where w.tenant_id = g.tenant_id and w.word = g.word collate "C" and w.slot = 0)
                   and not exists (select from free f where f.tenant_id = g.tenant_id and f.word = g.word collate "C")
              then 1 + pg_backend_pid() % 16 else 0 end, g.n
    from given g order by g.tenant_id, g.word collate "C"
  on conflict on constraint user_search_word_pk do update set n = user_search_word.n + excluded.n
$$;
revoke execute on function count_search_words(uuid[], text[], integer[]) from public;

create or replace function write_user_search_keys() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenants uuid[];
  words text[];
  counts integer[];
begin
  if tg_op = 'DELETE' then
    with old_keys as materialized (
      select c.tenant_id, c.user_id, keys.*
        from changed_rows c, user_search_keys(c.given_name, c.family_name, c.email, c.username) keys
    ), deleted as (
      delete from user_search_key k using old_keys
       where k.tenant_id = old_keys.tenant_id and k.search_key = old_keys.search_key and k.user_id = old_keys.user_id
    ), counted as (
      select tenant_id, word, - count(*)::integer as n from old_keys where word is not null group by 1, 2
    )
    select array_agg(tenant_id), array_agg(word), array_agg(n) into tenants, words, counts from counted;
  else
    with written as (
      insert into user_search_key (tenant_id, search_key, user_id, username_key, shared, word)
      select c.tenant_id, keys.search_key, c.user_id, c.username_key, keys.shared, keys.word
        from changed_rows c, user_search_keys(c.given_name, c.family_name, c.email, c.username) keys
       order by 1, 2, 3
      returning tenant_id, word
    ), counted as (
      select tenant_id, word, count(*)::integer as n from written where word is not null group by 1, 2
    )
    select array_agg(tenant_id), array_agg(word), array_agg(n) into tenants, words, counts from counted;
  end if;
  if words is not null then
    perform count_search_words(tenants, words, counts);
  end if;
  return null;
end
$$;

create or replace function change_user_search_keys() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  words text[];
  counts integer[];
begin
  delete from user_search_key k using user_search_keys(old.given_name, old.family_name, old.email, old.username) keys
   where k.tenant_id = old.tenant_id and k.search_key = keys.search_key and k.user_id = old.user_id;
  insert into user_search_key (tenant_id, search_key, user_id, username_key, shared, word)
  select new.tenant_id, keys.search_key, new.user_id, new.username_key, keys.shared, keys.word
    from user_search_keys(new.given_name, new.family_name, new.email, new.username) keys;
  select array_agg(word), array_agg(n) into words, counts
    from (select word, sum(change)::integer
            from (select word, -1 as change from user_search_keys(old.given_name, old.family_name, old.email, old.username)
                  union all
                  select word, 1 from user_search_keys(new.given_name, new.family_name, new.email, new.username)) changes
           where word is not null group by word having sum(change) <> 0) changed (word, n);
  if words is not null then
    perform count_search_words(array_fill(new.tenant_id, array[cardinality(words)]), words, counts);
  end if;
  return null;
end
$$;

-- As before, by the sums of the words' rows.
create or replace function fragment_words(of_tenant uuid, typed text) returns text[]
  language plpgsql stable parallel safe as $$
declare
  most_compared constant integer := 100000;
  most_words constant integer := 500;
  needle constant text := search_needle(typed);
begin
  if needle !~ '^[[:alpha:]]{3,}$' then return null; end if;
  if exists (select from user_search_key
              where tenant_id = of_tenant and search_key >= needle collate "C" and search_key < (needle || U&'\+10FFFF') collate "C") then
    return null;
  end if;
  return array(select word from (select word, n from user_search_word where tenant_id = of_tenant limit most_compared) compared
                where position(needle in word) > 0
                group by word having sum(n) > 0 order by sum(n) desc, word limit most_words);
end
$$;

create or replace function search_word_page(of_tenant uuid, needle text, descending boolean, page_limit integer, page_offset integer, out total integer, out user_ids uuid[])
  language plpgsql stable as $$
declare
  most_words constant integer := 64;
  deepest constant integer := 500;
  words text[];
begin
  if needle !~ '^[[:alpha:]]+$' or page_limit + page_offset > deepest then return; end if;
  select array_agg(word), sum(n) into words, total
    from (select word, sum(n) as n from user_search_word
           where tenant_id = of_tenant
             and word >= needle collate "C" and word < (needle || U&'\+10FFFF') collate "C"
           group by word having sum(n) > 0 limit most_words + 1) matching;
  if cardinality(words) > most_words then
    total := null;
    return;
  end if;
  total := coalesce(total, 0) - (
    select count(*) from user_search_key
     where tenant_id = of_tenant and word is not null and shared > 0 and shared >= length(needle)
       and search_key >= needle collate "C" and search_key < (needle || U&'\+10FFFF') collate "C");
  if descending then
    user_ids := array(
      select user_id
        from (select distinct first.username_key, first.user_id
                from unnest(words) matching (word) cross join lateral (
                       select k.username_key, k.user_id from user_search_key k
                        where k.tenant_id = of_tenant and k.word = matching.word collate "C"
                        order by k.username_key desc limit page_limit + page_offset) first) merged
       order by username_key desc limit page_limit offset page_offset);
  else
    user_ids := array(
      select user_id
        from (select distinct first.username_key, first.user_id
                from unnest(words) matching (word) cross join lateral (
                       select k.username_key, k.user_id from user_search_key k
                        where k.tenant_id = of_tenant and k.word = matching.word collate "C"
                        order by k.username_key limit page_limit + page_offset) first) merged
       order by username_key limit page_limit offset page_offset);
  end if;
end
$$;

-- Of the tables that a deletion cascades to, most have nothing to note.
create or replace function audit_rows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_create constant boolean := tg_op = 'INSERT';
  left_out constant text[] := string_to_array(tg_argv[3], ',') || array['tenant_id', 'version', 'created_at', 'updated_at'];
  secret constant text[] := string_to_array(tg_argv[4], ',');
begin
  if audit_is_off() or not exists (select from changed_rows) then return null; end if;
  insert into audit_entry (tenant_id, type, category, entity_id, entity_name, field_name, previous_value, current_value,
                           actor_type, actor_id, actor_name, request_id)
  select (entity.fields ->> 'tenant_id')::uuid, case when is_create then 'Create' else 'Delete' end, tg_argv[0],
         entity.fields ->> tg_argv[1], coalesce(entity.fields ->> tg_argv[2], ''), audit_field_name(field.key),
         case when not is_create then shown.value end, case when is_create then shown.value end,
         actor.actor_type, actor.actor_id, actor.actor_name, actor.request_id
    from audit_actor() actor, changed_rows
         cross join lateral to_jsonb(changed_rows) entity (fields)
         cross join lateral jsonb_each_text(entity.fields) field
         cross join lateral (select case when field.key = any (secret) then '••••' else field.value end) shown (value)
   where field.value <> '' and field.key <> all (left_out);
  return null;
end
$$;
