import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUIDv7 } from 'node:crypto'
import { CompiledQuery, type Transaction } from 'kysely'
import type { TableName } from './changed-tables.ts'
import { isLasting } from './imaged-tables.ts'
import { prepareText } from './prepared.ts'
import type { Database } from './types.ts'

/** What a transaction would change, seen from inside it, with what its work returned. It is rolled back afterwards. */
export type Preview<T = unknown> = (tx: Transaction<Database>, changeId: string, result?: unknown) => Promise<T>

/** Thrown out of a transaction that was only previewed: it is rolled back, and nothing follows it. */
export class PreviewDone extends Error {
  readonly preview: unknown
  /** What the work in the transaction returned. */
  readonly result: unknown
  constructor(preview: unknown, result: unknown) {
    super('The transaction was previewed')
    this.preview = preview
    this.result = result
  }
}

const RECORD = 'select record_change($1::uuid, $2::uuid, $3, $4::uuid, $5, $6) as change_id'
prepareText(RECORD)

/** One of several that a call is about, which it fails for. */
export interface Refused {
  id: string
  name: string
  code: string
  /** Why, in the language of the call. */
  message: string
}

/** A call or a background task, whose transactions leave changes. */
export class Operation {
  /** The id of the operation in the API, or the name of the task. */
  readonly name: string
  /** Set if its transaction is previewed. */
  readonly preview: Preview | undefined
  /** The committed changes that can be undone, in order. */
  readonly changeIds: string[] = []
  /** Emails that leave when it commits, by kind. */
  readonly mails = new Map<string, number>()
  /** The users of the sessions that it ends, one for each session. */
  readonly endedSessions: string[] = []
  /** Those that it fails for, where others succeed. */
  readonly refused: Refused[] = []
  /** Of a call that can ask its person to confirm who they are. @throws freshness_required */
  requireFresh: ((tx: Transaction<Database>) => Promise<void>) | undefined
  /** The change that it takes back. */
  undoOf: string | undefined
  #isOver = false

  constructor(name: string, preview?: Preview) {
    this.name = name
    this.preview = preview
  }

  /** What it left running belongs to no operation. */
  get isOver(): boolean {
    return this.#isOver
  }

  noteMails(kind: string, count: number): void {
    this.mails.set(kind, (this.mails.get(kind) ?? 0) + count)
  }

  end(): void {
    this.#isOver = true
  }

  /** The statement that notes a transaction as a change, sent with COMMIT. */
  record(tenantId: string, changeId: string, tables: readonly TableName[]): CompiledQuery<{ change_id: string | null }> {
    return CompiledQuery.raw(RECORD, [tenantId, changeId, this.name, this.undoOf ?? null, tables.some(isLasting), this.mails.size > 0])
  }
}

const running = new AsyncLocalStorage<Operation>()

/** Runs `work` and everything it awaits as one operation. */
export async function runOperation<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
  try {
    return await running.run(operation, work)
  } finally {
    operation.end()
  }
}

/** The operation that this belongs to; undefined for what no call and no task started. */
export function currentOperation(): Operation | undefined {
  const operation = running.getStore()
  return operation?.isOver ? undefined : operation
}

/** Whether nothing of what runs is kept. */
export const isPreviewed = (): boolean => currentOperation()?.preview !== undefined

/** For what is kept beside a transaction that is not: what a dry run leaves in a log, and how far it is. */
export const besidePreview = <T>(work: () => Promise<T>): Promise<T> => running.exit(work)

/**
 * Runs the one transaction of `work` as a dry run: with everything that belongs to it, and then rolled back.
 * @throws what refuses it
 */
export async function tryOut<T, P>(name: string, preview: Preview<P>, work: () => Promise<T>): Promise<{ result: T; preview: P }> {
  try {
    await runOperation(new Operation(name, preview), work)
  } catch (error) {
    if (!(error instanceof PreviewDone)) throw error
    // What the transaction returned is what the work returns.
    return { result: error.result as T, preview: error.preview as P }
  }
  throw new Error(`${name} has no transaction to preview`)
}

export const newChangeId = (): string => randomUUIDv7()

/**
 * For what gives administration, inside the transaction that gives it. Background tasks and previews are not asked.
 * @throws freshness_required if the person who calls has not just confirmed who they are
 */
export const requireFreshIn = async (tx: Transaction<Database>): Promise<void> => currentOperation()?.requireFresh?.(tx)

/** Notes emails that leave when the running operation commits. */
export const noteMails = (kind: string, count: number): void => currentOperation()?.noteMails(kind, count)

/** Notes the users of sessions that end when the running operation commits, one for each session. */
export const noteEndedSessions = (userIds: readonly string[]): void => {
  const operation = currentOperation()
  for (const userId of userIds) operation?.endedSessions.push(userId)
}

/** Returns how to take back what is noted from here on, for a part of the transaction that is rolled back alone. */
export function noted(): () => void {
  const operation = currentOperation()
  if (!operation) return () => undefined
  const ended = operation.endedSessions.length
  const mails = [...operation.mails]
  return () => {
    operation.endedSessions.splice(ended)
    operation.mails.clear()
    for (const [kind, count] of mails) operation.mails.set(kind, count)
  }
}

/** Notes those that the running operation fails for, while others succeed: a preview names them. */
export const noteRefused = (refused: readonly Refused[]): void => {
  const operation = currentOperation()
  for (const one of refused) operation?.refused.push(one)
}
