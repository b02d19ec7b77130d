-- What an identity provider tells of users and groups beyond what this product needs of them (RFC 7643). The name, the e-mail
-- address and the state that the product uses stay in app_user and user_group, which remain the only place for them.

create table scim_user (
  tenant_id   uuid        not null,
  user_id     uuid        not null,
  external_id text,
  -- As SCIM writes a user, without what app_user holds; the main e-mail address is the element of `emails` that has no value.
  attributes  jsonb       not null default '{}',
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint scim_user_pk primary key (tenant_id, user_id),
  constraint scim_user_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  constraint scim_user_external_id_form check (length(external_id) between 1 and 256),
  constraint scim_user_attributes_form check (jsonb_typeof(attributes) = 'object')
);
create index scim_user_external_id_idx on scim_user (tenant_id, external_id) where external_id is not null;

create table scim_group (
  tenant_id   uuid        not null,
  group_id    uuid        not null,
  external_id text,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint scim_group_pk primary key (tenant_id, group_id),
  constraint scim_group_group_fk foreign key (tenant_id, group_id) references user_group (tenant_id, group_id) on delete cascade,
  constraint scim_group_external_id_form check (length(external_id) between 1 and 256)
);
create index scim_group_external_id_idx on scim_group (tenant_id, external_id) where external_id is not null;

alter table scim_user enable row level security;
alter table scim_group enable row level security;
create policy tenant_isolation on scim_user to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
create policy tenant_isolation on scim_group to steward_app
  using (tenant_id = current_tenant_id()) with check (tenant_id = current_tenant_id());
grant select, insert, delete on scim_user, scim_group to steward_app;
grant update (external_id, attributes) on scim_user to steward_app;
grant update (external_id) on scim_group to steward_app;

-- E-mail addresses -----------------------------------------------------------------------------------------------------------

-- The addresses of a user as SCIM shows them.
create function scim_emails(email text, stored jsonb) returns jsonb
  language sql immutable parallel safe set search_path = public, pg_temp
  return coalesce(
    (select jsonb_agg(case when entry ? 'value' then entry else jsonb_build_object('value', email) || entry end order by n)
       from jsonb_array_elements(stored) with ordinality element (entry, n)),
    jsonb_build_array(jsonb_build_object('value', email, 'type', 'work', 'primary', true)));

-- The addresses besides the one in app_user, for looking users up by them.
create function scim_other_emails(attributes jsonb) returns text[]
  language sql immutable parallel safe set search_path = public, pg_temp
  return array(select lower(entry ->> 'value') from jsonb_array_elements(attributes -> 'emails') entry where entry ? 'value');

create index scim_user_other_emails_idx on scim_user using gin (tenant_id, scim_other_emails(attributes))
  where scim_other_emails(attributes) <> '{}';

-- Who may have an address, found by indexes; the caller looks again whether they do. As the owner, because the conditions of
-- these indexes cannot be pushed below row-level security.
create function scim_users_by_email(wanted text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from app_user where tenant_id = current_tenant_id() and lower(email) = lower(wanted)
  union
  select user_id from scim_user
   where tenant_id = current_tenant_id() and scim_other_emails(attributes) @> array[lower(wanted)] and scim_other_emails(attributes) <> '{}'
$$;

-- Versions and audit ---------------------------------------------------------------------------------------------------------

-- What a provider tells is part of the entity as others see it, so its change is an edit. What was created in this very
-- transaction has its first version already.
create function bump_provisioned_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update app_user set version = version + 1, updated_at = now()
   where tenant_id = new.tenant_id and user_id = new.user_id and created_at <> now();
  return null;
end
$$;
create trigger version after insert or update of external_id, attributes on scim_user
  for each row execute function bump_provisioned_user();

create function bump_provisioned_group() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update user_group set version = version + 1, updated_at = now()
   where tenant_id = new.tenant_id and group_id = new.group_id and created_at <> now();
  return null;
end
$$;
create trigger version after insert or update of external_id on scim_group
  for each row execute function bump_provisioned_group();

-- Before their entity goes, so that audit entries still know its name.
create function delete_scim_user() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from scim_user where tenant_id = old.tenant_id and user_id = old.user_id;
  return old;
end
$$;
create trigger app_user_scim before delete on app_user for each row execute function delete_scim_user();

create function delete_scim_group() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from scim_group where tenant_id = old.tenant_id and group_id = old.group_id;
  return old;
end
$$;
create trigger user_group_scim before delete on user_group for each row execute function delete_scim_group();

-- One entry an attribute, under the user or the group that it belongs to. Arguments: category, entity table, its key, its name column.
create function audit_provisioned() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  enterprise constant text := 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  some_row constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  before jsonb := '{}';
  after jsonb := '{}';
  entity_name text;
begin
  if audit_is_off() then return null; end if;
  if tg_op <> 'INSERT' then before := coalesce(to_jsonb(old) -> 'attributes', '{}') || jsonb_build_object('externalId', old.external_id); end if;
  if tg_op <> 'DELETE' then after := coalesce(to_jsonb(new) -> 'attributes', '{}') || jsonb_build_object('externalId', new.external_id); end if;
  before := before - enterprise || coalesce(before -> enterprise, '{}');
  after := after - enterprise || coalesce(after -> enterprise, '{}');
  execute format('select %I from %I where tenant_id = $1 and %I = $2', tg_argv[3], tg_argv[1], tg_argv[2])
    into entity_name using (some_row ->> 'tenant_id')::uuid, (some_row ->> tg_argv[2])::uuid;
  insert into audit_entry (tenant_id, type, category, entity_id, entity_name, field_name, previous_value, current_value,
                           actor_type, actor_id, actor_name, request_id)
  select (some_row ->> 'tenant_id')::uuid, 'Update', tg_argv[0], some_row ->> tg_argv[2], coalesce(entity_name, ''), field,
         before ->> field, after ->> field, actor.actor_type, actor.actor_id, actor.actor_name, actor.request_id
    from audit_actor() actor, (select jsonb_object_keys(before || after) as field) fields
   where before ->> field is distinct from after ->> field;
  return null;
end
$$;
create trigger audit_insert after insert on scim_user for each row execute function audit_provisioned('User', 'app_user', 'user_id', 'username');
create trigger audit_update after update on scim_user for each row execute function audit_provisioned('User', 'app_user', 'user_id', 'username');
create trigger audit_delete after delete on scim_user for each row execute function audit_provisioned('User', 'app_user', 'user_id', 'username');
create trigger audit_insert after insert on scim_group for each row execute function audit_provisioned('Group', 'user_group', 'group_id', 'group_name');
create trigger audit_update after update on scim_group for each row execute function audit_provisioned('Group', 'user_group', 'group_id', 'group_name');
create trigger audit_delete after delete on scim_group for each row execute function audit_provisioned('Group', 'user_group', 'group_id', 'group_name');

-- Provisioning changes users again and again (versions, memberships): with room in its page a row stays there, and none of the
-- indexes hears of a change that it does not hold.
alter table app_user set (fillfactor = 85);
