-- What sign-in and background jobs need from the database beyond their tables.

-- The successor of a refresh token is HMAC-SHA-256 of the token with this salt, so that a client whose answer was lost, or
-- its other tab, can be given the same successor again for a few seconds without a second line of descent.
alter table refresh_token add column successor_salt bytea;

-- Open sessions by age, for those that lapse.
create index user_session_open_idx on user_session (last_active_at) where ended_at is null;

-- Forgets the failures of an account that signs in rightly, unless others have locked it in the meantime; then false.
-- Requests do not see the table of failures itself: it also holds accounts of other tenants.
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

-- Forgets the failures of an account whose owner has proved to be it by a mailed link.
create function forget_sign_in_failures(account_key text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from sign_in_throttle where throttle_key = account_key
$$;
revoke execute on function forget_sign_in_failures from public;
grant execute on function forget_sign_in_failures to steward_app;

-- Adds jobs for the background workers in the transaction of the change they follow from: one for each payload.
-- The queue's own schema is made by the program before the first request.
create function add_background_jobs(task text, payloads jsonb, job_key text default null, max_attempts integer default null)
  returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select (task, payload::json, null, null, add_background_jobs.max_attempts, add_background_jobs.job_key, null, null)
             ::graphile_worker.job_spec
      from jsonb_array_elements(payloads) payload));
end
$$;
revoke execute on function add_background_jobs from public;
grant execute on function add_background_jobs to steward_app;
