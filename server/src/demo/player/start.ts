import type { AddressInfo } from 'node:net'
import { isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import type { ProductCode } from '@steward/contract/catalog/products'
import { jobReportSchema } from '@steward/contract/jobs/schemas'
import { archiveMetric } from '@steward/contract/storage/constants'
import type { Config } from '../../config.ts'
import { findTenant } from '../../db/find-tenant.ts'
import type { Db } from '../../db/pool.ts'
import { asOwner } from '../../db/tenant.ts'
import { createServiceToken, renewServiceToken, revokeServiceToken } from '../../service-tokens/operator.ts'
import { isDemoJobId } from '../jobs/history.ts'
import { randomOf } from '../jobs/random.ts'
import { sessionTypes, shortSessionTypes } from '../jobs/session-types.ts'
import { jobTypes } from '../jobs/workflows.ts'
import { demoMetrics } from '../usage.ts'
import { type KnownJob, Plant } from './plant.ts'
import { Player, type ProductTokens } from './player.ts'

const tenantName = 'demo'
/** The products that report; each has a token of its own. */
export const playedProducts: readonly ProductCode[] = [
  ...new Set<ProductCode>([
    ...[...jobTypes, ...sessionTypes, ...shortSessionTypes, ...demoMetrics].map((one) => one.productCode),
    archiveMetric.productCode,
  ]),
]
const tokenNameOf = (productCode: ProductCode): string => `Demo ${productCode}`
/** The one token of earlier versions. */
const earlierTokenName = 'Demo products'

/** Whether the demo is played: in installations for trying Steward out, unless the operator turns it off. */
export const isPlayed = ({ demoPlayer, environment }: Config): boolean =>
  demoPlayer === 'on' && (environment === 'production' || environment === 'development')

/** The address of a server on this machine. */
export function localUrl({ address, port }: AddressInfo): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Plays the demo in the background of a server; returns what stops it. Without a player, the server is as good as with one. */
export function playDemo(db: Db, address: AddressInfo | string | null, log: Logger): () => Promise<void> {
  // A string is a socket or a pipe.
  if (address === null || typeof address === 'string') return async () => undefined
  const started = startDemoPlayer({ db, address, log }).catch((error: unknown) => {
    log.warn({ err: error }, 'the demo is not played')
    return undefined
  })
  return async () => {
    const stop = await started
    await stop?.().catch((error: unknown) => log.warn({ err: error }, 'the demo player did not stop properly'))
  }
}

/**
 * Plays the demo tenant's products against this server, with service tokens whose secrets live as long as the player, so that another
 * one gives way. Jobs that a player left a moment ago continue, older ones failed. Returns what stops it, and undefined without the tenant.
 */
async function startDemoPlayer({
  db,
  address,
  log,
}: {
  db: Db
  address: AddressInfo
  log: Logger
}): Promise<(() => Promise<void>) | undefined> {
  const tenant = await findTenant(db, tenantName)
  if (!tenant) return undefined
  const tenantId = tenant.tenant_id
  await revokeServiceToken(db, earlierTokenName)
  const tokens = new Map<string, string>()
  for (const productCode of playedProducts) {
    const tokenName = tokenNameOf(productCode)
    const wanted = { tokenName, tenant: { tenantId, tenantName }, scopes: ['jobs', 'metrics'] as const, productCode, expiresAt: null }
    const renewed = await renewServiceToken(db, { tokenName, tenantId })
    tokens.set(productCode, renewed ?? (await createServiceToken(db, wanted)).token)
  }
  const player = await createPlayer({ db, tenantId, tenantName, baseUrl: localUrl(address), tokens, log })
  player.start()
  return () => player.stop()
}

interface PlayerPorts {
  db: Db
  tenantId: string
  tenantName: string
  baseUrl: string
  tokens: ProductTokens
  log: Logger
  now?: () => number
}

/** A player that knows the tenant's resource groups, and its jobs that have not ended. */
export async function createPlayer({ db, tenantId, now = Date.now, ...options }: PlayerPorts): Promise<Player> {
  const groups = await readResourceGroups(db, tenantId)
  const ofJobs = groups.filter((group) => group.productCode === 'RI-DATAADMIN')
  const plant = new Plant({
    random: randomOf(`player of ${now()}`),
    resourceGroups: new Map(ofJobs.map((group) => [group.name, group.resourceGroupId])),
    known: await readActiveJobs(db, tenantId),
    now: now(),
  })
  return new Player({ ...options, plant, measuredGroups: groups, now })
}

async function readResourceGroups(db: Db, tenantId: string) {
  const rows = await asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .selectFrom('resource_group')
        .select(['resource_group_id', 'resource_group_name', 'product_code'])
        .where('tenant_id', '=', tenantId)
        .execute(),
    { readOnly: true },
  )
  return rows.map((row) => ({ resourceGroupId: row.resource_group_id, name: row.resource_group_name, productCode: row.product_code }))
}

/** The demo products' jobs that have not ended, with their last reports. */
async function readActiveJobs(db: Db, tenantId: string): Promise<KnownJob[]> {
  const rows = await asOwner(
    db,
    'operator',
    (tx) =>
      tx.selectFrom('job').selectAll().where('tenant_id', '=', tenantId).where('status', 'in', ['Pending', 'Queued', 'Running']).execute(),
    { readOnly: true },
  )
  return rows
    .filter((row) => isDemoJobId(row.job_id))
    .map((row) => ({
      reportedAt: row.reported_at.getTime(),
      report: jobReportSchema.parse({
        jobId: row.job_id,
        sequence: row.sequence,
        productCode: row.product_code,
        resourceGroupId: row.resource_group_id,
        operation: row.operation,
        workflowId: row.workflow_id,
        workflowName: row.workflow_name,
        workflowDescription: row.workflow_description,
        createdBy: row.created_by,
        createdAt: row.created_at.toISOString(),
        startTime: row.start_time?.toISOString() ?? null,
        endTime: null,
        status: row.status,
        priority: row.priority,
        progress: row.progress,
        queuePosition: row.queue_position,
        reason: row.reason,
        isInteractive: row.is_interactive,
        sections: row.sections,
        tasks: row.tasks,
      }),
    }))
}
