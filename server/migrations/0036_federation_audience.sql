-- Which audience a provider expects in our client assertion.
alter table federation_provider
  add column assertion_audience text not null default 'issuer',
  add constraint federation_provider_audience_known check (assertion_audience in ('issuer', 'token_endpoint'));

drop trigger audit_insert on federation_provider;
drop trigger audit_update on federation_provider;
drop trigger audit_delete on federation_provider;
select audit_entity('federation_provider', 'Single sign-on', 'slot', 'provider_name',
  left_out => 'revision,metadata_read_at,endpoints,details,test_result', secret => 'client_secret',
  update_columns => 'protocol, provider_name, metadata_url, issuer, admin_group_name, admin_username, group_mappings,
    claim_names, client_id, client_secret, client_secret_expires_at, client_authentication, assertion_audience');
