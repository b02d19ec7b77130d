-- Requests to reset the second factors of an administrator, which another administrator approves or refuses.

create table factor_reset_request (
  tenant_id       uuid        not null,
  request_id      uuid        not null default uuidv7(),
  user_id         uuid        not null,
  username        text        not null,
  reason          text        not null,
  asked_by        uuid        not null,
  asked_by_name   text        not null,
  asked_at        timestamptz not null,
  expires_at      timestamptz not null,
  state           text        not null default 'Pending',
  decided_by_name text,
  constraint factor_reset_request_pk primary key (tenant_id, request_id),
  constraint factor_reset_request_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint factor_reset_request_state_known check (state in ('Pending', 'Accepted', 'Refused', 'Expired')),
  constraint factor_reset_request_parts check ((decided_by_name is not null) = (state in ('Accepted', 'Refused')))
);
comment on column factor_reset_request.state is 'Pending also after expires_at, until there is another request.';
create unique index factor_reset_request_one_pending on factor_reset_request (tenant_id, user_id) where state = 'Pending';
create index factor_reset_request_user_idx on factor_reset_request (tenant_id, user_id);
select tenant_table('factor_reset_request', grants => 'select, insert, update');
select audit_entity('factor_reset_request', 'Second factor reset', 'user_id', 'username',
  left_out => 'request_id,user_id,username,asked_by,asked_by_name,asked_at', update_columns => 'state');
