-- The job log by reason and by workflow, and rows of jobs that can be reported again in place.

-- Most jobs have no reason: those come last in a list by reason, and are read by their time.
create index job_reason_idx on job (tenant_id, reason, created_at, job_id) where reason <> '';
create index job_workflow_idx on job (tenant_id, workflow_id, created_at, job_id) where workflow_id is not null;

-- A report of a running job makes a new version of its row. With space for it in the page no index is written. Sections and
-- tasks are compressed in the row, which makes up for the space. Both hold for pages and rows that are written from now on.
alter table job set (fillfactor = 50, toast_tuple_target = 256);
alter table job alter column sections set storage main, alter column tasks set storage main;

-- A command is for one run: what was not answered when the job ended does not concern its retry.
alter table job add column ended_sequence bigint;
comment on column job.ended_sequence is 'Of the last report by which the job was over; null if it never was since this column exists.';
alter table job_command add column job_sequence bigint;
comment on column job_command.job_sequence is 'The sequence of the job when it was asked.';
drop trigger audit_insert on job_command;
drop trigger audit_delete on job_command;
drop trigger audit_update on job_command;
select audit_entity('job_command', 'Job', 'job_id', 'operation',
  left_out => 'command_id,position,job_id,product_code,operation,requested_by,requested_at,answered_at,job_sequence',
  update_columns => 'state, reason');
