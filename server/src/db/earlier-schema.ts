import type pg from 'pg'

import { loadUnchecked } from './load-unchecked.ts'

/**
 * Before its first release Steward had 29 migrations, which one baseline then replaced. These are their names and checksums: a
 * database with exactly these is upgraded to the baseline.
 */
export const earlierMigrations: readonly (readonly [name: string, checksum: string])[] = [
  ['0001_foundation.sql', 'ff4c77d2e17b1add7b67c2c6331fd78552e41ec59866ef14a35fb72874928fbf'],
  ['0002_people.sql', 'f07fcbe1ee58a26547b0b1d11152ed5410837f98ce7b69224f09cde434b86ef5'],
  ['0003_sessions.sql', 'bb2440cbf5e443235187c5cb9a312b6b11a59372da6979ff287c2f5645150a21'],
  ['0004_entitlements.sql', '050de9aadca80d39f3c98bdb1fc3fc933dfde40b0e4a2e1f0caa5ea16995ef0d'],
  ['0005_logs.sql', 'b5c5704e814334b84506e712865b18a3304a9192720a95bb05e4af7a304e9a8d'],
  ['0006_audit.sql', '500c910344e4c2b6c1490e082008b6f0188af5b686b11bb6044de0c127a31626'],
  ['0007_counts_and_rules.sql', '48a1a21eb1b46354277a6268027332a9e879d6df1601146927ca8432bd9289e1'],
  ['0008_sign_in_and_jobs.sql', 'f84b211a4f7f190b38ccdb6363744b2753381ef64d960d77527b1cf80a0743cc'],
  ['0009_search.sql', '90052fa51d67a83ae5ee35bff98b935b5474a0a402be889d65f6eabb60ffbc7b'],
  ['0010_user_versions.sql', '263be7292aa5f72cf06825255bbf5baa40017cb944cf1e5bf4c2d1deaece9563'],
  ['0011_search_once.sql', 'ee4fc68713dc5cda6b23f454aafef7a9c51548760dc650568e3ee6b26ff15367'],
  ['0012_page_indexes.sql', '090cbfd60f1f06cbdb45dfd8a49020f7a2ffc7223b8b85d67addee88d8b482c0'],
  ['0013_disabled_users.sql', '40e9dad6f1732aa1fc2ba2f015ce8e007d8dd518fca0acf5565ad6d70112aa72'],
  ['0014_user_moves.sql', '09bc6696afd8bede1602ac185107c230f1b52a8e848d8c4c61a54047bd864d5a'],
  ['0015_group_statistics.sql', '35e87df65e41485a439ecd1a41123e485458087fa8a35711908570298bd7b4e6'],
  ['0016_search_words.sql', '91814ab46cf6d5819fe8aff5bf4fd422c82fd443cfeb4e2eddfdafd81457998b'],
  ['0017_notifications.sql', '420f2be16e9a7aeb00ab098ef85beb1e17ff471840b4c2a0601134d4423ebadd'],
  ['0018_flags.sql', 'dcb12c6cee0613045f7b581f89e848c3f414bd38b7f5859057d8ce50b9c02a3a'],
  ['0019_esg_and_open_models.sql', '101f39e441d877f75ff01c01b2fd703a9392ded53ed0d146f6394dff1dd70b40'],
  ['0020_feedback.sql', 'f160bd176eb55865771ccee5f604886684f76f316dcab11a27abfec450a709f8'],
  ['0021_api_usage.sql', 'f6515e3b051f51d4eb985a3756694598c0a42d2eef3b70ee18d891cfd47a6581'],
  ['0022_temporary_files.sql', 'e3fefa22e2ef26319a12a4d24c1a96d768490901413c298157995b6f6194a389'],
  ['0023_service_tokens.sql', '0b4205fa783d5e5a6ff81d3838b82532654c38f50976354d9037f04d4af1c5b1'],
  ['0024_resource_groups.sql', '59fdd97cc4c246e8cc4cd1375a1ca7fc935f770a8e973f785d84f699eca0d2c9'],
  ['0025_usage_metrics.sql', 'bf585f9cfbe9395e3eca342d7c4bd8f6ae33177c967232d59da95a14d6b34498'],
  ['0026_federation.sql', '5e49e7da3598a7f210a512f0abdd4e27928e8abffff698d14c0387321f710af2'],
  ['0027_scim.sql', '0bfac13195afb3908829c1fa34519639335a5462c0b77e2143316dd62d7922a9'],
  ['0028_provisioning.sql', 'd921e0f36717e8a214df4aea0bcfe1ceac672f14fa37a3589eb00efd761f1a0d'],
  ['0029_domain_proofs.sql', '1bb130126c2a047a1f82fbf3f4eafc926e49593f11d79a5eb7a55948605543dd'],
]

/** How many of the known migrations make up the baseline. */
export const baselineLength = 20

interface Applied {
  name: string
  checksum: string
}

/** Whether a database has all of the 29 migrations unchanged. */
export function isEarlier(applied: readonly Applied[]): boolean {
  return (
    applied.length === earlierMigrations.length &&
    earlierMigrations.every(([name, checksum], index) => applied[index]?.name === name && applied[index].checksum === checksum)
  )
}

/** Whether a backup was made of a database with the 29 migrations. */
export const isEarlierBackup = (names: readonly string[]): boolean =>
  names.length === earlierMigrations.length && earlierMigrations.every(([name], index) => names[index] === name)

/** Whether a migration is one of the 29, unchanged or not. */
export const isEarlierName = (name: string): boolean => earlierMigrations.some(([earlier]) => earlier === name)

/** User moves count in snapshots that running processes remember; none of them outlives the upgrade. */
const LEFT_OUT = ['schema_migration', 'user_move']

/**
 * Converts the schema of the 29 migrations to the baseline, in the caller's transaction: moves the old schema aside, lets
 * `build` create the new one, copies every row, and drops the old schema.
 */
export async function rebuild(client: pg.Client, build: () => Promise<void>): Promise<void> {
  await client.query('set local client_min_messages = warning') // one notice for each dropped object
  // The database owner can't move an extension to another schema, so it is recreated, with the index that depends on it.
  await client.query('drop extension if exists pg_trgm, btree_gin cascade')
  await client.query('alter schema public rename to steward_earlier')
  await client.query('create schema public authorization pg_database_owner')
  await client.query('grant usage on schema public to public')
  await client.query(`comment on schema public is 'standard public schema'`)
  await build()
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `
    select c.relname as name,
           (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
             where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)`,
    [LEFT_OUT],
  )
  const { rows: months } = await client.query<{ first: string | null }>(`
    select to_char(least((select min(occurred_at) from steward_earlier.audit_entry), (select min(occurred_at) from steward_earlier.system_log))
                   at time zone 'UTC', 'YYYY-MM-01') as first`)
  const finish = await loadUnchecked(
    client,
    tables.map(({ name }) => name),
    months[0]?.first ?? undefined,
  )
  for (const { name, columns } of tables) {
    await client.query(`insert into ${name} (${columns}) select ${columns} from steward_earlier.${name}`)
  }
  await finish()
  await client.query('drop schema steward_earlier cascade')
}
