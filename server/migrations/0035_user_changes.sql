-- One change of all users that a list showed: applied in batches in the background, with progress and undo.

create table user_change (
  tenant_id       uuid        not null,
  user_change_id  uuid        not null default uuidv7(),
  change          jsonb       not null,
  user_ids        uuid[]      not null,
  status          text        not null default 'running',
  done            integer     not null default 0,
  succeeded       integer     not null default 0,
  failed          integer     not null default 0,
  changed_ids     uuid[]      not null default '{}',
  failures        jsonb       not null default '[]',
  is_undone       boolean     not null default false,
  created_by_type text        not null,
  created_by      text        not null,
  created_by_name text        not null,
  created_at      timestamptz not null default now(),
  finished_at     timestamptz,
  constraint user_change_pk primary key (tenant_id, user_change_id),
  constraint user_change_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint user_change_status_known check (status in ('running', 'done', 'cancelled', 'failed'))
);
comment on column user_change.changed_ids is 'Users that were different before: those that undoing changes back.';
comment on column user_change.failures is 'The first users that were not changed, each with code and parameters.';
create index user_change_created_idx on user_change (created_at);
select tenant_table('user_change', grants => 'select, insert, update');
