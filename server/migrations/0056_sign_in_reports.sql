-- Links in mails about sign-ins and second factors, by which a person reports that it was someone else.

alter table one_time_token add column reported_at timestamptz;
comment on column one_time_token.reported_at is 'Of a report: when what the mail tells about happened.';
alter table one_time_token drop constraint one_time_token_purpose_known;
alter table one_time_token add constraint one_time_token_purpose_known check (purpose in ('activation', 'reset', 'report'));
alter table one_time_token add constraint one_time_token_report_parts check ((purpose = 'report') = (reported_at is not null));
