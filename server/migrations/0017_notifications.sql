-- Notifications. One for everyone is a single row, however large the tenant: who can see it is decided when it is read, and a
-- receipt is written only once a user did something with it (docs/adr/011).

create table notification (
  tenant_id       uuid        not null,
  notification_id uuid        not null default uuidv7(),
  -- The transaction, so that a cursor misses nothing that was committed late.
  transaction     xid8        not null default pg_current_xact_id(),
  message_type    text        not null,
  recipient_id    uuid,
  actor_id        uuid,
  created_at      timestamptz not null default clock_timestamp(),
  expires_at      timestamptz not null,
  properties      jsonb       not null default '{}',
  constraint notification_pk primary key (tenant_id, notification_id),
  constraint notification_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint notification_recipient_fk foreign key (tenant_id, recipient_id)
    references app_user (tenant_id, user_id) on delete cascade
);
comment on column notification.recipient_id is 'The one user it is for; null: everyone who can see what it is about.';
comment on column notification.actor_id is 'Who made the change, and so knows of it already; can be deleted by now.';
comment on column notification.expires_at is 'When it is deleted, read or not.';
create index notification_broadcast_idx on notification (tenant_id, message_type, notification_id) where recipient_id is null;
create index notification_recipient_idx on notification (tenant_id, recipient_id, notification_id) where recipient_id is not null;
create index notification_transaction_idx on notification (tenant_id, transaction);
create index notification_expires_idx on notification (expires_at);
select tenant_table('notification', grants => 'select, insert');

-- What a user did with a notification, or that it could not be delivered. No row: not acknowledged.
create table notification_receipt (
  tenant_id       uuid        not null,
  user_id         uuid        not null,
  notification_id uuid        not null,
  status          text        not null,
  dismissed       boolean     not null default false,
  updated_at      timestamptz not null default now(),
  constraint notification_receipt_pk primary key (tenant_id, user_id, notification_id),
  constraint notification_receipt_user_fk foreign key (tenant_id, user_id)
    references app_user (tenant_id, user_id) on delete cascade,
  constraint notification_receipt_notification_fk foreign key (tenant_id, notification_id)
    references notification (tenant_id, notification_id) on delete cascade,
  constraint notification_receipt_status_known check (status in ('ACKNOWLEDGED', 'UNDELIVERED'))
);
create index notification_receipt_notification_idx on notification_receipt (tenant_id, notification_id);
select tenant_table('notification_receipt', grants => 'select, insert, update');

-- Up to where a user has acknowledged everything: one row instead of a receipt for each notification.
create table notification_reader (
  tenant_id            uuid        not null,
  user_id              uuid        not null,
  acknowledged_through uuid        not null,
  updated_at           timestamptz not null default now(),
  constraint notification_reader_pk primary key (tenant_id, user_id),
  constraint notification_reader_user_fk foreign key (tenant_id, user_id)
    references app_user (tenant_id, user_id) on delete cascade
);
select tenant_table('notification_reader', grants => 'select, insert, update');

-- One mail, or one push to one browser, on its way. `channel` is `email` or the id of the push subscription.
create table notification_delivery (
  tenant_id       uuid        not null,
  notification_id uuid        not null,
  user_id         uuid        not null,
  channel         text        not null,
  outcome         text,
  created_at      timestamptz not null default now(),
  settled_at      timestamptz,
  constraint notification_delivery_pk primary key (tenant_id, notification_id, user_id, channel),
  constraint notification_delivery_notification_fk foreign key (tenant_id, notification_id)
    references notification (tenant_id, notification_id) on delete cascade,
  constraint notification_delivery_user_fk foreign key (tenant_id, user_id)
    references app_user (tenant_id, user_id) on delete cascade,
  constraint notification_delivery_outcome_known check (outcome in ('delivered', 'failed'))
);
create index notification_delivery_user_idx on notification_delivery (tenant_id, user_id);
select tenant_table('notification_delivery', grants => 'select, insert, update');

create table notification_subscription (
  tenant_id  uuid        not null,
  user_id    uuid        not null,
  event_type text        not null,
  namespace  text        not null,
  email      boolean     not null default false,
  push       boolean     not null default false,
  created_at timestamptz not null default now(),
  constraint notification_subscription_pk primary key (tenant_id, user_id, event_type),
  constraint notification_subscription_user_fk foreign key (tenant_id, user_id)
    references app_user (tenant_id, user_id) on delete cascade,
  constraint notification_subscription_any check (email or push)
);
create index notification_subscription_event_idx on notification_subscription (tenant_id, event_type, user_id);
select tenant_table('notification_subscription', grants => 'select, insert, update, delete');
select audit_entity('notification_subscription', 'Notification subscription', 'event_type', 'event_type', left_out => 'event_type,namespace');

-- A browser that accepts push messages (RFC 8030): its address and the keys to encrypt with (RFC 8291).
create table push_subscription (
  tenant_id            uuid        not null,
  push_subscription_id uuid        not null default uuidv7(),
  user_id              uuid        not null,
  endpoint             text        not null,
  endpoint_digest      bytea       not null,
  p256dh               text        not null,
  auth                 text        not null,
  user_agent           text        not null default '',
  created_at           timestamptz not null default now(),
  constraint push_subscription_pk primary key (tenant_id, push_subscription_id),
  constraint push_subscription_user_fk foreign key (tenant_id, user_id)
    references app_user (tenant_id, user_id) on delete cascade,
  constraint push_subscription_endpoint_unique unique (tenant_id, endpoint_digest),
  constraint push_subscription_endpoint_form check (length(endpoint) <= 2048)
);
create index push_subscription_user_idx on push_subscription (tenant_id, user_id);
select tenant_table('push_subscription', grants => 'select, insert, update, delete');
select audit_entity('push_subscription', 'Push subscription', 'push_subscription_id', 'user_agent',
  left_out => 'push_subscription_id,endpoint,endpoint_digest,p256dh,auth');

-- Notices of something that ends, so that each threshold is announced once, however often the scan runs.
create table expiry_notice (
  tenant_id      uuid        not null,
  source         text        not null,
  entity_id      text        not null,
  ends_at        timestamptz not null,
  threshold_days integer     not null,
  created_at     timestamptz not null default now(),
  constraint expiry_notice_pk primary key (tenant_id, source, entity_id, ends_at, threshold_days),
  constraint expiry_notice_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
create index expiry_notice_ends_idx on expiry_notice (ends_at);
select tenant_table('expiry_notice', grants => 'select, insert');
