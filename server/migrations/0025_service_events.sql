-- Events that services reported, for as long as they could be sent again, so that each is in the system log once.
create table service_event (
  tenant_id   uuid        not null,
  event_id    uuid        not null,
  received_at timestamptz not null,
  constraint service_event_pk primary key (tenant_id, event_id),
  constraint service_event_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
create index service_event_received_idx on service_event (received_at);
select tenant_table('service_event', grants => 'select, insert');
