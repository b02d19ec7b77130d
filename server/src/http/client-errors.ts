import { STATUS_CODES } from 'node:http'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type ProblemException, problem } from '@steward/contract/errors'
import { baseLanguage } from '@steward/contract/languages'
import { problemBody } from './problems.ts'
import type { Refusal } from './routing.ts'

/** An error of Node's HTTP parser, with what it had read. */
export interface ClientError extends Error {
  code?: string
  /** A buffer; Fastify's type has its JSON. */
  rawPacket?: unknown
}

/** Answers bytes that are not an HTTP request with a problem, and closes the connection: there is no request to reply to. */
export function answerClientError(error: ClientError, socket: Socket, refusal: Refusal): void {
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(responseTo(problemOf(error, refusal)))
  socket.destroy(error)
}

function problemOf({ code, rawPacket }: ClientError, refusal: Refusal): ProblemException {
  const [line = ''] = (Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '').split(/\r?\n/, 1)
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problem('request_timeout')
    case 'HPE_HEADER_OVERFLOW':
      return problem(line.length > longestLine ? 'address_too_long' : 'headers_too_large')
    case 'HPE_INVALID_METHOD': {
      const [method, address] = line.split(' ')
      return isToken(method) && address?.startsWith('/') ? refusal(method, address) : problem('invalid_request')
    }
    default:
      return problem('invalid_request')
  }
}

/** What RFC 9110, section 4.1, asks of every server; Node reads line and headers up to 16 KiB together. */
const longestLine = 8_000

/** The form of a method (RFC 9110, section 5.6.2). */
const isToken = (text: string | undefined): text is string => text !== undefined && /^[!#$%&'*+.^_`|~\w-]{1,40}$/.test(text)

function responseTo(exception: ProblemException): string {
  const { status, parameters } = exception
  const requestId = randomUUID()
  const body = JSON.stringify(problemBody(exception, requestId, baseLanguage))
  const { allowed } = parameters
  const headers = {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...(typeof allowed === 'string' ? { allow: allowed } : {}),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
