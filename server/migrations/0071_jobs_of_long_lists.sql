-- The jobs of a long list go behind those of shorter ones, twenty at a time: who invites thousands of people does not delay the mail that
-- someone else waits for.
create or replace function add_background_jobs(task text, payloads jsonb, job_key text default null, max_attempts integer default null)
  returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select (task, payload::json, null, null, add_background_jobs.max_attempts, add_background_jobs.job_key,
            least((position - 1) / 20, 1000), null)::graphile_worker.job_spec
      from jsonb_array_elements(payloads) with ordinality as listed (payload, position)
     order by position));
end
$$;
