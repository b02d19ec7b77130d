import type { ResponseOf } from '@steward/contract/http'
import { readReportLink } from '@steward/contract/session/endpoints'
import { api } from '../../api/client.ts'
import { problemCode } from '../../api/problem.ts'
import { linkToken } from '../password/linkToken.ts'

export type ReportLink = ResponseOf<typeof readReportLink>
export type ReportState = { state: 'valid'; token: string; link: ReportLink } | { state: 'invalid' }

/**
 * Looks up the link in a URL on the server.
 * @throws {ProblemError | NetworkError} if the lookup fails
 */
export async function openReport(hash: string, search: string | undefined): Promise<ReportState> {
  const token = linkToken(hash, search)
  if (token === undefined) return { state: 'invalid' }
  try {
    return { state: 'valid', token, link: await api(readReportLink, { body: { token } }) }
  } catch (error) {
    const code = problemCode(error)
    if (code === 'link_invalid' || code === 'invalid_request') return { state: 'invalid' }
    throw error
  }
}
