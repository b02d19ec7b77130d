import { readFile } from 'node:fs/promises'

import type { QueryResultRow } from 'pg'
import { auditedTables } from '@steward/contract/audit-log/constants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { catalogOf } from '../testing/catalog.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { imagedTables, isLasting } from './imaged-tables.ts'
import { dumpSchema } from './dump-schema.ts'
import { generateTypes } from './generate-types.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function ask<T extends QueryResultRow>(statement: string): Promise<T[]> {
  const client = await database.db.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Tables that belong to no tenant, and why. */
const WITHOUT_TENANT: Readonly<Record<string, string>> = {
  feature_flag: 'defaults for all tenants',
  installation_secret: 'which secrets the whole installation has',
  request_rate: 'counts requests of addresses, before anyone is signed in',
  schema_migration: 'the state of the schema itself',
  service_token: 'a token of the platform can be for every tenant',
  sign_in_throttle: 'also counts tries at tenants and accounts that do not exist',
  signing_key: 'the keys of the whole installation',
}

/** Tables whose changes are not audited, and why. */
const WITHOUT_AUDIT: Readonly<Record<string, string>> = {
  administrator_guard: 'a lock, no data',
  api_failure: 'a log',
  api_usage: 'counts, written by the server alone',
  audit_entry: 'the audit log itself',
  change_record: 'what is known of changes themselves',
  currency_rate: 'a million at a time; the vintage they belong to is audited',
  currency_vintage_currency: 'derived from the rates of a vintage',
  entitlement_ingest: 'what came in is audited row by row',
  event_day: 'derived by triggers',
  system_log_hour: 'derived by triggers',
  expiry_notice: 'what the scan remembers of its own work',
  federation_attempt: 'the trace of sign-ins, a log',
  federation_flow: 'an unfinished sign-in; its end is in the system log',
  federation_seen: 'what was seen once, until it expires',
  federation_session: 'sign-ins and sign-outs are in the system log',
  federation_subject: 'which user a sign-in was for is in the system log',
  feedback: 'what its writer wrote; no one changes it',
  job: 'reports of products; what people change of a job is audited',
  log_archive: 'where entries of logs are, written by the server alone',
  log_stream_delivery: 'a log',
  log_stream_progress: 'how far deliveries came, written by the server alone',
  job_command_counter: 'a lock, and the last position given out',
  notification: 'tells of changes that are audited themselves',
  notification_delivery: 'the state of sending; failures are in the system log',
  notification_reader: 'what a user has read',
  notification_receipt: 'what a user has read',
  resource_group_package: 'what came in is in the system log',
  one_time_token: 'a secret with a short life; its use is in the system log',
  quota_alert: 'what the check of quotas remembers of its own work',
  storage_alert: 'what the check of the archive remembers of its own work',
  provisioning_event: 'a log',
  provisioning_removal: 'what the deprovisioning limit counts; the removals are audited themselves',
  rate_upload: 'an unfinished upload; the vintage is audited',
  rate_upload_chunk: 'the content of uploads',
  recovery_code: 'a secret; that they are created and used is in the system log',
  remembered_browser: 'a secret with a short life; the sign-in is in the system log',
  refresh_token: 'a secret with a short life; its use is in the system log',
  resource_group_product: 'a lock, and how often packages changed, which is audited itself',
  row_count: 'derived by triggers',
  sign_in_step: 'an unfinished sign-in; its end is in the system log',
  used_challenge: 'what was answered once, until it expires',
  saved_view_default: 'what each person chose to see first',
  row_image: 'the rows behind changes, written by triggers',
  service_event: 'events are in the system log',
  system_log: 'a log',
  temporary_file: 'who exports and who downloads is in the system log',
  temporary_file_chunk: 'the content of files',
  upload_progress: 'how far running requests are; what they save is audited',
  usage_batch: 'readings are no change of anything',
  usage_hour: 'readings are no change of anything',
  user_change: 'what it changes is audited itself',
  user_move: 'derived by triggers',
  user_search_key: 'derived by triggers',
  user_search_word: 'derived by triggers',
  user_session: 'sign-ins and sign-outs are in the system log',
  whats_new_reader: 'what a user has read',
}

/** The columns of imaged tables that no image can have. */
const secretsOf: Readonly<Record<string, readonly string[]>> = {
  api_key: ['key_digest', 'previous_digest'],
  app_user: ['password_hash'],
  log_stream: ['signing_secret', 'previous_signing_secret'],
}

/** Why changes of audited tables can't be undone. */
const LASTING: Readonly<Record<string, string>> = {
  application_license: 'reported by the platform',
  company_quota: 'reported by the platform',
  currency_vintage: 'its rates are bulk data, and a published one never changes',
  data_entitlement: 'reported by the platform',
  deprovisioning_limit: 'its rules are not those of a row',
  esg_version: 'has versions that can be restored',
  factor_reset_request: 'a step of two people',
  feature_flag_override: 'set by the operator',
  feature_flag_user: 'set by the operator',
  federation_certificate: 'single sign-on is set up by steps with other servers',
  federation_config: 'single sign-on is set up by steps with other servers',
  federation_key: 'a secret',
  federation_provider: 'single sign-on is set up by steps with other servers',
  job_command: 'a command was sent',
  job_group: 'reports of products',
  job_tag: 'reports of products',
  model_entitlement: 'reported by the platform',
  notification_subscription: 'what one person wants to read',
  open_model: 'terms that were accepted',
  push_subscription: 'a device of one person',
  scim_group: 'managed by the identity provider',
  scim_token: 'a secret, which stays revoked once it was',
  scim_user: 'managed by the identity provider',
  sign_in_factor: 'a removed factor is added again by its user',
  tenant: 'set by the operator',
  tenant_domain: 'verified by other servers',
}

const TABLES = `select c.oid, c.relname as name, c.relkind, c.relrowsecurity, pg_get_userbyid(c.relowner) as owner from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 2`

describe('every table', () => {
  test('belongs to a tenant, or is listed as belonging to none', async () => {
    const rows = await ask<{ name: string; first: string; key: string }>(`
      select t.name, a.attname || ' ' || format_type(a.atttypid, null) || case when a.attnotnull then ' not null' else '' end as first,
             (select pg_get_constraintdef(oid) from pg_constraint where conrelid = t.oid and contype = 'p') as key
        from (${TABLES}) t join pg_attribute a on a.attrelid = t.oid and a.attnum = 1`)
    const strangers = rows.filter((row) => row.first !== 'tenant_id uuid not null' || !row.key?.startsWith('PRIMARY KEY (tenant_id'))
    expect(strangers.map((row) => row.name)).toEqual(Object.keys(WITHOUT_TENANT))
  })

  test('has the isolation policy', async () => {
    const rows = await ask<{ name: string; relrowsecurity: boolean; policies: string }>(`
      select t.name, t.relrowsecurity,
             (select string_agg(concat_ws('|', policyname, permissive, roles::text, cmd, qual, with_check), ';') from pg_policies where tablename = t.name) as policies
        from (${TABLES}) t`)
    const isolated = rows.filter((row) => !Object.hasOwn(WITHOUT_TENANT, row.name))
    const condition = '(tenant_id = current_tenant_id())'
    expect(isolated.length).toBeGreaterThan(20)
    for (const row of isolated) {
      expect(row).toEqual({
        name: row.name,
        relrowsecurity: true,
        policies: `tenant_isolation|PERMISSIVE|{steward_app}|ALL|${condition}|${condition}`,
      })
    }
  })

  test('is unique within its tenant only', async () => {
    const rows = await ask<{ index: string; first: string }>(`
      select c.relname as index, a.attname as first
        from (${TABLES}) t join pg_index i on i.indrelid = t.oid and i.indisunique join pg_class c on c.oid = i.indexrelid
             join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
       where t.name not in ('${Object.keys(WITHOUT_TENANT).join("', '")}') and a.attname <> 'tenant_id'`)
    expect(rows.map((row) => row.index).toSorted()).toEqual([
      'tenant_domain_owner_unique', // a verified domain belongs to one tenant
      'tenant_name_unique', // sign-in identifies tenants by it
    ])
  })

  test('only references rows of the same tenant', async () => {
    const rows = await ask<{ name: string; definition: string; target: string }>(`
      select c.conname as name, pg_get_constraintdef(c.oid) as definition, r.relname as target
        from pg_constraint c join pg_class r on r.oid = c.confrelid
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0`)
    expect(rows.length).toBeGreaterThan(20)
    const astray = rows.filter(
      (row) =>
        !/^FOREIGN KEY \(tenant_id[^)]*\) REFERENCES \w+\(tenant_id/.test(row.definition) && !Object.hasOwn(WITHOUT_TENANT, row.target),
    )
    expect(astray).toEqual([])
  })

  test('has images of its rows, and can be undone or is listed with the reason why not', async () => {
    const rows = await ask<{ name: string }>(`
      select t.name from (${TABLES}) t
       where exists (select from pg_trigger where tgrelid = t.oid and tgname in ('image_row', 'image_insert') and tgenabled = 'O')`)
    expect(rows.map((row) => row.name).toSorted()).toEqual([...imagedTables])
    expect(auditedTables.filter((table) => isLasting(table)).toSorted()).toEqual(Object.keys(LASTING))
  })

  test('has every column in its images, but those that follow from others and secrets', async () => {
    const rows = await ask<{ name: string; columns: string[]; left_out: string[] }>(`
      select t.name, array(select attname::text from pg_attribute where attrelid = t.oid and attnum > 0 and attgenerated <> '') as columns,
             string_to_array(trim(both '{}' from (regexp_match(pg_get_triggerdef(g.oid), '''([{]tenant_id[^'']*[}])'''))[1]), ',') as left_out
        from (${TABLES}) t join pg_trigger g on g.tgrelid = t.oid and g.tgname in ('image_row', 'image_insert')`)
    expect(rows).toHaveLength(imagedTables.length)
    for (const { name, columns, left_out: leftOut } of rows) {
      expect([name, columns.filter((column) => !leftOut.includes(column))]).toEqual([name, []])
      expect([name, leftOut.filter((column) => /hash|digest|secret/.test(column))]).toEqual([name, secretsOf[name] ?? []])
    }
  })

  test('is audited, or listed as not audited', async () => {
    const rows = await ask<{ name: string; triggers: string[] }>(`
      select t.name, array(select tgname::text from pg_trigger where tgrelid = t.oid and tgname like 'audit_%' and tgenabled = 'O' order by 1) as triggers
        from (${TABLES}) t`)
    const missing = rows.filter((row) => !row.triggers.includes('audit_insert') || !row.triggers.includes('audit_delete'))
    expect(missing.map((row) => row.name)).toEqual([...Object.keys(WITHOUT_AUDIT), ...Object.keys(WITHOUT_TENANT)].toSorted())
    // Links are created and removed, never updated, so the role can't update them.
    const links = rows.filter((row) => row.triggers.length === 2).map((row) => row.name)
    const updatable = await ask<{ name: string }>(`
      select t.name from (${TABLES}) t where has_any_column_privilege('steward_app', t.oid, 'update') and t.name = any ('{${links.join(',')}}')`)
    expect(updatable.map((row) => row.name)).toEqual([])
  })

  test("belongs to the owner; steward_app owns nothing and can't act without a tenant", async () => {
    const [role] = await ask(`
      select rolsuper, rolcanlogin, rolbypassrls, rolcreaterole, rolcreatedb,
             (select count(*) from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned,
             (select count(*) from pg_auth_members where member = r.oid) as memberships,
             has_schema_privilege('steward_app', 'public', 'create') as creates
        from pg_roles r where rolname = 'steward_app'`)
    expect(role).toEqual({
      rolsuper: false,
      rolcanlogin: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      owned: 0,
      memberships: 0,
      creates: false,
    })
  })

  test('is accessed through its parent if it is a partition', async () => {
    const open = await ask(`
      select relname from pg_class where relispartition and relkind = 'r'
         and has_table_privilege('steward_app', oid, 'select, insert, update, delete')`)
    expect(open).toEqual([])
  })
})

test('functions that run as the owner set their schema', async () => {
  const loose = await ask(`
    select proname from pg_proc p where prosecdef and pronamespace = 'public'::regnamespace
       and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')`)
  expect(loose).toEqual([])
})

describe('schema.sql', () => {
  test('is the schema after all migrations (vitest --update writes it)', async () => {
    await expect(await dumpSchema(database.db)).toMatchFileSnapshot('../../schema.sql')
  })

  test('makes the same database as the migrations', async () => {
    const other = await createTestDatabase({ empty: true })
    try {
      const client = await other.db.connect()
      await client.query(await readFile(new URL('../../schema.sql', import.meta.url), 'utf8'))
      await client.end()
      expect(await catalogOf(other.db)).toEqual(await catalogOf(database.db))
    } finally {
      await other.close()
    }
  })
})

test('types.gen.ts is current (vitest --update writes it)', async () => {
  await expect(await generateTypes(database.db)).toMatchFileSnapshot('types.gen.ts')
})
