-- Jobs of the products, as these report them, and what administrators add: tags, groups and commands.

create table job (
  tenant_id            uuid        not null,
  job_id               text        not null,
  sequence             bigint      not null,
  product_code         text        not null,
  resource_group_id    uuid,
  operation            text        not null,
  workflow_id          text,
  workflow_name        text        not null default '',
  workflow_description text        not null default '',
  created_by           text        not null,
  created_at           timestamptz not null,
  start_time           timestamptz,
  end_time             timestamptz,
  status               text        not null,
  priority             text        not null default 'Medium',
  progress             smallint    not null default 0,
  queue_position       integer,
  reason               text        not null default '',
  is_interactive       boolean     not null default false,
  sections             jsonb       not null default '[]',
  tasks                jsonb       not null default '[]',
  reported_at          timestamptz not null default now(),
  constraint job_pk primary key (tenant_id, job_id),
  constraint job_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint job_status_known check (status in ('Cancelled', 'Failed', 'Finished', 'Pending', 'Queued', 'Running')),
  constraint job_priority_known check (priority in ('VeryLow', 'Low', 'Medium', 'High', 'VeryHigh')),
  constraint job_progress_percent check (progress between 0 and 100)
) with (fillfactor = 80);
comment on column job.sequence is 'The product''s own counter: of the reports of a job, the one with the highest counts.';
comment on column job.resource_group_id is 'Of Data Admin; it decides who sees the job. The resource group can be deleted by now.';
-- Reports of running jobs change none of these columns, so that they stay within their page.
create index job_created_idx on job (tenant_id, created_at, job_id);
create index job_status_idx on job (tenant_id, status, created_at, job_id);
create index job_product_idx on job (tenant_id, product_code, created_at, job_id);
create index job_operation_idx on job (tenant_id, operation, created_at, job_id);
create index job_creator_idx on job (tenant_id, created_by, created_at, job_id);
create index job_resource_group_idx on job (tenant_id, resource_group_id, created_at, job_id);
-- The job types and products of a resource group are read by stepping through them.
create index job_kind_idx on job (tenant_id, resource_group_id, operation, product_code);
-- Those that ended in a range, and those that have not ended.
create index job_interactive_idx on job (tenant_id, product_code, end_time) where is_interactive;
select tenant_table('job', grants => 'select, insert, update');

create table job_tag (
  tenant_id  uuid        not null,
  tag_id     uuid        not null,
  job_id     text        not null,
  created_at timestamptz not null,
  constraint job_tag_pk primary key (tenant_id, job_id, tag_id),
  constraint job_tag_job_fk foreign key (tenant_id, job_id) references job (tenant_id, job_id) on delete cascade,
  constraint job_tag_tag_fk foreign key (tenant_id, tag_id) references tag (tenant_id, tag_id) on delete cascade
);
comment on column job_tag.created_at is 'Of the job, so that the jobs of a tag can be read in the order of time.';
create index job_tag_tag_idx on job_tag (tenant_id, tag_id, created_at, job_id);
select tenant_table('job_tag', grants => 'select, insert, delete');
select audit_links('job_tag', 'Job', 'job', 'job_id', 'operation', 'tags', 'tag', 'tag_id', 'tag_name');

create table job_group (
  tenant_id uuid not null,
  job_id    text not null,
  group_id  uuid not null,
  constraint job_group_pk primary key (tenant_id, job_id, group_id),
  constraint job_group_job_fk foreign key (tenant_id, job_id) references job (tenant_id, job_id) on delete cascade,
  constraint job_group_group_fk foreign key (tenant_id, group_id) references user_group (tenant_id, group_id) on delete cascade
);
create index job_group_group_idx on job_group (tenant_id, group_id);
select tenant_table('job_group', grants => 'select, insert, delete');
select audit_links('job_group', 'Job', 'job', 'job_id', 'operation', 'groups', 'user_group', 'group_id', 'group_name');

-- What administrators want of jobs. Products fetch commands by their position and answer them.
create table job_command (
  tenant_id    uuid        not null,
  command_id   uuid        not null default uuidv7(),
  position     bigint      not null,
  job_id       text        not null,
  product_code text        not null,
  operation    text        not null,
  kind         text        not null,
  priority     text,
  requested_by text        not null,
  requested_at timestamptz not null default now(),
  state        text        not null default 'Pending',
  answered_at  timestamptz,
  reason       text        not null default '',
  constraint job_command_pk primary key (tenant_id, command_id),
  constraint job_command_job_fk foreign key (tenant_id, job_id) references job (tenant_id, job_id) on delete cascade,
  constraint job_command_position_unique unique (tenant_id, position),
  constraint job_command_kind_known check (kind in ('Cancel', 'Reprioritize')),
  constraint job_command_state_known check (state in ('Pending', 'Accepted', 'Refused')),
  constraint job_command_priority check ((kind = 'Reprioritize') = (priority is not null))
);
create index job_command_job_idx on job_command (tenant_id, job_id, position);
create index job_command_pending_idx on job_command (tenant_id, position) where state = 'Pending';
select tenant_table('job_command', grants => 'select, insert, update (state, answered_at, reason)');
select audit_entity('job_command', 'Job', 'job_id', 'operation',
  left_out => 'command_id,position,job_id,product_code,operation,requested_by,requested_at,answered_at', update_columns => 'state, reason');

-- The last position given out: taken under its lock, so that commands become visible in the order of their positions.
create table job_command_counter (
  tenant_id     uuid   not null,
  last_position bigint not null,
  constraint job_command_counter_pk primary key (tenant_id),
  constraint job_command_counter_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
select tenant_table('job_command_counter', grants => 'select, insert, update');
