import type pg from 'pg'

import type { Db } from './pool.ts'

const HEADER = `-- The schema after all migrations: everything in it, in an order in which it can be run on an empty database.
-- Written by dump-schema.ts from the catalogs; change it by a migration.

set check_function_bodies = off;

do $$
begin
  if not exists (select from pg_roles where rolname = 'steward_app') then create role steward_app nologin noinherit; end if;
end
$$;

grant usage on schema public to steward_app;`

/** Month partitions are created and dropped over time, and are not part of the schema. */
const TABLES = `
  select c.* from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '_[0-9]{4}_[0-9]{2}$'`

const EXTENSIONS = `select format('create extension if not exists %I;', extname) from pg_extension where extname <> 'plpgsql' order by extname`

/** Functions after those that their bodies or an aggregate name; otherwise by name. */
const FUNCTIONS = `
  with recursive own as (
    select p.* from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')),
  uses as (
    select distinct objid as user_oid, refobjid as used_oid from pg_depend
     where classid = 'pg_proc'::regclass and refclassid = 'pg_proc'::regclass and objid in (select oid from own) and refobjid in (select oid from own)),
  levels (oid, level) as (
    select oid, 0 from own
    union
    select user_oid, level + 1 from levels join uses on used_oid = oid)
  select concat_ws(E'\\n',
           case p.prokind when 'a' then (
             select format('create aggregate %s(%s) (sfunc = %s, stype = %s%s, parallel = %s);', p.proname, pg_get_function_identity_arguments(p.oid),
                           a.aggtransfn::oid::regproc, format_type(a.aggtranstype, null), ', initcond = ' || quote_literal(a.agginitval),
                           case p.proparallel when 's' then 'safe' when 'r' then 'restricted' else 'unsafe' end)
               from pg_aggregate a where a.aggfnoid = p.oid)
           else rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' end,
           case when p.proacl is not null and not exists (select from aclexplode(p.proacl) where grantee = 0)
                then format('revoke execute on function %s from public;', p.oid::regprocedure) end,
           (select string_agg(format('grant execute on function %s to %s;', p.oid::regprocedure, grantee::regrole), E'\\n')
              from aclexplode(p.proacl) where grantee not in (0, p.proowner)),
           'comment on function ' || p.oid::regprocedure || ' is ' || quote_literal(obj_description(p.oid, 'pg_proc')) || ';')
    from own p
   order by (select max(level) from levels where levels.oid = p.oid), p.proname, pg_get_function_identity_arguments(p.oid)`

const COLUMN = `format('%I %s', a.attname, concat_ws(' ',
    format_type(a.atttypid, a.atttypmod),
    case when a.attcollation <> y.typcollation then (select format('collate %I', collname) from pg_collation where oid = a.attcollation) end,
    case when a.attstorage <> y.typstorage then 'storage ' || case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end end,
    case when a.attnotnull then 'not null' end,
    case when a.attidentity <> '' then format('generated %s as identity', case a.attidentity when 'a' then 'always' else 'by default' end)
         when a.attgenerated = 's' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
         when a.attgenerated = 'v' then format('generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid))
         when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end))`

/** A table with its columns and every constraint except foreign keys, which need the other tables first. */
const CREATE = `
  select case when t.relispartition
           then format('create table %I partition of %s %s;', t.relname, (select inhparent::regclass from pg_inherits where inhrelid = t.oid),
                       lower(pg_get_expr(t.relpartbound, t.oid)))
           else format(E'create %stable %I (\\n  %s\\n)%s%s;', case t.relpersistence when 'u' then 'unlogged ' end, t.relname,
             array_to_string(
               array(select ${COLUMN} from pg_attribute a join pg_type y on y.oid = a.atttypid
                            left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped order by a.attnum)
               || array(select format('constraint %I %s', conname, pg_get_constraintdef(c.oid)) from pg_constraint c
                         where conrelid = t.oid and contype not in ('n', 't', 'f') order by contype desc, conname), E',\\n  '),
             ' partition by ' || pg_get_partkeydef(t.oid), ' with (' || array_to_string(t.reloptions, ', ') || ')') end
    from (${TABLES}) t where t.relname = $1`

/** The parts of a table, each kind by name. Not-null constraints are shown with the columns. */
const ATTACHMENTS = [
  // Partitions have the indexes of their parent: ONLY would leave them out.
  `select replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') || ';'
     from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = $1::text::regclass and not c.relispartition
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
    order by c.relname`,
  `select pg_get_statisticsobjdef(oid) || ';' from pg_statistic_ext where stxrelid = $1::text::regclass order by stxname`,
  `select format('comment on %s is %L;', case when objsubid = 0 then format('table %s', objoid::regclass)
                   else format('column %s.%I', objoid::regclass, (select attname from pg_attribute where attrelid = objoid and attnum = objsubid)) end, description)
     from pg_description where classoid = 'pg_class'::regclass and objoid = $1::text::regclass order by objsubid`,
  `select format('alter table %I enable row level security;', relname) from pg_class where oid = $1::text::regclass and relrowsecurity`,
  `select format('alter table %I force row level security;', relname) from pg_class where oid = $1::text::regclass and relforcerowsecurity`,
  `select format('create policy %I on %I%s for %s to %s%s%s;', policyname, tablename, case permissive when 'RESTRICTIVE' then ' as restrictive' else '' end,
                 lower(cmd), array_to_string(roles, ', '), ' using (' || qual || ')', ' with check (' || with_check || ')')
     from pg_policies where schemaname = 'public' and tablename = $1::text order by policyname`,
  `select pg_get_triggerdef(oid) || ';' from pg_trigger where tgrelid = $1::text::regclass and not tgisinternal and tgparentid = 0 order by tgname`,
  `select format('grant %s on %I to %s;', string_agg(lower(privilege_type), ', ' order by privilege_type), relname, grantee::regrole)
     from pg_class c, aclexplode(c.relacl) where c.oid = $1::text::regclass and grantee <> c.relowner group by relname, grantee order by grantee::regrole::text`,
  `select format('grant %s (%s) on %s to %s;', lower(privilege_type), string_agg(quote_ident(attname), ', ' order by attnum), attrelid::regclass, grantee::regrole)
     from pg_attribute, aclexplode(attacl) where attrelid = $1::text::regclass and attnum > 0 and not attisdropped
    group by attrelid, privilege_type, grantee order by privilege_type`,
]

const FOREIGN_KEYS = `
  select format('alter table %s add constraint %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conrelid::regclass::text, conname`

/**
 * The schema as runnable SQL from the catalogs, in a stable order: for reading, and for comparing with the committed
 * `server/schema.sql`. The embedded engine has no pg_dump.
 */
export async function dumpSchema(db: Db): Promise<string> {
  const client = await db.connect()
  try {
    // Names are printed without the schema, which is the same for all.
    await client.query('set search_path = public, pg_catalog')
    const sections = [HEADER, ...(await statements(client, EXTENSIONS)), ...(await statements(client, FUNCTIONS))]
    const { rows: tables } = await client.query<{ relname: string }>(`select relname from (${TABLES}) t order by relname`)
    for (const { relname } of tables) {
      const parts = await statements(client, CREATE, [relname])
      for (const query of ATTACHMENTS) parts.push(...(await statements(client, query, [relname])))
      sections.push(parts.join('\n'))
    }
    sections.push((await statements(client, FOREIGN_KEYS)).join('\n'), 'reset check_function_bodies;')
    return `${sections.join('\n\n')}\n`
  } finally {
    await client.end()
  }
}

async function statements(client: pg.Client, query: string, parameters: string[] = []): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: query, values: parameters, rowMode: 'array' })
  return rows.map(([statement]) => statement)
}
