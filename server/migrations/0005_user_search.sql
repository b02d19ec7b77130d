-- Finding users by the beginnings of words: 'garcia', 'theo gar', 'garcia theo', 'theo.garcia@', 'lopez' in 'del Carmen Lopez'.
--
-- Each place in a name or an address where someone can begin to type is a key of its own, and all matches are one contiguous
-- range of an index that holds everything the query needs (docs/adr/006). Comparisons of text are leakproof, so the range is
-- used under row-level security.

create table user_search_key (
  tenant_id    uuid not null,
  search_key   text collate "C" not null,
  user_id      uuid not null,
  -- The default sort, so that a page needs nothing but the index.
  username_key text collate "C" not null,
  shared       smallint not null,
  word         text collate "C",
  constraint user_search_key_pk primary key (tenant_id, search_key, user_id) include (username_key, shared)
);
comment on table user_search_key is 'Derived from app_user by triggers; without foreign keys, which would cost more than the rest of a bulk load.';
comment on column user_search_key.shared is 'How many of the first characters the user''s previous key, in the order of keys, has as well.';
comment on column user_search_key.word is 'The letters the key begins with; null where the user''s previous key has them as well.';
create index user_search_key_word_idx on user_search_key (tenant_id, word, username_key) include (user_id) where word is not null;
-- Words that begin like the user's word before: 'maria' and 'martinez' are both found by 'mar'.
create index user_search_key_alike_idx on user_search_key (tenant_id, search_key) include (shared) where word is not null and shared > 0;
select tenant_table('user_search_key', grants => 'select');

create table user_search_word (
  tenant_id uuid    not null,
  word      text collate "C" not null,
  -- Keys with this word: as many as users with this word.
  n         integer not null,
  constraint user_search_word_pk primary key (tenant_id, word)
);
comment on table user_search_word is 'Derived from app_user by triggers: how many users have a key with this word.';
select tenant_table('user_search_word', grants => 'select');

-- Lower case without accents: how keys are written and what is typed is read.
create function fold_text(value text) returns text
  language sql immutable parallel safe strict
  return case when value ~ '[^ -~]' then lower(regexp_replace(normalize(value, nfd), U&'[\0300-\036F]', '', 'g')) else lower(value) end;

-- The keys of a user: every rotation of the words of the name ('theo garcia', 'garcia theo'), and the address from each word
-- before the @ on. Where such a word only repeats one of the name, its key begins with '@': it is read only for needles
-- that no name begins with ('theo.', 'garcia12'), so that a plain word finds each user by one key.
create function user_search_keys(given_name text, family_name text, email text, username text)
  returns table (search_key text, shared smallint, word text)
  language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
declare
  words constant text[] := array_remove(string_to_array(translate(fold_text(given_name || ' ' || family_name), E'-\t', '  '), ' '), '');
  addresses text[] := array[fold_text(email)];
  address text;
  part text;
  place integer;
  keys text[] := '{}';
  previous text := '';
begin
  if username <> email then addresses := addresses || fold_text(username); end if;
  for place in 1 .. cardinality(words) loop
    keys := keys || array_to_string(words[place:] || words[:place - 1], ' ');
  end loop;
  foreach address in array addresses loop
    -- Every separator becomes a dot here; lengths stay the same.
    place := 1;
    foreach part in array string_to_array(translate(split_part(address, '@', 1), '_+-', '...'), '.') loop
      if part <> '' then
        keys := keys || (case when rtrim(part, '0123456789') = any (words) then '@' else '' end || substr(address, place));
      end if;
      place := place + length(part) + 1;
    end loop;
  end loop;
  for search_key in select distinct left(key, 64) collate "C" from unnest(keys) key where key <> '' order by 1 loop
    shared := 0;
    while shared < length(search_key) and substr(search_key, shared + 1, 1) = substr(previous, shared + 1, 1) loop
      shared := shared + 1;
    end loop;
    previous := search_key;
    word := substring(search_key collate "default" from '^[[:alpha:]]+');
    if shared >= length(word) then word := null; end if;
    return next;
  end loop;
end
$$;

create function write_user_search_keys() returns trigger
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
    )
    insert into user_search_word (tenant_id, word, n)
    select tenant_id, word, - count(*) from old_keys where word is not null group by 1, 2 order by 1, 2
    on conflict on constraint user_search_word_pk do update set n = user_search_word.n + excluded.n;
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
    select array_agg(tenant_id order by tenant_id, word), array_agg(word order by tenant_id, word), array_agg(n order by tenant_id, word)
      into tenants, words, counts from counted;
    if words is not null then
      insert into user_search_word (tenant_id, word, n)
      select * from unnest(tenants, words, counts)
      on conflict on constraint user_search_word_pk do update set n = user_search_word.n + excluded.n;
    end if;
  end if;
  return null;
end
$$;
create trigger search_insert after insert on app_user referencing new table as changed_rows
  for each statement execute function write_user_search_keys();
create trigger search_delete after delete on app_user referencing old table as changed_rows
  for each statement execute function write_user_search_keys();

create function change_user_search_keys() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from user_search_key k using user_search_keys(old.given_name, old.family_name, old.email, old.username) keys
   where k.tenant_id = old.tenant_id and k.search_key = keys.search_key and k.user_id = old.user_id;
  insert into user_search_key (tenant_id, search_key, user_id, username_key, shared, word)
  select new.tenant_id, keys.search_key, new.user_id, new.username_key, keys.shared, keys.word
    from user_search_keys(new.given_name, new.family_name, new.email, new.username) keys;
  insert into user_search_word (tenant_id, word, n)
  select new.tenant_id, word, sum(change)
    from (select word, -1 as change from user_search_keys(old.given_name, old.family_name, old.email, old.username)
          union all
          select word, 1 from user_search_keys(new.given_name, new.family_name, new.email, new.username)) changes
   where word is not null group by word having sum(change) <> 0 order by word
  on conflict on constraint user_search_word_pk do update set n = user_search_word.n + excluded.n;
  return null;
end
$$;
create trigger search_update after update of given_name, family_name, email, username on app_user for each row
  when ((old.given_name, old.family_name, old.email, old.username) is distinct from (new.given_name, new.family_name, new.email, new.username))
  execute function change_user_search_keys();

-- What was typed, in the form that keys begin with.
create function search_needle(typed text) returns text
  language sql immutable parallel safe strict
  return left(fold_text(regexp_replace(btrim(typed), '\s+', ' ', 'g')), 60);

-- The users with a key that begins with what was typed, each once: of several such keys of a user only the first counts. What is
-- not a plain word can match in both ranges. The planner inlines this function into the query that calls it.
create function matching_search_keys(of_tenant uuid, typed text) returns table (user_id uuid, username_key text)
  language sql stable parallel safe as $$
  select k.user_id, k.username_key from user_search_key k
   where k.tenant_id = of_tenant and k.shared < length(search_needle(typed))
     and k.search_key >= search_needle(typed) collate "C" and k.search_key < (search_needle(typed) || U&'\+10FFFF') collate "C"
  union all
  select k.user_id, k.username_key from user_search_key k
   where search_needle(typed) ~ '[^[:alpha:] ]' and k.tenant_id = of_tenant and k.shared < length(search_needle(typed)) + 1
     and k.search_key >= ('@' || search_needle(typed)) collate "C" and k.search_key < ('@' || search_needle(typed) || U&'\+10FFFF') collate "C"
     and not exists (select from user_search_key plain
                      where plain.tenant_id = k.tenant_id and plain.user_id = k.user_id
                        and plain.search_key >= search_needle(typed) collate "C" and plain.search_key < (search_needle(typed) || U&'\+10FFFF') collate "C")
$$;

-- The users that a search finds.
create function search_users(of_tenant uuid, typed text) returns setof uuid
  language sql stable parallel safe as $$
  select user_id from matching_search_keys(of_tenant, typed)
$$;

-- The page of a search by letters only, in the order of usernames: the first users of each word that begins with them, merged.
-- The first matching key of each user has a word, so the users of these words are all users found. A user with two such words is
-- counted twice, which is subtracted again. The total is null where counting this way would not be faster.
create function search_word_page(of_tenant uuid, needle text, descending boolean, page_limit integer, page_offset integer, out total integer, out user_ids uuid[])
  language plpgsql stable as $$
declare
  most_words constant integer := 64;
  deepest constant integer := 500;
  words text[];
begin
  if needle !~ '^[[:alpha:]]+$' or page_limit + page_offset > deepest then return; end if;
  select array_agg(word), sum(n) into words, total
    from (select word, n from user_search_word
           where tenant_id = of_tenant and n > 0
             and word >= needle collate "C" and word < (needle || U&'\+10FFFF') collate "C"
           limit most_words + 1) matching;
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

-- One page of a search among users, and how many it found, exact to 10,000 and 10,001 beyond. A filter that is null matches
-- everyone. The sort is one of username, givenName, familyName, status, createdTime, lastSignInTime, with '-' in front for
-- descending.
create function search_user_page(of_tenant uuid, typed text, types text[], statuses text[], disabled boolean, in_groups uuid[], with_roles uuid[],
                                 sort text, page_limit integer, page_offset integer, out total integer, out user_ids uuid[])
  language plpgsql stable as $$
declare
  counted_up_to constant integer := 10000;
  direction constant text := case when left(sort, 1) = '-' then 'desc nulls last' else 'asc nulls first' end;
  found uuid[];
  filters text := '';
  matching text;
  ordering text;
begin
  ordering := case ltrim(sort, '-')
    when 'username' then 'u.username_key collate "C" %1$s'
    when 'givenName' then 'u.given_name %1$s, u.user_id %1$s'
    when 'familyName' then 'u.family_name %1$s, u.user_id %1$s'
    when 'status' then 'u.status %1$s, u.username_key collate "C" %1$s'
    when 'createdTime' then 'u.created_at %1$s, u.user_id %1$s'
    when 'lastSignInTime' then 'u.last_sign_in_at %1$s, u.user_id %1$s'
  end;
  if ordering is null then raise exception 'Unknown sort %', sort using errcode = 'invalid_parameter_value'; end if;
  ordering := format(ordering, direction);

  -- No filter is needed where all users are of these types.
  if exists (select from row_count where tenant_id = of_tenant and table_name = 'app_user' and n > 0 and split_part(facet, '/', 1) <> all (types)) then
    filters := filters || ' and u.user_type = any ($2)';
  end if;
  if statuses is not null then filters := filters || ' and u.status = any ($3)'; end if;
  if disabled is not null then filters := filters || ' and u.is_disabled = $4'; end if;
  if in_groups is not null then
    filters := filters || ' and exists (select from group_member m where m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.group_id = any ($5))';
  end if;
  if with_roles is not null then
    -- Roles reach users through enabled groups only.
    with_roles := array(select gr.group_id from group_role gr
                          join user_group g on g.tenant_id = gr.tenant_id and g.group_id = gr.group_id and g.status = 'Enabled'
                         where gr.tenant_id = of_tenant and gr.role_id = any (with_roles));
    filters := filters || ' and exists (select from group_member m where m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.group_id = any ($6))';
  end if;

  if filters = '' and ltrim(sort, '-') = 'username' then
    select words.total, words.user_ids into total, user_ids
      from search_word_page(of_tenant, search_needle(typed), left(sort, 1) = '-', page_limit, page_offset) words;
    if total is not null then
      total := least(total, counted_up_to + 1);
      return;
    end if;
    -- The index of keys has all that is needed: one pass, or two where more is found than is counted.
    execute format('with found as materialized (select user_id, username_key from matching_search_keys($4, $1) limit %s)
                    select (select count(*) from found), array(select user_id from found u order by %s limit $2 offset $3)', counted_up_to + 1, ordering)
      into total, user_ids using typed, page_limit, page_offset, of_tenant;
    if total > counted_up_to then
      execute format('select array(select user_id from matching_search_keys($4, $1) u order by %s limit $2 offset $3)', ordering)
        into user_ids using typed, page_limit, page_offset, of_tenant;
    end if;
    return;
  end if;

  found := array(select user_id from matching_search_keys(of_tenant, typed) limit counted_up_to + 1);
  if cardinality(found) <= counted_up_to then
    execute format('with matching as materialized (select u.* from unnest($1) found (user_id)
                      join app_user u on u.tenant_id = $10 and u.user_id = found.user_id %s)
                    select (select count(*) from matching), array(select user_id from matching u order by %s limit $8 offset $9)', filters, ordering)
      into total, user_ids using found, types, statuses, disabled, in_groups, with_roles, null::text, page_limit, page_offset, of_tenant;
    return;
  end if;

  -- So many match that reading the index of the sort finds them soon; the words of each user read are compared.
  matching := 'u.tenant_id = $10 and position('' '' || $7 in '' '' || fold_text(concat_ws('' '', u.given_name, u.family_name,
    u.given_name, u.email, translate(u.email, ''._+-'', ''    '')))) > 0' || filters;
  if filters = '' then
    total := counted_up_to + 1;
  else
    execute format('select count(*) from (select from app_user u where %s limit %s) counted', matching, counted_up_to + 1)
      into total using found, types, statuses, disabled, in_groups, with_roles, search_needle(typed), page_limit, page_offset, of_tenant;
  end if;
  execute format('select array(select u.user_id from app_user u where %s order by %s limit $8 offset $9)', matching, ordering)
    into user_ids using found, types, statuses, disabled, in_groups, with_roles, search_needle(typed), page_limit, page_offset, of_tenant;
end
$$;
