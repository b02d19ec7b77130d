-- Up to which entry of "What's new" a user has opened the panel.
create table whats_new_reader (
  tenant_id   uuid        not null,
  user_id     uuid        not null,
  newest_seen text        collate "C" not null,
  seen_at     timestamptz not null default now(),
  constraint whats_new_reader_pk primary key (tenant_id, user_id),
  constraint whats_new_reader_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint whats_new_reader_newest_form check (newest_seen ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2} [a-z0-9-]{1,60}$')
);
comment on column whats_new_reader.newest_seen is 'Date and name of the entry: entries are in this order, and stay in it when older ones are removed.';
select tenant_table('whats_new_reader', grants => 'select, insert, update');
