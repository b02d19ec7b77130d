import { problem } from '@steward/contract/errors'
import type { BodyOf, QueryOf, ResponseOf } from '@steward/contract/http'
import type { answerJobCommand, listJobCommands } from '@steward/contract/jobs/endpoints'
import type { JobCommand, ProductCommand } from '@steward/contract/jobs/schemas'
import type { Db } from '../db/pool.ts'
import { noteChange, systemContext, withTenant, withoutAnnouncing } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import { checkReportsFor } from '../service-tokens/product-scope.ts'
import { tenantReachedBy } from '../service-tokens/tenant-scope.ts'
import type { CommandWaits } from './command-waits.ts'
import { isOfThisRun, toJobCommand } from './commands.ts'

const mostCommands = 500

/** What products do with commands. */
export function createProductCommands({ db, now, waits }: { db: Db; now: () => Date; waits: CommandWaits }) {
  return {
    /** Whether this process ends, and products have to call another. */
    isEnding: () => waits.isStopped,

    /**
     * The unanswered commands after a position, of the token's product if it is bound to one; waits for one otherwise.
     * @throws ingest_tenant_unknown, service_product_other
     */
    async list(
      service: Principal,
      { tenantName, wait, after, productCode = service.productCode }: QueryOf<typeof listJobCommands>,
      signal: AbortSignal,
    ): Promise<ResponseOf<typeof listJobCommands>> {
      const tenantId = await tenantReachedBy(db, service, tenantName)
      if (productCode !== undefined) checkReportsFor(service, [productCode])
      const items = await waits.until(tenantId, { seconds: wait, signal }, () => unanswered(db, tenantId, { after, productCode }))
      return { items, after: items.at(-1)?.position ?? after }
    },

    /**
     * Records the answer of a product, once.
     * @throws ingest_tenant_unknown, not_found, service_product_other, command_answered
     */
    async answer(
      service: Principal,
      requestId: string,
      commandId: string,
      { tenantName, outcome, reason }: BodyOf<typeof answerJobCommand>,
    ): Promise<JobCommand> {
      const tenantId = await tenantReachedBy(db, service, tenantName)
      const actor = { type: 'service', id: service.id, name: service.name } as const
      const state = outcome === 'accepted' ? 'Accepted' : 'Refused'
      return withTenant(db, { tenantId, requestId, actor }, async (tx) => {
        // Products that wait for commands need not hear of answers.
        const answered = await withoutAnnouncing(tx)
          .updateTable('job_command')
          .set({ state, reason, answered_at: now() })
          .where('command_id', '=', commandId)
          .where('state', '=', 'Pending')
          .returningAll()
          .executeTakeFirst()
        if (answered) {
          checkReportsFor(service, [answered.product_code])
          noteChange(tx, 'job')
          return toJobCommand(answered)
        }
        const known = await tx.selectFrom('job_command').selectAll().where('command_id', '=', commandId).executeTakeFirst()
        if (!known) throw problem('not_found')
        checkReportsFor(service, [known.product_code])
        if (known.state !== state || known.reason !== reason) throw problem('command_answered')
        return toJobCommand(known)
      })
    },
  }
}

export type ProductCommands = ReturnType<typeof createProductCommands>

/** Those of jobs that are not over, in the order they were asked. A retry of a job is not what they were asked of. */
function unanswered(
  db: Db,
  tenantId: string,
  { after, productCode }: Pick<QueryOf<typeof listJobCommands>, 'after' | 'productCode'>,
): Promise<ProductCommand[]> {
  return withTenant(
    db,
    systemContext(tenantId),
    async (tx) => {
      const rows = await tx
        .selectFrom('job_command as c')
        .innerJoin('job as j', (join) => join.onRef('j.tenant_id', '=', 'c.tenant_id').onRef('j.job_id', '=', 'c.job_id'))
        .selectAll('c')
        .where('c.state', '=', 'Pending')
        .where('c.position', '>', after)
        .where('j.status', 'in', ['Pending', 'Queued', 'Running'])
        .where(isOfThisRun)
        .$if(productCode !== undefined, (query) => query.where('c.product_code', '=', productCode ?? ''))
        .orderBy('c.position')
        .limit(mostCommands)
        .execute()
      return rows.map((row) => ({
        commandId: row.command_id,
        position: row.position,
        jobId: row.job_id,
        productCode: row.product_code,
        kind: row.kind,
        priority: row.priority,
        requestedBy: row.requested_by,
        requestedAt: row.requested_at.toISOString(),
      }))
    },
    { readOnly: true },
  )
}
