-- A regenerated API key: its old secret works on until a moment, for the user who owned it.

alter table api_key
  add column previous_prefix     text,
  add column previous_digest     bytea,
  add column previous_expires_at timestamptz,
  add column previous_used_at    timestamptz,
  add column previous_holder_id  uuid,
  add constraint api_key_previous_whole check (
    (previous_prefix is null) = (previous_digest is null) and (previous_digest is null) = (previous_expires_at is null));
create index api_key_previous_digest_idx on api_key (previous_digest) where previous_digest is not null;

drop trigger api_key_version on api_key;
create trigger api_key_version before update of api_key_name, key_digest, expires_at, previous_digest on api_key
  for each row execute function bump_version();

drop trigger audit_insert on api_key;
drop trigger audit_update on api_key;
drop trigger audit_delete on api_key;
select audit_entity('api_key', 'API key', 'api_key_id', 'api_key_name',
  left_out => 'api_key_id,api_key_name_key,created_by,created_by_name,last_used_at,holder_id,'
    'previous_prefix,previous_digest,previous_used_at,previous_holder_id',
  secret => 'key_digest',
  update_columns => 'api_key_name, key_prefix, key_digest, expires_at, previous_expires_at');
