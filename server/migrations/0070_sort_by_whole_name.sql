-- Users with the same given name follow by family name, and the other way around.
drop index app_user_given_name_idx;
create index app_user_given_name_idx on app_user (tenant_id, given_name, family_name, user_id) include (user_type);
drop index app_user_family_name_idx;
create index app_user_family_name_idx on app_user (tenant_id, family_name, given_name, user_id) include (user_type);

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
  matching := 'u.tenant_id = $10 and position(' || case when words is null then ''' '' || ' else '' end || '$7 in '' '' || fold_text(concat_ws('' '', u.given_name, u.family_name,
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
