-- Images of links are found by the gained and the lost, in their indexes alone: one index less to write (docs/adr/056).

drop index row_image_gained_idx;
drop index row_image_lost_idx;
drop index row_image_row_idx;
create index row_image_gained_idx on row_image (tenant_id, row_id, table_name, occurred_at) include (linked_id)
 where before is null and table_name = any (array['group_member', 'group_role']);
create index row_image_lost_idx on row_image (tenant_id, row_id, table_name, occurred_at) include (linked_id)
 where after is null and table_name = any (array['group_member', 'group_role']);
create index row_image_row_idx on row_image (tenant_id, row_id, occurred_at)
 where row_id is not null and table_name <> all (array['group_member', 'group_role']);
