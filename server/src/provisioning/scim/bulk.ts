import { tryOut } from '../../db/operation.ts'
import { withTenant } from '../../db/tenant.ts'
import { cycleIn, runCycle } from './bulk-cycle.ts'
import { type BulkOperation, type BulkRequest, inPath, placeOf, readBulk, requestOf, unresolved } from './bulk-request.ts'
import type { ScimError } from './error.ts'
import { type JsonObject, isObject } from './json.ts'
import type { ScimAnswer } from './operation.ts'
import type { ScimCaller } from './types.ts'
import { type ScimCore, type SingleOptions, refused, runSingle, unseen } from './run.ts'

/**
 * Many operations in one request (RFC 7644, section 3.7). Each has its own transaction and log entry. They run in order, except that
 * an operation waits for those whose bulkId it refers to. Creations of different users run concurrently, and so do deletions;
 * operations that refer to each other are created together.
 */

const sideBySide = 8

/** Runs a Bulk request. @throws ScimError if the request as a whole is invalid */
export async function runBulk(core: ScimCore, caller: ScimCaller, body: unknown, { dryRun }: { dryRun?: boolean }): Promise<ScimAnswer> {
  const request = readBulk(body)
  const flush = dryRun ? undefined : await core.durability.begin()
  const answers = dryRun ? await tryAll(core, caller, request) : await runAll(request, runner(core, caller, {}))
  await flush?.()
  return {
    status: 200,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'],
      Operations: request.operations.flatMap((operation) => {
        const answer = answers.get(operation.index)
        return answer ? [elementOf(operation, answer, caller.baseUrl)] : []
      }),
    },
    changes: [],
  }
}

/** Runs everything in one transaction that is rolled back, so that operations find what earlier ones would have created. */
async function tryAll(core: ScimCore, caller: ScimCaller, request: BulkRequest): Promise<Map<number, ScimAnswer>> {
  const entries: (() => Promise<void>)[] = []
  const held: ScimCore = {
    ...core,
    // Log entries of a dry run must survive the rollback, so they are written after it.
    record: async (by, entry) => void entries.push(() => core.record(by, { ...entry, isDryRun: true })),
  }
  const { result: answers } = await tryOut('Bulk', unseen, () =>
    withTenant(core.db, caller, (tx) => runAll(request, runner(held, caller, { dryRun: true, within: tx }), 1)),
  )
  for (const entry of entries) await entry()
  return answers
}

interface Runner {
  /** Runs an operation, or only records why it cannot be run. */
  one(operation: BulkOperation, ids: ReadonlyMap<string, string>, reason?: ScimError): Promise<ScimAnswer>
  /** Runs a cycle of operations, and adds the created ids to `ids`. */
  cycle(operations: readonly BulkOperation[], ids: Map<string, string>): Promise<Map<BulkOperation, ScimAnswer>>
}

const runner = (core: ScimCore, caller: ScimCaller, common: SingleOptions): Runner => ({
  one: (operation, ids, reason) => {
    const request = requestOf(operation, ids)
    const own: SingleOptions = { ...common, bulk: placeOf(operation) }
    return reason ? refused(core, caller, request, reason, own) : runSingle(core, caller, request, own)
  },
  cycle: (operations, ids) => runCycle(core, caller, operations, ids, common),
})

async function runAll({ operations, failOnErrors }: BulkRequest, run: Runner, atOnce = sideBySide): Promise<Map<number, ScimAnswer>> {
  const answers = new Map<number, ScimAnswer>()
  const ids = new Map<string, string>()
  const known = new Set(operations.flatMap(({ bulkId }) => bulkId ?? []))
  const waiting = [...operations]
  let errors = 0
  const finish = (operation: BulkOperation, answer: ScimAnswer) => {
    answers.set(operation.index, answer)
    if (answer.status >= 400) errors++
    else if (operation.bulkId !== undefined && answer.target) ids.set(operation.bulkId, answer.target.id)
    if (operation.bulkId !== undefined) known.delete(operation.bulkId)
  }
  while (waiting.length > 0) {
    if (failOnErrors !== undefined && errors >= failOnErrors) return answers
    const at = waiting.findIndex(({ needs }) => !needs.some((id) => known.has(id)))
    if (at === -1) {
      const cycle = cycleIn(waiting)
      for (const operation of cycle) waiting.splice(waiting.indexOf(operation), 1)
      for (const [operation, answer] of await run.cycle(cycle, ids)) finish(operation, answer)
      continue
    }
    const window = waiting.splice(at, windowAt(waiting, at, known, failOnErrors === undefined && atOnce > 1).length)
    await inLanes(window, atOnce, async (operation) => {
      const lost = operation.needs.find((id) => !ids.has(id))
      finish(operation, await run.one(operation, ids, lost === undefined ? undefined : unresolved(lost)))
    })
  }
  return answers
}

/** Runs `work` for each operation, several concurrently. */
async function inLanes(
  operations: readonly BulkOperation[],
  atOnce: number,
  work: (operation: BulkOperation) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let operation; (operation = operations[next++]);) await work(operation)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, operations.length) }, lane))
}

/**
 * Groups consecutive operations on different users, which run concurrently; all others run alone. A group ends with an operation
 * that an earlier one waits for: that one runs next, and could want the name of a later user.
 *
 * @param known The bulkIds of operations that have not run.
 */
function windowAt(waiting: readonly BulkOperation[], at: number, known: ReadonlySet<string>, runsTogether: boolean): BulkOperation[] {
  const users = new Set<string>()
  const made = new Set<string>()
  const before = waiting.slice(0, at)
  const window: BulkOperation[] = []
  let kind: BulkOperation['method'] | undefined
  for (const operation of waiting.slice(at)) {
    const user = independentUser(operation)
    // A creation can want the name that a deletion frees.
    if (user === undefined || users.has(user) || (kind !== undefined && kind !== operation.method)) break
    kind = operation.method
    users.add(user)
    window.push(operation)
    const { bulkId } = operation
    if (bulkId === undefined) continue
    made.add(bulkId)
    if (before.some(({ needs }) => needs.includes(bulkId) && needs.every((id) => !known.has(id) || made.has(id)))) break
  }
  return runsTogether && window.length > 0 ? window : waiting.slice(at, at + 1)
}

const userPath = /^\/Users\/([\da-f-]{36})$/i

/** The name of the user to create, or the id of the user to delete; undefined for operations that depend on others. */
function independentUser({ method, path, data, needs }: BulkOperation): string | undefined {
  if (needs.length > 0) return undefined
  if (method === 'DELETE') return userPath.exec(path)?.[1]?.toLowerCase()
  if (method !== 'POST' || path !== '/Users' || !isObject(data)) return undefined
  const userName = data['userName']
  return typeof userName === 'string' ? userName.trim().toLowerCase() : undefined
}

function elementOf({ method, bulkId, path }: BulkOperation, answer: ScimAnswer, baseUrl: string): JsonObject {
  const location = answer.location ?? (method === 'POST' ? undefined : `${baseUrl}${path.replace(inPath, `/${answer.target?.id ?? '$&'}`)}`)
  return {
    method,
    ...(bulkId === undefined ? {} : { bulkId }),
    ...(answer.etag === undefined ? {} : { version: answer.etag }),
    ...(location === undefined ? {} : { location }),
    status: String(answer.status),
    ...(answer.status >= 400 && answer.body !== undefined ? { response: answer.body } : {}),
  }
}
