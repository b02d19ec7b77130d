import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { cancellableJobTypes, otherJobTypes } from '@steward/contract/catalog/jobs'
import type { Db } from '../../server/src/db/pool.ts'
import { asOwner, operator } from '../../server/src/db/tenant.ts'
import { withoutIndexes } from './indexes.ts'

/** Jobs of a tenant, spread over ninety days, with believable shares of everything. */

const operations = [...cancellableJobTypes, ...otherJobTypes].map((type) => type.jobType)
const products = ['RI-RISKMODELER', 'RI-EXPOSUREIQ', 'RI-UNDERWRITEIQ', 'RI-TREATYIQ', 'RI-DATAVAULT']
const creators = Array.from({ length: 200 }, (_, index) => `analyst${index}@example.com`)
const spreadMs = 89 * 86_400_000
const perChunk = 5_000

export interface JobLoad {
  resourceGroupIds: string[]
  tagIds: string[]
}

/** Values to filter by, common ones first. */
export const values = { operations, products, creators }

/** Deterministic, so that both tenants have the same shares. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The first ones are much more frequent. */
const skewed = <T>(list: readonly T[], share: number): T => list[Math.floor(list.length * share ** 2.5)] as T // within the list

/** Fills the job log of a tenant through COPY, and gives one of its users every permission for it. */
export async function addJobs(db: Db, tenantId: string, username: string, count: number): Promise<JobLoad> {
  const load = await asOwner(
    db,
    'operator',
    async (tx) => {
      const inTenant = { tenant_id: tenantId }
      const { role_id } = await tx
        .insertInto('role')
        .values({ ...inTenant, role_name: 'Job log' })
        .returning('role_id')
        .executeTakeFirstOrThrow()
      const actions = ['ViewSystemLog', 'DataAdmin.ManageJobs'].map((action_name) => ({ ...inTenant, role_id, action_name }))
      await tx.insertInto('role_action').values(actions).execute()
      const group = { ...inTenant, group_name: 'Job log' }
      const { group_id } = await tx.insertInto('user_group').values(group).returning('group_id').executeTakeFirstOrThrow()
      await tx
        .insertInto('group_role')
        .values({ ...inTenant, group_id, role_id })
        .execute()
      const { user_id } = await tx
        .selectFrom('app_user')
        .select('user_id')
        .where('tenant_id', '=', tenantId)
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('group_member')
        .values({ ...inTenant, group_id, user_id })
        .execute()
      const resourceGroups = await tx
        .insertInto('resource_group')
        .values(
          Array.from({ length: 5 }, (_, index) => ({ ...inTenant, product_code: 'RI-DATAADMIN', resource_group_name: `Desk ${index}` })),
        )
        .returning('resource_group_id')
        .execute()
      const by = { created_by: username, updated_by: username }
      const tags = await tx
        .insertInto('tag')
        .values(['Common', 'Rare'].map((tag_name) => ({ ...inTenant, tag_name, ...by })))
        .returning('tag_id')
        .execute()
      return { resourceGroupIds: resourceGroups.map((row) => row.resource_group_id), tagIds: tags.map((row) => row.tag_id) }
    },
    { tenantId, actor: operator },
  )
  const now = Date.now()
  await copy(db, jobLines(tenantId, count, load, now), 'job', [
    'tenant_id, job_id, sequence, product_code, resource_group_id, operation, workflow_id, workflow_name, created_by, created_at',
    'start_time, end_time, status, priority, progress, reason',
  ])
  await copy(db, tagLines(tenantId, count, load, now), 'job_tag', ['tenant_id, tag_id, job_id, created_at'])
  return load
}

async function copy(db: Db, lines: Iterable<string>, table: string, columns: readonly string[]): Promise<void> {
  const client = await db.connect()
  try {
    await client.query(`alter table ${table} disable trigger user`)
    await withoutIndexes(client, table, () =>
      pipeline(Readable.from(lines), client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin (format csv)`))),
    )
    await client.query(`alter table ${table} enable trigger user`)
  } finally {
    await client.end()
  }
}

const idOf = (index: number) => `JOB-${String(index).padStart(9, '0')}`
const createdAt = (index: number, count: number, now: number) => new Date(now - 60_000 - Math.floor((spreadMs * (count - index)) / count))

function* jobLines(tenantId: string, count: number, { resourceGroupIds }: JobLoad, now: number): Generator<string> {
  const next = random(1)
  let lines = ''
  for (let index = 0; index < count; index++) {
    const created = createdAt(index, count, now)
    const started = new Date(created.getTime() + Math.floor(next() * 20_000))
    // As many wait and run in a small log as in a large one.
    const isActive = index >= count - 200
    const share = next()
    const status = isActive ? (share < 0.5 ? 'Running' : 'Queued') : share < 0.9 ? 'Finished' : share < 0.97 ? 'Failed' : 'Cancelled'
    const hasStarted = status !== 'Queued'
    const ended = isActive ? '' : new Date(started.getTime() + Math.floor(next() * 40_000)).toISOString()
    lines += [
      tenantId,
      idOf(index),
      1,
      skewed(products, next()),
      skewed(resourceGroupIds, next()),
      skewed(operations, next()),
      `WF-${index >> 3}`,
      `Workflow ${index >> 3}`,
      skewed(creators, next()),
      created.toISOString(),
      hasStarted ? started.toISOString() : '',
      ended,
      status,
      'Medium',
      isActive ? 40 : 100,
      status === 'Failed' ? 'Out of memory' : '""',
    ].join()
    lines += '\n'
    if ((index + 1) % perChunk === 0 || index === count - 1) {
      yield lines
      lines = ''
    }
  }
}

/** A hundredth of the jobs have the common tag, and twenty the rare one. */
function* tagLines(tenantId: string, count: number, { tagIds: [common = '', rare = ''] }: JobLoad, now: number): Generator<string> {
  for (let index = 0; index < count; index += 100) {
    yield `${tenantId},${common},${idOf(index)},${createdAt(index, count, now).toISOString()}\n`
  }
  for (let index = 0; index < 20; index++) {
    const at = Math.floor((count / 20) * index)
    yield `${tenantId},${rare},${idOf(at)},${createdAt(at, count, now).toISOString()}\n`
  }
}
