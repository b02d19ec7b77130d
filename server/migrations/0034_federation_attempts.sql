-- Refused logouts, and answers that no one asked for, are attempts too.
alter table federation_attempt
  add column kind text not null default 'sign_in',
  add column is_unasked boolean not null default false,
  add constraint federation_attempt_kind_known check (kind in ('sign_in', 'sign_out'));
