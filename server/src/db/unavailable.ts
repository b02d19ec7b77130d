/** PostgreSQL is shutting down, starting, out of connections or gone (appendix A of its manual); or nothing answers there. */
const codes = /^(08...|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** The driver's errors of connections that broke or could not be made have no code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/
const diskFull = '53100'

interface Failure {
  code?: unknown
  syscall?: unknown
  message?: unknown
}

const failureOf = (error: unknown): Failure => (typeof error === 'object' && error !== null ? error : {})

/** Whether an error says that the database cannot be reached now, rather than that a statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, syscall, message } = failureOf(error)
  // The socket of an engine that does not run.
  if (code === 'ENOENT' && syscall === 'connect') return true
  return typeof code === 'string' ? codes.test(code) : typeof message === 'string' && messages.test(message)
}

/** Whether the database had no space for a change. */
export const isDiskFull = (error: unknown): boolean => failureOf(error).code === diskFull
