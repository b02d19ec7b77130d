-- Failed sign-ins are counted by account and address: an attempt has several keys.

-- Forgets the failures of a browser or address that signed in, and returns true, unless one of the attempt's keys has been locked
-- since. Locks in the order in which failures are counted, so that the two never deadlock.
drop function settle_sign_in(text, timestamptz);
create function settle_sign_in(counted text[], cleared text[], at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from sign_in_throttle where throttle_key = any(counted) order by throttle_key collate "C" for update;
  if exists (select from sign_in_throttle where throttle_key = any(counted) and blocked_until > at) then
    return false;
  end if;
  delete from sign_in_throttle where throttle_key = any(cleared);
  return true;
end
$$;
revoke execute on function settle_sign_in from public;
grant execute on function settle_sign_in to steward_app;

-- Forgets the failures of an account, from everywhere, whose owner has set a new password. ';' follows ':'.
create or replace function forget_sign_in_failures(account_key text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from sign_in_throttle
   where throttle_key = account_key or (throttle_key ~>=~ (account_key || ':') and throttle_key ~<~ (account_key || ';'))
$$;
create index sign_in_throttle_account_idx on sign_in_throttle (throttle_key text_pattern_ops);
