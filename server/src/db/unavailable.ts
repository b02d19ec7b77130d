/** PostgreSQL is shutting down, starting, out of connections or gone (appendix A of its manual); or nothing answers there. */
const codes = /^(08...|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/
/** The socket of an engine that does not run, or that accepts no one because it was stopped. */
const socketCodes = /^(ENOENT|EAGAIN)$/
/** Its name is unknown, as between the end of one machine and the start of another; addresses of tenants are resolved elsewhere. */
const nameCodes = /^(ENOTFOUND|EAI_AGAIN)$/
/** The driver's errors of connections that broke or could not be made have no code. */
const messages = /^(Connection terminated|timeout exceeded when trying to connect|timeout expired)/
const notSent = /^Client (has encountered a connection error|was closed) and is not queryable/
const diskFull = '53100'
/** read_only_sql_transaction */
const readOnly = '25006'
/** `statement_timeout` and `lock_timeout` (query_canceled and lock_not_available). */
const tooLong = /^(57014|55P03)$/

/** A replica stops reads that keep it from going on: serialization_failure and deadlock_detected (section 26.4.2 of its manual). */
const recoveryConflict = /^(40001|40P01)$/
const queryCanceled = '57014'

interface Failure {
  code?: unknown
  syscall?: unknown
  message?: unknown
}

const failureOf = (error: unknown): Failure => (typeof error === 'object' && error !== null ? error : {})

/** Whether an error says that the database cannot be reached now, rather than that a statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, syscall, message } = failureOf(error)
  if (error instanceof StandbyError) return true
  if (typeof code === 'string') {
    return codes.test(code) || (syscall === 'connect' && socketCodes.test(code)) || (syscall === 'getaddrinfo' && nameCodes.test(code))
  }
  return (typeof message === 'string' && messages.test(message)) || wasNotSent(error)
}

/** Whether a statement failed because the connection was known to be broken before it was sent. */
export function wasNotSent(error: unknown): boolean {
  const { message } = failureOf(error)
  return typeof message === 'string' && notSent.test(message)
}

/** During a failover the address of the database led to a standby, which makes no changes. */
export class StandbyError extends Error {
  override name = 'StandbyError'
}

/** Whether the database refused a change because it takes none. */
export const isStandby = (error: unknown): boolean => failureOf(error).code === readOnly

/** The time of the work was over, so that its connection was cut off. */
export class TimeOverError extends Error {
  override name = 'TimeOverError'
}

/** Whether a statement was stopped because of time limits, by the database or here. */
export function tookTooLong(error: unknown): boolean {
  const { code } = failureOf(error)
  return error instanceof TimeOverError || (typeof code === 'string' && tooLong.test(code))
}

/** The connection broke between COMMIT and its answer: what was to be committed is there as a whole, or not at all. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'
}

/** Whether the database had no space for a change. */
export const isDiskFull = (error: unknown): boolean => failureOf(error).code === diskFull

/** Whether a replica stopped a read that was within its time. */
export function wasCanceledByReplica(error: unknown, { tookMs, statementMs }: { tookMs: number; statementMs: number }): boolean {
  const { code } = failureOf(error)
  return typeof code === 'string' && (recoveryConflict.test(code) || (code === queryCanceled && tookMs < statementMs))
}
