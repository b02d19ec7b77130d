import { randomBytes, randomUUID } from 'node:crypto'

import pg from 'pg'
import { inject } from 'vitest'

import { openDatabase } from '../db/pool.ts'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import type { TenantContext } from '../db/tenant.ts'
import { TEMPLATE } from './global-setup.ts'
import { recordStatements } from './statements/recorder.ts'

/** A test file's own database: `const database = await createTestDatabase()` in beforeAll, `close()` in afterAll. */
export interface TestDatabase {
  db: Db
  /** Drops the database; throws where the product asked for rows of a tenant without naming it. */
  close(): Promise<void>
}

/** Copies the migrated template (or creates an empty database) within tens of milliseconds. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const { connection } = inject('engine')
  const database = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${database} ${options.empty ? '' : `template ${TEMPLATE} strategy file_copy`}`)
  const { db, report } = recordStatements(openDatabase({ ...connection, database }, { maxConnections: 8 }))
  return {
    db,
    async close() {
      await db.close()
      // Only the administrator can end an autovacuum worker that is running in it.
      await onServer(`drop database ${database} with (force)`, inject('engine').administrator)
      report()
    },
  }
}

async function onServer(statement: string, connection = inject('engine').connection): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty tenant, and the context of a fictitious user who acts in it. */
export async function createTestTenant(db: Db, tenantName = `tenant-${randomBytes(4).toString('hex')}`): Promise<TenantContext> {
  const tenant = await asOwner(db, 'operator', (tx) =>
    tx.insertInto('tenant').values({ tenant_name: tenantName, display_name: tenantName }).returning('tenant_id').executeTakeFirstOrThrow(),
  )
  return {
    tenantId: tenant.tenant_id,
    requestId: randomUUID(),
    actor: { type: 'user', id: randomUUID(), name: 'tester@example.com' },
  }
}
