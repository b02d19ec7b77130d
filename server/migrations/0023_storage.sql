-- Whether people were told that the data vault's archive exceeds the license, so that each crossing is told once.
create table storage_alert (
  tenant_id     uuid        not null,
  is_exceeded   boolean     not null default false,
  checked_until timestamptz,
  checked_bytes bigint      not null default 0,
  constraint storage_alert_pk primary key (tenant_id),
  constraint storage_alert_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
comment on column storage_alert.checked_bytes is 'Of that reading, which is compared again when the limit changes.';
comment on column storage_alert.checked_until is 'The time of the last reading that was checked: earlier ones say nothing about now. Null before the first.';
select tenant_table('storage_alert', grants => 'select, insert, update');
