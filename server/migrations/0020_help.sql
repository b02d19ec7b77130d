-- Feedback about the product. It stays when its writer is deleted, with the name they had.

create table feedback (
  tenant_id       uuid        not null,
  feedback_id     uuid        not null default uuidv7(),
  user_id         uuid,
  username        text        not null,
  mood            text        not null,
  message         text        not null,
  page            text        not null,
  version         text        not null,
  user_agent      text        not null default '',
  screenshot      bytea,
  screenshot_type text,
  created_at      timestamptz not null default now(),
  constraint feedback_pk primary key (tenant_id, feedback_id),
  constraint feedback_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint feedback_user_fk foreign key (tenant_id, user_id)
    references app_user (tenant_id, user_id) on delete set null (user_id),
  constraint feedback_mood_known check (mood in ('very_good', 'good', 'neutral', 'bad', 'very_bad')),
  constraint feedback_screenshot_type_known check (screenshot_type in ('image/png', 'image/jpeg', 'image/webp')),
  constraint feedback_screenshot_whole check ((screenshot is null) = (screenshot_type is null)),
  constraint feedback_screenshot_size check (octet_length(screenshot) <= 2097152)
);
create index feedback_user_idx on feedback (tenant_id, user_id, created_at);
create index feedback_created_idx on feedback (created_at);
select tenant_table('feedback', grants => 'select, insert');
