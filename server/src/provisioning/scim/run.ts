import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../db/pool.ts'
import { type TenantTransaction, lastly, withTenant } from '../../db/tenant.ts'
import { errorText, toProblem } from '../../http/problems.ts'
import { refusalOf } from '../../access/constraints.ts'
import { PreviewDone, noted, tryOut } from '../../db/operation.ts'
import type { TurnsOf } from '../../db/turns.ts'
import type { ProvisioningRules } from '../../users/provider-rules.ts'
import type { Durability } from './durable.ts'
import { ScimError, errorBody, scimErrorOf } from './error.ts'
import type { ScimAnswer } from './operation.ts'
import type { ScimCaller, ScimLogEntry, ScimPorts, ScimRequest } from './types.ts'
import { loggedBody } from './redact.ts'
import { type Operation, operationOf, projectionOfRequest } from './routes.ts'
import { type Result, etagOf } from './scope.ts'

export interface ScimCore extends ScimPorts {
  db: Db
  log: Logger
  rules: ProvisioningRules
  durability: Durability
  /**
   * Deletions by tenant. All of them change the same counts, and PostgreSQL doesn't wait in line for a row that others keep
   * changing: of eight at a time, one would wait as long as others come.
   */
  deletions: TurnsOf
  /** The URL of the setup guide for provisioning. */
  documentation: string
}

export interface SingleOptions {
  dryRun?: boolean
  bulk?: ScimLogEntry['bulk']
  /** The caller's transaction: the operation runs in a savepoint of it. */
  within?: TenantTransaction
}

/** Of a dry run only its answer counts. */
export const unseen = async (): Promise<void> => undefined

/** Runs one operation on one resource, and records it. */
export async function runSingle(
  core: ScimCore,
  caller: ScimCaller,
  request: ScimRequest,
  options: SingleOptions = {},
): Promise<ScimAnswer> {
  const startedAt = performance.now()
  const note = (answer: ScimAnswer, error?: ScimError, tx?: TenantTransaction) =>
    core.record(caller, entryOf(request, answer, { error, durationMs: performance.now() - startedAt, ...options }), tx)
  let isRecorded = false
  const finish = async (result: Result, tx: TenantTransaction): Promise<Result> => {
    if (options.within || options.dryRun) return result
    await note(answerOf(result), undefined, tx)
    isRecorded = true
    return result
  }
  try {
    const operation = operationOf(request)
    const run = () => perform(core, caller, request, operation, options, finish)
    const isTried = options.dryRun && !options.within && !operation.isRead
    const answer = answerOf(isTried ? (await tryOut(request.method, unseen, run)).result : await run())
    if (!isRecorded) await noteAfterwards(core, () => note(answer))
    return answer
  } catch (thrown) {
    if (thrown instanceof PreviewDone) throw thrown
    const error = scimError(core.log, thrown)
    const answer = refusal(error)
    await noteAfterwards(core, () => note(answer, error))
    return answer
  }
}

type Finish = (result: Result, tx: TenantTransaction) => Promise<Result>

async function perform(
  core: ScimCore,
  caller: ScimCaller,
  request: ScimRequest,
  operation: Operation,
  { within, bulk }: SingleOptions,
  finish: Finish,
): Promise<Result> {
  const { db, rules, limitRemovals, durability } = core
  const { ifMatch, ifNoneMatch, prefer } = request
  const projection = projectionOfRequest(operation.type, request)
  const place = { baseUrl: caller.baseUrl, documentation: core.documentation }
  const run = (tx: TenantTransaction) =>
    operation.run({ tx, caller, rules, limitRemovals, projection, ifMatch, ifNoneMatch, prefer }, place)
  if (within) return inSavepoint(within, async () => finish(await run(within), within))
  if (operation.isRead) return withTenant(db, caller, run, { readOnly: true })
  // A Bulk waits once, before its response.
  const flush = bulk ? undefined : await durability.begin()
  const change = () =>
    rules.change(caller, async (tx) => {
      // Sent together with the first query.
      const [done] = await Promise.all([run(tx), durability.relax(tx)])
      return lastly(tx, () => finish(done, tx))
    })
  const result = await (request.method === 'DELETE' ? core.deletions.run(caller.tenantId, change) : change())
  await flush?.()
  return result
}

/** Runs a part of a transaction that can fail without affecting the rest. */
export async function inSavepoint<T>(tx: TenantTransaction, work: () => Promise<T>): Promise<T> {
  const takeBack = noted()
  try {
    const [, result] = await Promise.all([sql`savepoint operation`.execute(tx), work()])
    // Checks deferred constraints now, because a dry run never commits.
    await Promise.all([sql`set constraints all immediate`.execute(tx), sql`release savepoint operation`.execute(tx)])
    return result
  } catch (error) {
    await sql`rollback to savepoint operation`.execute(tx)
    takeBack()
    throw refusalOf(error)
  }
}

/** Records a request that was refused as a whole, and returns its error response. */
export async function refused(
  core: ScimCore,
  caller: ScimCaller,
  request: ScimRequest,
  thrown: unknown,
  options: SingleOptions,
): Promise<ScimAnswer> {
  const error = scimError(core.log, thrown)
  const answer = refusal(error)
  await noteAfterwards(core, () => core.record(caller, entryOf(request, answer, { error, durationMs: 0, ...options })))
  return answer
}

/** The operation is complete, so a failure to record it does not change the response. */
async function noteAfterwards({ log }: ScimCore, note: () => Promise<void>): Promise<void> {
  try {
    await note()
  } catch (error) {
    if (error instanceof PreviewDone) throw error
    log.error({ err: error }, 'a provisioning operation was not recorded')
  }
}

/** Converts an error to a SCIM error; unexpected ones become a 500 and are logged. */
export function scimError(log: { error(what: object, message: string): void }, thrown: unknown): ScimError {
  if (thrown instanceof ScimError) return thrown
  // Also what hinders the database; the limit is for bodies, which have been read by now.
  const known = toProblem(thrown, Infinity)
  if (known.code !== 'internal') return scimErrorOf(known, errorText(known.code, known.parameters))
  log.error({ err: thrown }, 'unexpected error')
  return new ScimError(500, errorText('internal', {}))
}

/** An error as a response. */
export const refusal = (error: ScimError): ScimAnswer => ({
  status: error.status,
  body: errorBody(error),
  changes: [],
  ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  ...(error.allow === undefined ? {} : { allow: error.allow }),
})

const answerOf = ({ version, ...result }: Result): ScimAnswer => ({
  ...result,
  ...(version === undefined ? {} : { etag: etagOf(version) }),
})

function entryOf(
  { method, path, query = {}, body }: ScimRequest,
  { status, changes, target }: ScimAnswer,
  { error, durationMs, dryRun, bulk }: SingleOptions & { error: ScimError | undefined; durationMs: number },
): ScimLogEntry {
  const parameters = new URLSearchParams(query).toString()
  return {
    method,
    path: parameters === '' ? path : `${path}?${parameters}`,
    body: loggedBody(body),
    status,
    ...(error ? { error: { detail: error.message, ...(error.scimType ? { scimType: error.scimType } : {}), ...error.rule } } : {}),
    ...(target ? { target } : {}),
    changes,
    durationMs: Math.round(durationMs),
    isDryRun: dryRun ?? false,
    ...(bulk ? { bulk } : {}),
  }
}
