-- Settings of the tenant and deleted API keys can be put back: a key with a new secret.

create or replace function record_change(changed_tenant uuid, changed_by uuid, changed_operation text, undone uuid, other_tables boolean, sent_mail boolean)
returns uuid
language sql security definer set search_path = public, pg_temp as $$
  insert into change_record (tenant_id, change_id, operation, request_id, actor_type, actor_id, actor_name, row_count, is_whole, lasting, undo_of)
  select changed_tenant, changed_by, changed_operation, actor.request_id, actor.actor_type, actor.actor_id, actor.actor_name,
         images.n, images.n > 0 and not other_tables and not images.is_lasting,
         array_remove(array[case when images.deletes_user then 'passwords' end, case when sent_mail then 'mails' end,
                            case when images.ends_sessions then 'sessions' end, case when images.deletes_key then 'secrets' end], null), undone
    from audit_actor() actor,
         (select count(*)::integer as n,
                 -- New secrets and the settings of people can't be put back.
                 coalesce(bool_or(has_secrets and before is not null and after is not null
                                  or table_name = 'datastore_entry' and coalesce(row_key, before, after) ->> 'level' <> 'Tenant'), false) as is_lasting,
                 coalesce(bool_or(table_name = 'app_user' and after is null), false) as deletes_user,
                 coalesce(bool_or(table_name = 'api_key' and after is null), false) as deletes_key,
                 coalesce(bool_or(table_name = 'app_user' and before is not null and (after is null or after @> '{"is_disabled": true}')), false)
                   as ends_sessions
            from row_image
           where tenant_id = changed_tenant and occurred_at = now() and change_id = changed_by) images
   where changed_tenant = current_tenant_id()
     and (images.n > 0 or exists (select from audit_entry where tenant_id = changed_tenant and occurred_at = now()))
  returning case when is_whole then change_id end
$$;
