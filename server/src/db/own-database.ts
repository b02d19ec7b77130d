import pg from 'pg'
import { AddressError, UnreachableError } from './address-error.ts'

const oldestVersion = 18
const connectMs = 10_000

/**
 * Connects to the operator's own database for some questions.
 * @param name the setting of the address, for messages
 * @throws {AddressError} if the database refuses the user, or doesn't exist
 * @throws {UnreachableError} if nothing answers, or not yet
 */
export async function askOnce<T>(connection: pg.ClientConfig, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: connectMs })
  // Without a listener an error between two queries would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect().catch((error: unknown) => {
      throw connectionError(error, client, name)
    })
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function connectionError(error: unknown, { host, port, user, database }: pg.Client, name: string): Error {
  const message = error instanceof Error ? error.message : String(error)
  const where = host.startsWith('/') ? host : `${host}:${port}`
  // Codes of PostgreSQL's manual, appendix A. Anything else can pass: a start, too many connections, what a pooler says of its database.
  const advice = new Map([
    ['3D000', `Create it: ${creation(database ?? '', user ?? '')}`],
    ['28P01', 'Check user and password.'],
    ['28000', 'Check the user, and pg_hba.conf of the database.'],
  ]).get((error instanceof pg.DatabaseError && error.code) || '')
  return advice === undefined
    ? new UnreachableError(`${name}: no connection to ${where} (${message}).`, { cause: error })
    : new AddressError(`${name}: the database at ${where} refuses the connection (${message}). ${advice}`, { cause: error })
}

const quoted = pg.escapeIdentifier

/** How a database is created that compares and sorts names as people expect, wherever it runs. */
const creation = (database: string, user: string): string =>
  `create database ${quoted(database)} owner ${quoted(user)} template template0 encoding 'UTF8' locale_provider icu icu_locale 'und' locale 'C';`

interface Facts {
  database: string
  user: string
  isStandby: boolean
  encoding: string
  /** Whether it has the tables of Steward. */
  isSetUp: boolean
  /** A table that isn't Steward's. */
  stranger: string | null
  creates: boolean
  isRoleThere: boolean
  hasRole: boolean
}

/**
 * Finds out whether an operator's own database can serve.
 * @returns sentences about what works, but not well
 * @throws {AddressError} if it can't
 * @throws {UnreachableError} if it is a standby, which can become the primary
 */
export const warningsOf = (connection: pg.ClientConfig, name: string): Promise<string[]> =>
  askOnce(connection, name, async (client) => {
    const version = await one<{ text: string; major: number }>(
      client,
      `select current_setting('server_version') as text, current_setting('server_version_num')::integer / 10000 as major`,
    )
    if (version.major < oldestVersion) {
      throw new AddressError(`${name} leads to PostgreSQL ${version.text}. Steward needs PostgreSQL ${oldestVersion} or later.`)
    }
    const facts = await one<Facts>(
      client,
      `select current_database() as database, current_user as "user", pg_is_in_recovery() as "isStandby",
              current_setting('server_encoding') as encoding, to_regclass('public.tenant') is not null as "isSetUp",
              (select relname from pg_class c
                where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'm', 'v') and relname <> 'schema_migration'
                  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by relkind, relname limit 1) as stranger,
              has_database_privilege(current_database(), 'create')
                and coalesce((select has_schema_privilege(oid, 'create') from pg_namespace where nspname = 'public'), false) as creates,
              to_regrole('steward_app') is not null as "isRoleThere",
              case when to_regrole('steward_app') is null then u.rolcreaterole or u.rolsuper
                   else pg_has_role('steward_app', 'set') or pg_has_role('steward_app', 'member with admin option') end as "hasRole"
         from pg_roles u where u.rolname = current_user`,
    )
    const fault = faultOf(facts)
    if (fault) throw new AddressError(fault)
    if (facts.isStandby) {
      throw new UnreachableError(`${name} leads to a standby, which takes no changes. Set it to an address that leads to the primary.`)
    }
    const locale = await one<{ lowers: boolean; sorts: boolean }>(
      client,
      String.raw`select lower(U&'\00C9\0416') = U&'\00E9\0436' as lowers, U&'\00E1' < 'b' and 'b' < 'C' as sorts`,
    )
    return localeWarnings(locale, facts)
  })

async function one<Row extends object>(client: pg.Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text)
  if (!rows[0]) throw new Error('The database gave no row')
  return rows[0]
}

function faultOf(facts: Facts): string | undefined {
  const { database, user, encoding, isStandby, isSetUp, stranger, creates, isRoleThere, hasRole } = facts
  const owner = quoted(user)
  if (encoding !== 'UTF8') {
    return `The database ${database} has the encoding ${encoding}. Steward needs UTF8. Create another: ${creation(database, user)}`
  }
  if (isStandby) return undefined
  if (!isSetUp && stranger !== null) {
    return `The database ${database} has tables that aren't Steward's, such as ${stranger}. Use an empty one.`
  }
  if (!isSetUp && !creates) {
    return `The user ${user} can't create tables in the database ${database}. Make it the owner: alter database ${quoted(database)} owner to ${owner};`
  }
  if (hasRole) return undefined
  const steps = `${isRoleThere ? '' : 'create role steward_app nologin; '}grant steward_app to ${owner} with inherit false, set true;`
  return `The user ${user} can't use the role steward_app, which requests run as. As an administrator of the database: ${steps}`
}

function localeWarnings({ lowers, sorts }: { lowers: boolean; sorts: boolean }, { database }: Facts): string[] {
  const faults = [
    ...(lowers ? [] : ['takes É and é for different letters in names']),
    ...(sorts ? [] : ['sorts names by the numbers of their letters: Álvarez after Zapata']),
  ]
  return faults.length === 0
    ? []
    : [`The locale of the database ${database} ${faults.join(', and ')}. docs/operators/configuration.md says how to create it.`]
}
