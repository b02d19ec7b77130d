import type { Db } from '../db/pool.ts'

/** Month partitions are created and dropped over time, so what a database reports about them depends on the date. */
const RELATIONS = `
  select c.* from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relname !~ '_[0-9]{4}_[0-9]{2}(_.*)?$' and c.relname not like 'schema_migration%'`

/** Describes each object of the schema `public` in one line, from the system catalogs. */
const LINES: readonly string[] = [
  `select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension`,
  `select format('relation %s kind=%s persistence=%s security=%s forced=%s options=%s owner=%s grants=%s partition=%s of=%s access=%s', relname, relkind,
            relpersistence, relrowsecurity, relforcerowsecurity, reloptions, relowner::regrole,
            array(select acl::text from unnest(relacl) acl order by 1), pg_get_expr(relpartbound, oid),
            (select inhparent::regclass from pg_inherits where inhrelid = r.oid), (select amname from pg_am where pg_am.oid = relam))
     from (${RELATIONS}) r`,
  // Column positions are compared without the gaps left by dropped columns.
  `select format('column %s.%s %s', r.relname, row_number() over (partition by r.oid order by a.attnum),
            concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), 'null=' || not a.attnotnull, 'generated=' || a.attgenerated::text,
              'identity=' || a.attidentity::text, 'storage=' || a.attstorage::text, 'compression=' || a.attcompression::text, 'target=' || a.attstattarget,
              'collation=' || (select collname from pg_collation where oid = a.attcollation), 'default=' || pg_get_expr(d.adbin, d.adrelid),
              'options=' || a.attoptions::text, 'grants=' || array(select acl::text from unnest(a.attacl) acl order by 1)::text))
     from (${RELATIONS}) r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where r.relkind in ('r', 'p', 'S')`,
  `select format('constraint %s on %s: %s validated=%s deferrable=%s', conname, conrelid::regclass, pg_get_constraintdef(c.oid, true), convalidated, condeferrable)
     from pg_constraint c join (${RELATIONS}) r on r.oid = c.conrelid`,
  `select format('index %s', pg_get_indexdef(i.indexrelid)) from pg_index i join (${RELATIONS}) r on r.oid = i.indexrelid`,
  `select format('statistics %s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext where stxnamespace = 'public'::regnamespace`,
  `select format('trigger %s on %s: %s enabled=%s', tgname, tgrelid::regclass, pg_get_triggerdef(t.oid, true), tgenabled)
     from pg_trigger t join (${RELATIONS}) r on r.oid = t.tgrelid where not tgisinternal`,
  `select format('policy %s', row_to_json(p)) from pg_policies p where schemaname = 'public'`,
  `select format('function %s grants=%s owner=%s %s', p.oid::regprocedure, array(select acl::text from unnest(proacl) acl order by 1), proowner::regrole,
            case prokind when 'a' then (select row_to_json(a)::text from (select aggtransfn, aggtranstype::regtype, agginitval, p.proparallel from pg_aggregate where aggfnoid = p.oid) a)
                         else pg_get_functiondef(p.oid) end)
     from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`,
  `select format('sequence %s', row_to_json(s)) from pg_sequences s where schemaname = 'public'`,
  `select format('comment on %s: %s', pg_describe_object(classoid, objoid, objsubid), description)
     from pg_description where classoid in ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_constraint'::regclass, 'pg_trigger'::regclass)
      and (select nspname from pg_identify_object(classoid, objoid, objsubid) o (type, nspname, name, identity)
            where identity !~ '_[0-9]{4}_[0-9]{2}') = 'public'
      and not exists (select from pg_depend e where e.classid = pg_description.classoid and e.objid = objoid and e.deptype = 'e')`,
  `select format('schema grants %s', array(select acl::text from unnest(nspacl) acl order by 1)) from pg_namespace where nspname = 'public'`,
]

/** Describes everything in the schema `public`, one object per line, sorted, so that two databases can be compared. */
export async function catalogOf(db: Db): Promise<string[]> {
  const client = await db.connect()
  try {
    await client.query('set search_path = public, pg_catalog')
    const lines: string[] = []
    for (const query of LINES) {
      const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' })
      lines.push(...rows.map(([line]) => line))
    }
    return lines.toSorted()
  } finally {
    await client.end()
  }
}
