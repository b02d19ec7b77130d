-- How far the server is with the files of running requests, under an id that the client chose. Written about once a second by the
-- request's process, read by any, and deleted when the request ends.
create table upload_progress (
  tenant_id     uuid        not null,
  upload_id     uuid        not null,
  created_by_id uuid        not null,
  step          text        not null,
  lines         bigint      not null,
  total_lines   bigint,
  told_at       timestamptz not null default now(),
  constraint upload_progress_pk primary key (tenant_id, upload_id),
  constraint upload_progress_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint upload_progress_step_known check (step in ('reading', 'saving'))
);
select tenant_table('upload_progress', grants => 'select, insert, update, delete');
