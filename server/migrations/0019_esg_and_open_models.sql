-- Weights of ESG scores, one row a version, and what a tenant chose for models of other providers.

create table esg_version (
  tenant_id       uuid        not null,
  version         integer     not null,
  weights         jsonb       not null,
  locked          text[]      not null default '{}',
  note            text        not null default '',
  restored_from   integer,
  created_by_name text        not null,
  created_at      timestamptz not null default now(),
  constraint esg_version_pk primary key (tenant_id, version),
  constraint esg_version_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint esg_version_counts check (version > 0)
);
select tenant_table('esg_version', grants => 'select, insert');
select audit_entity('esg_version', 'ESG scores', 'version', 'note', left_out => 'version,created_by_name');

create table open_model (
  tenant_id       uuid        not null,
  model_id        text        not null,
  terms_version   text,
  accepted_by     text,
  accepted_at     timestamptz,
  is_enabled      boolean     not null default false,
  max_concurrency integer     not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  version         integer     not null default 1,
  constraint open_model_pk primary key (tenant_id, model_id),
  constraint open_model_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint open_model_terms_whole check ((terms_version is null) = (accepted_at is null) and (accepted_at is null) = (accepted_by is null)),
  constraint open_model_enabled_needs_terms check (not is_enabled or terms_version is not null),
  constraint open_model_concurrency_counts check (max_concurrency > 0)
);
create trigger open_model_version before update on open_model for each row execute function bump_version();
select tenant_table('open_model', grants => 'select, insert, update');
select audit_entity('open_model', 'Open model', 'model_id', 'model_id', left_out => 'model_id');
