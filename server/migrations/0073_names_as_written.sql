-- Names are found as people write them: "López-Ortiz" with its hyphen, "OBrien" for "O'Brien", "sorensen" for "Sørensen", full-width
-- letters and half-width katakana, and Japanese, Chinese and Korean names without a space (docs/adr/074).

-- Until the end, no user can get keys of the old kind.
lock table app_user in share row exclusive mode;

-- Users with anything but plain letters, or a hyphen before the @ of an address, and their keys; those of others stay.
create temporary table affected on commit drop as
select tenant_id, user_id, username_key, given_name, family_name, email, username from app_user
 where concat(given_name, family_name, email, username) ~ '[^ -~]|['',`]'
    or split_part(email, '@', 1) like '%-%' or split_part(username, '@', 1) like '%-%';
analyze affected;
create temporary table earlier_key on commit drop as
select k.tenant_id, k.user_id, k.username_key, k.search_key, k.shared, k.word
  from user_search_key k join affected using (tenant_id, user_id);

-- Lower case, without accents and widths; katakana as hiragana. Letters without an accent to take off become what people type for them.
create function fold_letters(value text) returns text
  language sql immutable parallel safe strict
  return case when value ~ '[^ -~]' then
    translate(replace(replace(replace(replace(
      lower(normalize(regexp_replace(normalize(replace(value, '´', ''''), nfkd), U&'[\0300-\036F]', '', 'g'), nfc)),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'øđðłħŧıςァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
      'oddlhtiσぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ')
  else lower(value) end;

-- The same, with spaces for what joins or separates names, and without apostrophes. Plain text costs one comparison.
create or replace function fold_text(value text) returns text
  language sql immutable parallel safe
  return case when value ~ '[^ A-Za-z0-9@._+]' then translate(fold_letters(value), E'-,\t‐‑‒–—・''’‘ʼ`', '         ') else lower(value) end;

-- The same for an address, or what can be the beginning of one: in a domain, a hyphen stays.
create function fold_address(value text) returns text
  language sql immutable parallel safe
  return case when value ~ '[^ A-Za-z0-9@._+]' then
    fold_text(split_part(fold_letters(value), '@', 1)) || substr(fold_letters(value), length(split_part(fold_letters(value), '@', 1)) + 1)
  else lower(value) end;

-- Names in Japanese, Chinese and Korean are written with and without a space.
create function join_names(folded text) returns text
  language sql immutable parallel safe
  return case when folded ~ '[^ -~]' then regexp_replace(folded, '([\u3005-\u3007\u3041-\u309F\u30FC\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\U00020000-\U0003FFFF]) (?=[\u3005-\u3007\u3041-\u309F\u30FC\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\U00020000-\U0003FFFF])', '\1', 'g') else folded end;

-- What was typed, in the form that keys begin with.
create or replace function search_needle(typed text) returns text
  language sql immutable parallel safe strict
  return left(join_names(btrim(regexp_replace(fold_address(typed), '\s+', ' ', 'g'))), 60);

create or replace function user_search_keys(given_name text, family_name text, email text, username text)
  returns table (search_key text, shared smallint, word text)
  language plpgsql immutable parallel safe rows 12 set search_path = public, pg_temp as $$
declare
  words constant text[] := array_remove(string_to_array(fold_text(given_name || ' ' || family_name), ' '), '');
  addresses text[] := array[fold_address(email)];
  address text;
  part text;
  place integer;
  keys text[] := '{}';
  previous text := '';
begin
  if username <> email then addresses := addresses || fold_address(username); end if;
  for place in 1 .. cardinality(words) loop
    keys := keys || join_names(array_to_string(words[place:] || words[:place - 1], ' '));
  end loop;
  foreach address in array addresses loop
    -- Every separator becomes a dot here; lengths stay the same.
    place := 1;
    foreach part in array string_to_array(translate(split_part(address, '@', 1), '_+ ', '...'), '.') loop
      if part <> '' then
        -- A space was a hyphen, and is searched for among the keys of names.
        keys := keys || (case when rtrim(part, '0123456789') = any (words) and substr(address, place + length(part), 1) <> ' ' then '@' else '' end
                         || substr(address, place));
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

-- As before, by the new forms of names and addresses where many are found.
create or replace function search_user_page(of_tenant uuid, typed text, types text[], statuses text[], disabled boolean, in_groups uuid[], with_roles uuid[],
                                 sort text, page_limit integer, page_offset integer, out total integer, out user_ids uuid[])
  language plpgsql stable as $$
declare
  counted_up_to constant integer := 10000;
  -- Of fragments: a user has few of them.
  most_keys constant integer := 50000;
  direction constant text := case when left(sort, 1) = '-' then 'desc nulls last' else 'asc nulls first' end;
  found uuid[];
  filters text := '';
  matching text;
  ordering text;
  words text[];
begin
  ordering := case ltrim(sort, '-')
    when 'username' then 'u.username_key collate "C" %1$s'
    when 'givenName' then 'u.given_name %1$s, u.family_name %1$s, u.user_id %1$s'
    when 'familyName' then 'u.family_name %1$s, u.given_name %1$s, u.user_id %1$s'
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

  words := fragment_words(of_tenant, typed);
  if words is not null and filters = '' and ltrim(sort, '-') = 'username' then
    -- The first users of each word, merged, as in search_word_page; a user can have several of the words.
    select least(count(distinct user_id), counted_up_to + 1) into total
      from (select user_id from user_search_key where tenant_id = of_tenant and word = any (words) limit most_keys) matching;
    execute format('select array(select user_id
                      from (select distinct first.username_key, first.user_id
                              from unnest($1) matching (word) cross join lateral (
                                     select k.username_key, k.user_id from user_search_key k
                                      where k.tenant_id = $2 and k.word = matching.word collate "C"
                                      order by k.username_key %1$s limit $3 + $4) first) u
                     order by username_key collate "C" %1$s limit $3 offset $4)', case when left(sort, 1) = '-' then 'desc' else 'asc' end)
      into user_ids using words, of_tenant, page_limit, page_offset;
    return;
  end if;
  if words is null and filters = '' and ltrim(sort, '-') = 'username' then
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

  if words is null then
    found := array(select user_id from matching_search_keys(of_tenant, typed) limit counted_up_to + 1);
  else
    found := array(select distinct user_id
                     from (select user_id from user_search_key where tenant_id = of_tenant and word = any (words) limit most_keys) matching
                    limit counted_up_to + 1);
  end if;
  if cardinality(found) <= counted_up_to then
    execute format('with matching as materialized (select u.* from unnest($1) found (user_id)
                      join app_user u on u.tenant_id = $10 and u.user_id = found.user_id %s)
                    select (select count(*) from matching), array(select user_id from matching u order by %s limit $8 offset $9)', filters, ordering)
      into total, user_ids using found, types, statuses, disabled, in_groups, with_roles, null::text, page_limit, page_offset, of_tenant;
    return;
  end if;

  -- So many match that reading the index of the sort finds them soon; each user's words are compared when they are read.
  matching := 'u.tenant_id = $10 and position(' || case when words is null then ''' '' || ' else '' end || '$7 in '' '' || '
    || case when search_needle(typed) ~ '[^ -~]|-' then
         -- A slash, since names are joined at spaces.
         'join_names(concat_ws('' / '', fold_text(concat_ws('' '', u.given_name, u.family_name, u.given_name)), fold_text(concat_ws('' '', u.family_name, u.given_name)),
            fold_address(u.email), translate(fold_address(u.email), ''._+'', ''   '')))'
       else 'fold_text(concat_ws('' '', u.given_name, u.family_name, u.given_name, u.email, translate(u.email, ''._+'', ''   '')))'
       end || ') > 0' || filters;
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

create temporary table later_key on commit drop as
select a.tenant_id, a.user_id, a.username_key, keys.*
  from affected a, user_search_keys(a.given_name, a.family_name, a.email, a.username) keys;
create temporary table changed_key on commit drop as
select *, -1 as change from (table earlier_key except table later_key) gone
union all
select *, 1 from (table later_key except table earlier_key) new;
analyze changed_key;
delete from user_search_key k using changed_key c
 where c.change = -1 and k.tenant_id = c.tenant_id and k.search_key = c.search_key collate "C" and k.user_id = c.user_id;
insert into user_search_key (tenant_id, search_key, user_id, username_key, shared, word)
select tenant_id, search_key, user_id, username_key, shared, word from changed_key where change = 1;
select count_search_words(array_agg(tenant_id), array_agg(word), array_agg(n))
  from (select tenant_id, word, sum(change)::integer from changed_key where word is not null
         group by tenant_id, word having sum(change) <> 0) changed (tenant_id, word, n);
