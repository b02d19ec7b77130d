-- Undo of tags, currencies, currency schemes, log streams and shared views: images of their rows, and deleting what nothing uses
-- (docs/adr/050).

select keep_images('tag', 'tag_id', left_out => 'tag_name_key', update_columns => 'tag_name, is_active');
select keep_images('currency', 'currency_code', in_bulk => true, update_columns => 'currency_name, is_active');
select keep_images('currency_scheme', 'currency_scheme_id', in_bulk => true,
  left_out => 'currency_scheme_key,told_due_at',
  update_columns => 'currency_scheme_name, anchor_currency_code, source_name, external_id, update_interval_in_days, is_active, is_default');

-- Only an undo deletes them, and only while nothing refers to them: a tag that jobs have stays.
grant delete on tag, currency, currency_scheme to steward_app;
alter table job_tag drop constraint job_tag_tag_fk;
alter table job_tag add constraint job_tag_tag_fk foreign key (tenant_id, tag_id) references tag (tenant_id, tag_id);

select keep_images('log_stream', 'log_stream_id',
  left_out => 'log_stream_name_key,previous_expires_at',
  secret => 'signing_secret,previous_signing_secret',
  update_columns => 'log_stream_name, address, format, sends_audit_log, sends_system_log, event_kinds, is_paused, pause_reason, signing_secret, previous_signing_secret');

-- Only of shared views: those of one person are their own.
create trigger image_insert after insert on saved_view for each row when (new.owner_id is null)
  execute function write_image('saved_view', '{saved_view_id}', '{tenant_id,view_name_key,is_shared}', '{}', '{saved_view_id}');
create trigger image_delete after delete on saved_view for each row when (old.owner_id is null)
  execute function write_image('saved_view', '{saved_view_id}', '{tenant_id,view_name_key,is_shared}', '{}', '{saved_view_id}');
create trigger image_update after update of view_name, search, columns, density on saved_view
  for each row when (old.owner_id is null and new.owner_id is null)
  execute function write_image('saved_view', '{saved_view_id}', '{tenant_id,view_name_key,is_shared}', '{}', '{saved_view_id}');

create or replace function record_change(changed_tenant uuid, changed_by uuid, changed_operation text, undone uuid, other_tables boolean, sent_mail boolean)
returns uuid
language sql security definer set search_path = public, pg_temp as $$
  insert into change_record (tenant_id, change_id, operation, request_id, actor_type, actor_id, actor_name, row_count, is_whole, lasting, undo_of)
  select changed_tenant, changed_by, changed_operation, actor.request_id, actor.actor_type, actor.actor_id, actor.actor_name,
         images.n, images.n > 0 and not other_tables and not images.is_lasting,
         array_remove(array[case when images.deletes_user then 'passwords' end, case when sent_mail then 'mails' end,
                            case when images.ends_sessions then 'sessions' end, case when images.deletes_secret then 'secrets' end], null), undone
    from audit_actor() actor,
         (select count(*)::integer as n,
                 -- New secrets and the settings of people can't be put back.
                 coalesce(bool_or(has_secrets and before is not null and after is not null
                                  or table_name = 'datastore_entry' and coalesce(row_key, before, after) ->> 'level' <> 'Tenant'), false) as is_lasting,
                 coalesce(bool_or(table_name = 'app_user' and after is null), false) as deletes_user,
                 coalesce(bool_or(table_name = 'api_key' and after is null
                                  or table_name = 'log_stream' and after is null and before ->> 'kind' = 'webhook'), false) as deletes_secret,
                 coalesce(bool_or(table_name = 'app_user' and before is not null and (after is null or after @> '{"is_disabled": true}')), false)
                   as ends_sessions
            from row_image
           where tenant_id = changed_tenant and occurred_at = now() and change_id = changed_by) images
   where changed_tenant = current_tenant_id()
     and (images.n > 0 or exists (select from audit_entry where tenant_id = changed_tenant and occurred_at = now()))
  returning case when is_whole then change_id end
$$;
