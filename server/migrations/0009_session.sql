-- Sign-in: sessions, tokens, signing keys, throttling.

create table user_session (
  tenant_id      uuid        not null,
  session_id     uuid        not null default uuidv7(),
  user_id        uuid        not null,
  method         text        not null default 'password',
  address        inet,
  user_agent     text        not null default '',
  created_at     timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  expires_at     timestamptz not null,
  ended_at       timestamptz,
  end_reason     text,
  constraint user_session_pk primary key (tenant_id, session_id),
  constraint user_session_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint user_session_method_known check (method in ('password', 'oidc', 'saml'))
);
create index user_session_user_idx on user_session (tenant_id, user_id, created_at);
create index user_session_expiry_idx on user_session (expires_at);
-- Open sessions by age, to end those that expire.
create index user_session_open_idx on user_session (last_active_at) where ended_at is null;
select tenant_table('user_session', grants => 'select, insert, update, delete');

create table refresh_token (
  tenant_id    uuid        not null,
  token_digest bytea       not null,
  session_id   uuid        not null,
  issued_at    timestamptz not null default now(),
  expires_at   timestamptz not null,
  used_at      timestamptz,
  replaced_by  bytea,
  -- The successor of a refresh token is HMAC-SHA-256 of the token with this salt, so that a client whose answer was lost, or
  -- its other tab, gets the same successor again for a few seconds without a second line of descent.
  successor_salt bytea,
  constraint refresh_token_pk primary key (tenant_id, token_digest),
  constraint refresh_token_session_fk foreign key (tenant_id, session_id)
    references user_session (tenant_id, session_id) on delete cascade
);
create index refresh_token_session_idx on refresh_token (tenant_id, session_id);
create index refresh_token_digest_idx on refresh_token (token_digest);
select tenant_table('refresh_token', grants => 'select, insert, update, delete');

create table one_time_token (
  tenant_id    uuid        not null,
  token_digest bytea       not null,
  user_id      uuid        not null,
  purpose      text        not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  used_at      timestamptz,
  constraint one_time_token_pk primary key (tenant_id, token_digest),
  constraint one_time_token_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint one_time_token_purpose_known check (purpose in ('activation', 'reset'))
);
create index one_time_token_user_idx on one_time_token (tenant_id, user_id, purpose);
create index one_time_token_digest_idx on one_time_token (token_digest);
select tenant_table('one_time_token', grants => 'select, insert, update, delete');

-- Keys that sign access tokens; the same for all tenants, so only the owner reads them.
create table signing_key (
  key_id       text        not null,
  algorithm    text        not null default 'EdDSA',
  public_jwk   jsonb       not null,
  private_jwk  jsonb       not null,
  created_at   timestamptz not null default now(),
  active_from  timestamptz not null default now(),
  retired_at   timestamptz,
  constraint signing_key_pk primary key (key_id)
);

-- Failures by account or address, also for accounts and tenants that do not exist; so only the owner reads them.
create table sign_in_throttle (
  throttle_key      text        not null,
  failures          integer     not null default 0,
  window_started_at timestamptz not null default now(),
  blocked_until     timestamptz,
  updated_at        timestamptz not null default now(),
  constraint sign_in_throttle_pk primary key (throttle_key)
);
create index sign_in_throttle_updated_idx on sign_in_throttle (updated_at);

-- Forgets the failures of an account that signed in, and returns true, unless the account has been locked since. Requests
-- cannot see the table itself: it also has accounts of other tenants.
create function settle_sign_in(account_key text, at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sign_in_throttle
   where throttle_key = account_key and (blocked_until is null or blocked_until <= at);
  return not exists (select from sign_in_throttle where throttle_key = account_key);
end
$$;
revoke execute on function settle_sign_in from public;
grant execute on function settle_sign_in to steward_app;

-- Forgets the failures of an account whose owner followed a link sent by email.
create function forget_sign_in_failures(account_key text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from sign_in_throttle where throttle_key = account_key
$$;
revoke execute on function forget_sign_in_failures from public;
grant execute on function forget_sign_in_failures to steward_app;
