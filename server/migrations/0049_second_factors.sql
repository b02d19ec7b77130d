-- Second factors, passkeys and recovery codes; sign-ins that wait for them.

create table sign_in_factor (
  tenant_id         uuid        not null,
  factor_id         uuid        not null default uuidv7(),
  user_id           uuid        not null,
  kind              text        not null,
  factor_name       text        not null,
  -- Of an authenticator app: its secret, sealed, and the last time step that was used (RFC 6238, section 5.2).
  shared_secret     jsonb,
  last_step         bigint,
  -- Of a passkey (WebAuthn Level 3, section 4, "Credential record").
  credential_id     bytea,
  public_key        bytea,
  signature_counter bigint,
  transports        text[],
  is_backed_up      boolean,
  created_at        timestamptz not null default now(),
  last_used_at      timestamptz,
  constraint sign_in_factor_pk primary key (tenant_id, factor_id),
  constraint sign_in_factor_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint sign_in_factor_credential_unique unique (tenant_id, credential_id),
  constraint sign_in_factor_kind_known check (kind in ('authenticator', 'passkey')),
  constraint sign_in_factor_parts check (case kind
    when 'authenticator' then shared_secret is not null and last_step is not null and credential_id is null
    else shared_secret is null and credential_id is not null and public_key is not null and signature_counter is not null
         and transports is not null and is_backed_up is not null end)
);
create unique index sign_in_factor_one_authenticator on sign_in_factor (tenant_id, user_id) where kind = 'authenticator';
create index sign_in_factor_user_idx on sign_in_factor (tenant_id, user_id);
select tenant_table('sign_in_factor', grants => 'select, insert, update, delete');
select audit_entity('sign_in_factor', 'Second factor', 'user_id', 'factor_name',
  left_out => 'factor_id,user_id,shared_secret,last_step,credential_id,public_key,signature_counter,transports,is_backed_up,last_used_at',
  update_columns => 'factor_name');

create table recovery_code (
  tenant_id   uuid        not null,
  user_id     uuid        not null,
  code_digest bytea       not null,
  created_at  timestamptz not null default now(),
  used_at     timestamptz,
  constraint recovery_code_pk primary key (tenant_id, user_id, code_digest),
  constraint recovery_code_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
comment on column recovery_code.code_digest is 'HMAC-SHA-256 with a key that the database does not have.';
select tenant_table('recovery_code', grants => 'select, insert, update, delete');

-- Sign-ins whose password was right, and which wait for a second factor or for setting one up.
create table sign_in_step (
  tenant_id      uuid        not null,
  token_digest   bytea       not null,
  browser_digest bytea       not null,
  user_id        uuid        not null,
  purpose        text        not null,
  -- The factor that was given before one of another kind has to be set up.
  passed_kind    text,
  failures       integer     not null default 0,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  used_at        timestamptz,
  constraint sign_in_step_pk primary key (tenant_id, token_digest),
  constraint sign_in_step_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint sign_in_step_purpose_known check (purpose in ('factor', 'enrollment'))
);
create index sign_in_step_user_idx on sign_in_step (tenant_id, user_id);
create index sign_in_step_expiry_idx on sign_in_step (expires_at);
select tenant_table('sign_in_step', grants => 'select, insert, update, delete');

-- Challenges that passkeys have answered, so that each counts once.
create table used_challenge (
  tenant_id        uuid        not null,
  challenge_digest bytea       not null,
  expires_at       timestamptz not null,
  constraint used_challenge_pk primary key (tenant_id, challenge_digest),
  constraint used_challenge_tenant_fk foreign key (tenant_id) references tenant (tenant_id)
);
create index used_challenge_expiry_idx on used_challenge (expires_at);
select tenant_table('used_challenge', grants => 'select, insert, delete');

-- Browsers that are not asked for a second factor for some days.
create table remembered_browser (
  tenant_id    uuid        not null,
  token_digest bytea       not null,
  user_id      uuid        not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  constraint remembered_browser_pk primary key (tenant_id, token_digest),
  constraint remembered_browser_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create index remembered_browser_user_idx on remembered_browser (tenant_id, user_id);
create index remembered_browser_expiry_idx on remembered_browser (expires_at);
select tenant_table('remembered_browser', grants => 'select, insert, delete');
