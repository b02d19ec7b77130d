import { withTenant } from '../db/tenant.ts'
import { bulkLimits } from './discovery.ts'
import { ScimError, invalid } from './error.ts'
import { type Json, type JsonObject, isObject } from './json.ts'
import type { ScimAnswer } from './operation.ts'
import type { ScimCaller, ScimMethod, ScimRequest } from './ports.ts'
import { type ScimCore, type SingleOptions, refused, runSingle } from './run.ts'

/**
 * Many operations in one request (RFC 7644, section 3.7). Each is a transaction of its own and recorded for itself. They run in
 * their order, except that one waits for those whose bulkId it names; creations of users that name none run side by side.
 */

const sideBySide = 8
const methods = new Set<string>(['POST', 'PUT', 'PATCH', 'DELETE'])

interface BulkOperation {
  index: number
  method: Exclude<ScimMethod, 'GET'>
  bulkId: string | undefined
  version: string | undefined
  path: string
  data: unknown
  /** The bulkIds that it names. */
  needs: string[]
}

interface BulkRequest {
  failOnErrors: number | undefined
  operations: BulkOperation[]
}

const reference = /^bulkId:(.+)$/i
const inPath = /\/bulkId:([^/]+)/i

/** @throws ScimError invalidSyntax, invalidValue; 413 beyond the limit of operations */
function readBulk(body: unknown): BulkRequest {
  if (!isObject(body)) throw invalid('invalidSyntax', 'The body is no JSON object.')
  const { Operations: listed, failOnErrors } = body
  if (!Array.isArray(listed)) throw invalid('invalidSyntax', 'Operations is a list.')
  if (listed.length > bulkLimits.maxOperations) {
    throw new ScimError(413, `The size of the bulk operation exceeds the maxOperations (${bulkLimits.maxOperations}).`)
  }
  if (failOnErrors !== undefined && failOnErrors !== null && (!Number.isInteger(failOnErrors) || Number(failOnErrors) < 1)) {
    throw invalid('invalidValue', 'failOnErrors is a whole number from 1.')
  }
  const operations = listed.map(readOperation)
  const ids = operations.flatMap(({ bulkId }) => bulkId ?? [])
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw invalid('invalidValue', `The bulkId "${twice}" stands at two operations.`)
  return { failOnErrors: typeof failOnErrors === 'number' ? failOnErrors : undefined, operations }
}

function readOperation(operation: Json, index: number): BulkOperation {
  if (!isObject(operation)) throw invalid('invalidSyntax', `Operation ${index} is no object.`)
  const { method, bulkId, version, path, data } = operation
  const word = typeof method === 'string' ? method.toUpperCase() : ''
  if (!isMethod(word)) throw invalid('invalidValue', `The method of operation ${index} is none of POST, PUT, PATCH and DELETE.`)
  if (typeof path !== 'string' || !path.startsWith('/')) throw invalid('invalidValue', `Operation ${index} needs a path such as /Users.`)
  if (word === 'POST' && (typeof bulkId !== 'string' || bulkId === '')) throw invalid('invalidValue', `Operation ${index} needs a bulkId.`)
  return {
    index,
    method: word,
    bulkId: typeof bulkId === 'string' && bulkId !== '' ? bulkId : undefined,
    version: typeof version === 'string' ? version : undefined,
    path,
    data: data ?? undefined,
    needs: [...new Set([...referencesIn(data), ...(inPath.exec(path)?.slice(1) ?? [])])],
  }
}

const isMethod = (word: string): word is BulkOperation['method'] => methods.has(word)

function referencesIn(value: unknown): string[] {
  if (typeof value === 'string') return reference.exec(value)?.slice(1) ?? []
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  return isObject(value) ? Object.values(value).flatMap(referencesIn) : []
}

function resolved(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') {
    const [, id] = reference.exec(value) ?? []
    return (id === undefined ? undefined : ids.get(id)) ?? value
  }
  if (Array.isArray(value)) return value.map((entry) => resolved(entry, ids))
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member, ids)])) : value
}

/** Runs a Bulk. @throws ScimError for what is wrong with it as a whole */
export async function runBulk(core: ScimCore, caller: ScimCaller, body: unknown, { dryRun }: { dryRun?: boolean }): Promise<ScimAnswer> {
  const request = readBulk(body)
  const answers = dryRun ? await tryAll(core, caller, request) : await runAll(request, runner(core, caller, {}))
  if (!dryRun) await core.durability.flush()
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

/** All in one transaction that is rolled back, so that later operations find what earlier ones would have made. */
async function tryAll(core: ScimCore, caller: ScimCaller, request: BulkRequest): Promise<Map<number, ScimAnswer>> {
  const rolledBack = Symbol('rolled back')
  let answers = new Map<number, ScimAnswer>()
  const entries: (() => Promise<void>)[] = []
  const held: ScimCore = {
    ...core,
    // Entries of a dry run outlive it: they are kept when its transaction is over.
    record: async (by, entry) => void entries.push(() => core.record(by, { ...entry, isDryRun: true })),
  }
  try {
    await withTenant(core.db, caller, async (tx) => {
      answers = await runAll(request, runner(held, caller, { dryRun: true, within: tx }), 1)
      throw rolledBack
    })
  } catch (error) {
    if (error !== rolledBack) throw error
  }
  for (const entry of entries) await entry()
  return answers
}

/** Runs an operation, or only records the reason why it cannot be run. */
type RunOne = (operation: BulkOperation, ids: ReadonlyMap<string, string>, reason?: ScimError) => Promise<ScimAnswer>

const runner =
  (core: ScimCore, caller: ScimCaller, common: SingleOptions): RunOne =>
  (operation, ids, reason) => {
    const request = requestOf(operation, ids)
    const own: SingleOptions = { ...common, bulk: placeOf(operation) }
    return reason ? refused(core, caller, request, reason, own) : runSingle(core, caller, request, own)
  }

async function runAll({ operations, failOnErrors }: BulkRequest, run: RunOne, atOnce = sideBySide): Promise<Map<number, ScimAnswer>> {
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
      // What waits for itself in a circle cannot be run (section 3.7.1).
      for (const operation of waiting.splice(0)) finish(operation, await run(operation, ids, inCircle(operation)))
      break
    }
    const window = waiting.splice(at, windowAt(waiting, at, failOnErrors === undefined && atOnce > 1).length)
    await inLanes(window, atOnce, async (operation) => {
      const lost = operation.needs.find((id) => !ids.has(id))
      finish(operation, await run(operation, ids, lost === undefined ? undefined : unresolved(lost)))
    })
  }
  return answers
}

/** Runs `work` for each operation, some at once. */
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

/** Creations of different users in a row run together, everything else alone. */
function windowAt(operations: readonly BulkOperation[], at: number, runsTogether: boolean): BulkOperation[] {
  const window = operations.slice(at, at + 1)
  const names = new Set(window.map(independentName))
  if (!runsTogether || names.has(undefined)) return window
  for (const operation of operations.slice(at + 1)) {
    const name = independentName(operation)
    if (name === undefined || names.has(name)) break
    names.add(name)
    window.push(operation)
  }
  return window
}

function independentName({ method, path, data, needs }: BulkOperation): string | undefined {
  if (method !== 'POST' || path !== '/Users' || needs.length > 0 || !isObject(data)) return undefined
  const userName = data['userName']
  return typeof userName === 'string' ? userName.trim().toLowerCase() : undefined
}

const unresolved = (bulkId: string): ScimError =>
  invalid('invalidValue', `The bulkId "${bulkId.slice(0, 100)}" names no resource that was created.`)

const inCircle = ({ needs }: BulkOperation): ScimError =>
  new ScimError(409, `The operation waits for itself by way of the bulkId "${needs[0]?.slice(0, 100)}".`)

const placeOf = ({ index, bulkId }: BulkOperation): NonNullable<SingleOptions['bulk']> => ({
  index,
  ...(bulkId === undefined ? {} : { bulkId }),
})

function requestOf({ method, path, data, version, needs }: BulkOperation, ids: ReadonlyMap<string, string>): ScimRequest {
  const [below = '', parameters = ''] = path.replace(inPath, (_all, id: string) => `/${ids.get(id) ?? id}`).split('?')
  return {
    method,
    path: below,
    query: Object.fromEntries(new URLSearchParams(parameters)),
    // What a Bulk holds is JSON.
    body: needs.length === 0 || data === undefined ? data : resolved(data as Json, ids),
    ...(version === undefined ? {} : { ifMatch: version }),
  }
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
