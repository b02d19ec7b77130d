-- Lists of the past: users whose place in a list isn't that of the present are found without reading every image (docs/adr/056).

create index row_image_moved_idx on row_image (tenant_id, occurred_at, row_id)
 where table_name = 'app_user' and before is not null
   and (after is null or before ?| array['username', 'given_name', 'family_name', 'status', 'user_type']);
