-- When the person of a session last confirmed who they are; null if only a remembered browser did.
alter table user_session add column confirmed_at timestamptz default now();

alter table user_session drop constraint user_session_method_known;
alter table user_session add constraint user_session_method_known check (method in ('password', 'passkey', 'oidc', 'saml'));
