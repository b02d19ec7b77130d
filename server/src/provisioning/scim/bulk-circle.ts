import type { TenantTransaction } from '../../db/tenant.ts'
import { type BulkOperation, placeOf, requestOf, unresolved } from './bulk-request.ts'
import { ScimError } from './error.ts'
import type { ScimAnswer } from './operation.ts'
import type { ScimCaller, ScimLogEntry } from './types.ts'
import { type ScimCore, type SingleOptions, inSavepoint, refused, runSingle } from './run.ts'

/** Operations of a Bulk that wait for one another by way of their bulkIds (RFC 7644, section 3.7.1). */

/** The smallest set of those that wait which waits for nothing but itself. */
export function circleIn(waiting: readonly BulkOperation[]): BulkOperation[] {
  const byId = new Map(waiting.flatMap((operation) => (operation.bulkId === undefined ? [] : [[operation.bulkId, operation] as const])))
  const sets = waiting.map((operation) => neededBy(operation, byId))
  const smallest = sets.reduce((least, set) => (set.size < least.size ? set : least))
  return waiting.filter((operation) => smallest.has(operation))
}

/** Everything that an operation waits for, and what that waits for. */
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

/** Ends the transaction of a circle that does not close. */
class Open extends Error {
  readonly operation: BulkOperation
  /** What it was refused with, or why it was not even tried. */
  readonly reason: ScimAnswer | ScimError

  constructor(operation: BulkOperation, reason: ScimAnswer | ScimError) {
    super('rolled back')
    this.operation = operation
    this.reason = reason
  }
}

/**
 * Creates what waits for itself, all or none: first without the references to what is not there yet, then as it was sent. What
 * created belongs to `ids` afterwards. Where that cannot be, whatever failed says why, and the others answer 409.
 */
export async function runCircle(
  core: ScimCore,
  caller: ScimCaller,
  circle: readonly BulkOperation[],
  ids: Map<string, string>,
  common: SingleOptions,
): Promise<Map<BulkOperation, ScimAnswer>> {
  let entries: ScimLogEntry[] = []
  // What a transaction did is kept when it is over, since it may be undone.
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
    for (const operation of circle) {
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
    for (const operation of circle) mustClose(operation)
    const { within } = common
    const { answers, made } = within ? await inSavepoint(within, () => close(within)) : await core.rules.change(caller, close)
    for (const [bulkId, id] of made) ids.set(bulkId, id)
    for (const entry of entries) await core.record(caller, entry)
    return answers
  } catch (error) {
    return broken(error)
  }

  /** @throws Open for what cannot be made, whatever becomes of the others */
  function mustClose(operation: BulkOperation): void {
    const lost = operation.needs.find((id) => !ids.has(id) && !circle.some(({ bulkId }) => bulkId === id))
    if (lost !== undefined) throw new Open(operation, unresolved(lost))
    if (operation.method !== 'POST') throw new Open(operation, inCircle(operation))
  }

  /** Tells why nothing of it was made, and records it. */
  async function broken(error: unknown): Promise<Map<BulkOperation, ScimAnswer>> {
    const answers = new Map<BulkOperation, ScimAnswer>()
    for (const operation of circle) answers.set(operation, await explained(operation, error))
    return answers
  }

  async function explained(operation: BulkOperation, error: unknown): Promise<ScimAnswer> {
    const refuse = (reason: unknown) => refused(core, caller, requestOf(operation, ids), reason, { ...common, bulk: placeOf(operation) })
    if (!(error instanceof Open)) return refuse(error)
    if (error.operation !== operation) return refuse(inCircle(operation))
    if (error.reason instanceof ScimError) return refuse(error.reason)
    for (const entry of entries.filter(({ status }) => status >= 400)) await core.record(caller, entry)
    return error.reason
  }
}

const inCircle = ({ needs }: BulkOperation): ScimError =>
  new ScimError(409, `The operation waits for itself by way of the bulkId "${needs[0]?.slice(0, 100)}", which could not be created.`)
