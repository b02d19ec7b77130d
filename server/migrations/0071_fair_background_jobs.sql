-- Adds jobs as `add_background_jobs` does, which stays for servers of the release before. The jobs of a long list go behind those of
-- shorter ones, twenty at a time: who invites thousands of people does not delay the mail that someone else waits for. Those of a queue
-- run one after the other: those that wait for a tenant's own systems leave workers to others.
create function queue_background_jobs(task text, payloads jsonb, job_key text, max_attempts integer, queues text[])
  returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select (task, payload::json, queues[position], null, queue_background_jobs.max_attempts, queue_background_jobs.job_key,
            least((position - 1) / 20, 1000), null)::graphile_worker.job_spec
      from jsonb_array_elements(payloads) with ordinality as listed (payload, position)
     order by position));
end
$$;
revoke execute on function queue_background_jobs from public;
grant execute on function queue_background_jobs to steward_app;

create or replace function add_background_jobs(task text, payloads jsonb, job_key text default null, max_attempts integer default null)
  returns void
  language sql set search_path = public, pg_temp as $$
  select queue_background_jobs(task, payloads, job_key, max_attempts, null)
$$;
