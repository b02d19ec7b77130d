-- Saved views of lists: search, filters, sort, columns and density under a name (docs/adr/052). Without an owner a view is
-- shared with everyone in the tenant who can open the list.
create table saved_view (
  tenant_id       uuid        not null,
  saved_view_id   uuid        not null default uuidv7(),
  list            text        not null,
  view_name       text        not null,
  view_name_key   text        not null generated always as (lower(view_name)) stored,
  owner_id        uuid,
  is_shared       boolean     not null generated always as (owner_id is null) stored,
  search          text        not null,
  columns         jsonb       not null default '[]',
  density         text,
  created_by_name text        not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  version         integer     not null default 1,
  constraint saved_view_pk primary key (tenant_id, saved_view_id),
  constraint saved_view_tenant_fk foreign key (tenant_id) references tenant (tenant_id),
  constraint saved_view_owner_fk foreign key (tenant_id, owner_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint saved_view_name_unique unique nulls not distinct (tenant_id, owner_id, list, view_name_key),
  constraint saved_view_list_unique unique (tenant_id, list, saved_view_id),
  constraint saved_view_name_form check (view_name = btrim(view_name) and length(view_name) between 1 and 64),
  constraint saved_view_search_length check (length(search) <= 4000),
  constraint saved_view_columns_list check (jsonb_typeof(columns) = 'array'),
  constraint saved_view_density_known check (density in ('comfortable', 'compact'))
);
comment on column saved_view.search is 'The search parameters of the list, as in the address of the console.';
comment on column saved_view.columns is 'Columns that differ from the list: id, isShown, and widthPx if it was set.';
create trigger saved_view_version before update on saved_view for each row execute function bump_version();
select tenant_table('saved_view', grants => 'select, insert, update, delete');
select audit_entity('saved_view', 'Saved view', 'saved_view_id', 'view_name',
  left_out => 'saved_view_id,view_name_key,owner_id,columns,created_by_name');

-- The view that a list opens with, for each person.
create table saved_view_default (
  tenant_id     uuid not null,
  user_id       uuid not null,
  list          text not null,
  saved_view_id uuid not null,
  constraint saved_view_default_pk primary key (tenant_id, user_id, list),
  constraint saved_view_default_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint saved_view_default_view_fk foreign key (tenant_id, list, saved_view_id)
    references saved_view (tenant_id, list, saved_view_id) on delete cascade
);
create index saved_view_default_view_idx on saved_view_default (tenant_id, list, saved_view_id);
select tenant_table('saved_view_default', grants => 'select, insert, update, delete');
