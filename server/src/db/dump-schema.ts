import type pg from 'pg'

import type { Db } from './pool.ts'

interface Statement {
  statement: string
}

/** Month partitions come and go with time; everything else in the schema `public` belongs into the dump. */
const TABLES = `
  select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relpartbound from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '_[0-9]{4}_[0-9]{2}$'`

const COLUMNS = `
  select format(E'create table %s (\\n%s\\n)%s;', t.relname,
           string_agg(format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
             case when a.attnotnull then ' not null' else '' end,
             case when a.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
                  when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end), E',\\n' order by a.attnum),
           case when t.relkind = 'p' then ' partition by ' || pg_get_partkeydef(t.oid)
                when t.relpartbound is not null then ' -- ' || lower(pg_get_expr(t.relpartbound, t.oid)) || ' partition' else '' end) as statement
    from (${TABLES}) t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where t.relname = $1 group by t.oid, t.relname, t.relkind, t.relpartbound`

/** Everything attached to a table, each kind in the order of its names. Not-null constraints are shown with the columns. */
const ATTACHMENTS = [
  `select format('alter table %s add constraint %s %s;', $1::text, conname, pg_get_constraintdef(oid)) as statement
     from pg_constraint where conrelid = $1::text::regclass and contype not in ('n', 't') order by contype desc, conname`,
  `select lower(left(pg_get_indexdef(i.indexrelid), 7)) || substr(pg_get_indexdef(i.indexrelid), 8) || ';' as statement
     from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = $1::text::regclass and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
    order by c.relname`,
  `select lower(pg_get_statisticsobjdef(oid)) || ';' as statement from pg_statistic_ext where stxrelid = $1::text::regclass order by stxname`,
  `select format('alter table %s enable row level security;', relname) as statement
     from pg_class where oid = $1::text::regclass and relrowsecurity`,
  `select format('create policy %s on %s for %s to %s using (%s)%s;', policyname, tablename, lower(cmd), array_to_string(roles, ', '), qual,
                 coalesce(' with check (' || with_check || ')', '')) as statement
     from pg_policies where schemaname = 'public' and tablename = $1::text order by policyname`,
  `select pg_get_triggerdef(oid) || ';' as statement from pg_trigger where tgrelid = $1::text::regclass and not tgisinternal order by tgname`,
  `select format('grant %s on %s to steward_app;', string_agg(lower(privilege_type), ', ' order by privilege_type), $1::text) as statement
     from information_schema.table_privileges where table_schema = 'public' and table_name = $1::text and grantee = 'steward_app' having count(*) > 0`,
  `select format('grant update (%s) on %s to steward_app;', string_agg(attname, ', ' order by attname), $1::text) as statement
     from pg_attribute where attrelid = $1::text::regclass and attnum > 0 and not attisdropped
      and exists (select from aclexplode(attacl) where grantee = 'steward_app'::regrole and privilege_type = 'UPDATE')
   having count(*) > 0`,
]

const EXTENSIONS = `select format('create extension %s;', extname) as statement from pg_extension where extname <> 'plpgsql' order by extname`

const FUNCTIONS = `
  select case p.prokind when 'a' then (
             select format('create aggregate %s(%s) (sfunc = %s, stype = %s%s, parallel = %s);', p.proname, pg_get_function_identity_arguments(p.oid),
                           a.aggtransfn::oid::regproc, format_type(a.aggtranstype, null), ', initcond = ' || quote_literal(a.agginitval),
                           case p.proparallel when 's' then 'safe' when 'r' then 'restricted' else 'unsafe' end)
               from pg_aggregate a where a.aggfnoid = p.oid)
           else pg_get_functiondef(p.oid) || ';' end || case when p.proacl is null then ''
           else format(E'\\n-- execute is granted to: %s', (select string_agg(case grantee when 0 then 'public' when p.proowner then 'the owner'
             else grantee::regrole::text end, ', ' order by grantee) from aclexplode(p.proacl))) end as statement
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
   order by p.proname, pg_get_function_identity_arguments(p.oid)`

/**
 * The schema as SQL text, from the catalogues, always in the same order: for reading, and for comparing with the committed
 * `server/schema.sql`. The embedded engine brings no pg_dump.
 */
export async function dumpSchema(db: Db): Promise<string> {
  const client = await db.connect()
  try {
    // Names are printed without the schema they are all in.
    await client.query('set search_path = public, pg_catalog')
    const sections = [
      '-- The schema after all migrations, printed by dump-schema.ts. Not to be edited: change it by a migration.',
      ...(await statements(client, EXTENSIONS)),
    ]
    const { rows: tables } = await client.query<{ relname: string }>(`select relname from (${TABLES}) t order by relname`)
    for (const { relname } of tables) {
      const parts = await statements(client, COLUMNS, [relname])
      for (const query of ATTACHMENTS) parts.push(...(await statements(client, query, [relname])))
      sections.push(parts.join('\n'))
    }
    sections.push(...(await statements(client, FUNCTIONS)))
    return `${sections.join('\n\n')}\n`
  } finally {
    await client.end()
  }
}

async function statements(client: pg.Client, query: string, parameters: string[] = []): Promise<string[]> {
  const { rows } = await client.query<Statement>(query, parameters)
  return rows.map((row) => row.statement)
}
