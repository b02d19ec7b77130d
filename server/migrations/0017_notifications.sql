-- What the platform tells its users. A notification for everybody is one row, however large the tenant: who may see it is
-- asked when it is read, and what a user did with it is kept only once the user did something (see adr/011).

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
comment on column notification.recipient_id is 'The one user it is for; null: everybody who may see what it is about.';
comment on column notification.actor_id is 'Who did what it tells of, and so knows it already; may be gone.';
comment on column notification.expires_at is 'When it is forgotten, read or not.';

create index notification_broadcast_idx on notification (tenant_id, message_type, notification_id) where recipient_id is null;
create index notification_recipient_idx on notification (tenant_id, recipient_id, notification_id) where recipient_id is not null;
create index notification_transaction_idx on notification (tenant_id, transaction);
create index notification_expires_idx on notification (expires_at);

-- What a user did with a notification, or that nothing of it reached the user. No row: not acknowledged.
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

-- Up to where a user has acknowledged everything: one row instead of a receipt for each.
create table notification_reader (
  tenant_id            uuid        not null,
  user_id              uuid        not null,
  acknowledged_through uuid        not null,
  updated_at           timestamptz not null default now(),
  constraint notification_reader_pk primary key (tenant_id, user_id),
  constraint notification_reader_user_fk foreign key (tenant_id, user_id)
    references app_user (tenant_id, user_id) on delete cascade
);

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

-- A browser that takes pushes (RFC 8030): the address and the keys to encrypt with (RFC 8291).
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

-- What was told about something that ends: at each threshold once, however often the scan runs.
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

alter table notification enable row level security;
alter table notification_receipt enable row level security;
alter table notification_reader enable row level security;
alter table notification_delivery enable row level security;
alter table notification_subscription enable row level security;
alter table push_subscription enable row level security;
alter table expiry_notice enable row level security;
create policy tenant_isolation on notification to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on notification_receipt to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on notification_reader to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on notification_delivery to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on notification_subscription to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on push_subscription to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on expiry_notice to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());

grant select, insert on notification to steward_app;
grant select, insert, update on notification_receipt, notification_reader, notification_delivery to steward_app;
grant select, insert, update, delete on notification_subscription, push_subscription to steward_app;
grant select, insert on expiry_notice to steward_app;

select audit_entity('notification_subscription', 'Notification subscription', 'event_type', 'event_type', left_out => 'event_type,namespace');
select audit_entity('push_subscription', 'Push subscription', 'push_subscription_id', 'user_agent',
  left_out => 'push_subscription_id,endpoint,endpoint_digest,p256dh,auth');
