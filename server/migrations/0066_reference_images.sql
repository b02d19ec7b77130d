-- Undo of tags, currencies and currency schemes: images of their rows, and deleting what nothing uses (docs/adr/050).

select keep_images('tag', 'tag_id', left_out => 'tag_name_key', update_columns => 'tag_name, is_active');
select keep_images('currency', 'currency_code', in_bulk => true, update_columns => 'currency_name, is_active');
select keep_images('currency_scheme', 'currency_scheme_id', in_bulk => true,
  left_out => 'currency_scheme_key,told_due_at',
  update_columns => 'currency_scheme_name, anchor_currency_code, source_name, external_id, update_interval_in_days, is_active, is_default');

-- Only an undo deletes them, and only while nothing refers to them: a tag that jobs have stays.
grant delete on tag, currency, currency_scheme to steward_app;
alter table job_tag drop constraint job_tag_tag_fk;
alter table job_tag add constraint job_tag_tag_fk foreign key (tenant_id, tag_id) references tag (tenant_id, tag_id);
