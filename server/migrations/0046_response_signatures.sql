-- Whether a signed SAML response covers an assertion that has no signature of its own, and whether a persistent NameID is asked for:
-- not from providers that people already signed in through, because it could be another one than theirs.
alter table federation_provider
  add column accepts_response_signature boolean not null default false,
  add column asks_persistent_name_id boolean not null default false;

drop trigger audit_insert on federation_provider;
drop trigger audit_update on federation_provider;
drop trigger audit_delete on federation_provider;
select audit_entity('federation_provider', 'Single sign-on', 'slot', 'provider_name',
  left_out => 'revision,metadata_read_at,endpoints,details,test_result,asks_persistent_name_id', secret => 'client_secret',
  update_columns => 'protocol, provider_name, metadata_url, issuer, admin_group_name, admin_username, group_mappings,
    claim_names, client_id, client_secret, client_secret_expires_at, client_authentication, assertion_audience,
    accepts_response_signature');
