-- Also escapes a vertical bar, which begins a command in some spreadsheets.
create or replace function csv_text(value text) returns text language sql immutable parallel safe as $$
  select nullif(case when ascii(value) in (61, 43, 45, 64, 9, 13, 124) then '''' || value else value end, '')
$$;
