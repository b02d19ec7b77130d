-- Processes remember the names of a tenant's groups and roles, and which roles groups grant, for the users list. This count goes up
-- with each change of these, in its transaction: the list's statement reads it, so that no process shows what is outdated. A new
-- group needs no step, because its id is unknown to a server that remembers the others.
create function step_group_names() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into row_count (tenant_id, table_name, facet, n)
  values (case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end, 'user_group', 'names', 1)
  on conflict on constraint row_count_pk do update set n = row_count.n + excluded.n;
  return null;
end
$$;
create trigger group_names_renamed after update of group_name, status on user_group for each row
  when ((old.group_name, old.status) is distinct from (new.group_name, new.status)) execute function step_group_names();
create trigger group_names_granted after insert on group_role for each row execute function step_group_names();
create trigger group_names_revoked after delete on group_role for each row execute function step_group_names();
create trigger group_names_role after update of role_name on role for each row
  when (old.role_name is distinct from new.role_name) execute function step_group_names();
