import type { TenantTransaction } from '../../db/tenant.ts'
import { type BulkOperation, placeOf, requestOf, unresolved } from './bulk-request.ts'
import { ScimError, refuse } from './error.ts'
import type { ScimAnswer } from './operation.ts'
import type { ScimCaller, ScimLogEntry } from './types.ts'
import { type ScimCore, type SingleOptions, inSavepoint, refused, runSingle } from './run.ts'

/** Bulk operations that refer to each other's bulkIds in a cycle (RFC 7644, section 3.7.1). */

/** The smallest set of waiting operations that depend only on each other. */
export function cycleIn(waiting: readonly BulkOperation[]): BulkOperation[] {
  const byId = new Map(waiting.flatMap((operation) => (operation.bulkId === undefined ? [] : [[operation.bulkId, operation] as const])))
  const sets = waiting.map((operation) => neededBy(operation, byId))
  const smallest = sets.reduce((least, set) => (set.size < least.size ? set : least))
  return waiting.filter((operation) => smallest.has(operation))
}

/** All direct and indirect dependencies of an operation. */
function neededBy(operation: BulkOperation, byId: ReadonlyMap<string, BulkOperation>): Set<BulkOperation> {
  const found = new Set<BulkOperation>()
  const open = [operation]
  for (let next; (next = open.pop());) {
    for (const needed of next.needs.flatMap((id) => byId.get(id) ?? [])) {
      if (found.has(needed)) continue
      found.add(needed)
      open.push(needed)
    }
  }
  return found
}

/** Rolls back the transaction of a cycle that cannot be completed. */
class Open extends Error {
  readonly operation: BulkOperation
  /** The response that refused it, or why it was not tried. */
  readonly reason: ScimAnswer | ScimError

  constructor(operation: BulkOperation, reason: ScimAnswer | ScimError) {
    super('rolled back')
    this.operation = operation
    this.reason = reason
  }
}

/**
 * Creates the resources of a cycle, all or none: first without the references to resources that do not exist yet, then as sent.
 * Adds the created ids to `ids`. On failure, the operation that failed gets the reason and the others get 409.
 */
export async function runCycle(
  core: ScimCore,
  caller: ScimCaller,
  cycle: readonly BulkOperation[],
  ids: Map<string, string>,
  common: SingleOptions,
): Promise<Map<BulkOperation, ScimAnswer>> {
  let entries: ScimLogEntry[] = []
  // Log entries are held until the transaction is over, since it can be rolled back.
  const held: ScimCore = { ...core, record: async (_by, entry) => void entries.push(entry) }

  async function close(tx: TenantTransaction) {
    entries = []
    const made = new Map(ids)
    const answers = new Map<BulkOperation, ScimAnswer>()
    const run = async (operation: BulkOperation, request: ReturnType<typeof requestOf>) => {
      const answer = await runSingle(held, caller, request, { ...common, bulk: placeOf(operation), within: tx })
      if (answer.status >= 400) throw new Open(operation, answer)
      return answer
    }
    for (const operation of cycle) {
      const answer = await run(operation, requestOf(operation, made, 'goes'))
      if (operation.bulkId !== undefined && answer.target) made.set(operation.bulkId, answer.target.id)
      answers.set(operation, answer)
    }
    for (const [operation, created] of answers) {
      const request = requestOf(operation, made)
      const { etag } = await run(operation, { ...request, method: 'PUT', path: `${request.path}/${created.target?.id}` })
      answers.set(operation, { ...created, ...(etag === undefined ? {} : { etag }) })
    }
    return { answers, made }
  }

  try {
    for (const operation of cycle) mustClose(operation)
    const { within } = common
    const { answers, made } = within ? await inSavepoint(within, () => close(within)) : await core.rules.change(caller, close)
    for (const [bulkId, id] of made) ids.set(bulkId, id)
    for (const entry of entries) await core.record(caller, entry)
    return answers
  } catch (error) {
    return broken(error)
  }

  /** @throws Open for an operation that cannot be part of a cycle, even if the others succeed */
  function mustClose(operation: BulkOperation): void {
    const lost = operation.needs.find((id) => !ids.has(id) && !cycle.some(({ bulkId }) => bulkId === id))
    if (lost !== undefined) throw new Open(operation, unresolved(lost))
    if (operation.method !== 'POST') throw new Open(operation, inCycle(operation))
  }

  /** Answers and records each operation of a failed cycle. */
  async function broken(error: unknown): Promise<Map<BulkOperation, ScimAnswer>> {
    const answers = new Map<BulkOperation, ScimAnswer>()
    for (const operation of cycle) answers.set(operation, await explained(operation, error))
    return answers
  }

  async function explained(operation: BulkOperation, error: unknown): Promise<ScimAnswer> {
    const refuse = (reason: unknown) => refused(core, caller, requestOf(operation, ids), reason, { ...common, bulk: placeOf(operation) })
    if (!(error instanceof Open)) return refuse(error)
    if (error.operation !== operation) return refuse(inCycle(operation))
    if (error.reason instanceof ScimError) return refuse(error.reason)
    for (const entry of entries.filter(({ status }) => status >= 400)) await core.record(caller, entry)
    return error.reason
  }
}

const inCycle = ({ needs }: BulkOperation): ScimError => refuse(409, 'bulk_id_in_cycle', { bulkId: needs[0]?.slice(0, 100) ?? '' })
