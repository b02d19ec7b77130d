import { readPasswordLink, setPasswordByLink } from '@steward/contract/session/endpoints'
import { api } from '../../api/client.ts'
import { problemCode } from '../../api/problem.ts'
import { linkToken } from './linkToken.ts'
import type { PasswordLink } from './NewPasswordPage.tsx'

export type LinkState = { state: 'valid'; token: string; link: PasswordLink } | { state: 'invalid' }

/**
 * Looks up the link in a URL on the server.
 * @throws {ProblemError | NetworkError} if the lookup fails
 */
export async function openLink(hash: string, search: string | undefined): Promise<LinkState> {
  const token = linkToken(hash, search)
  if (token === undefined) return { state: 'invalid' }
  try {
    return { state: 'valid', token, link: await api(readPasswordLink, { body: { token } }) }
  } catch (error) {
    const code = problemCode(error)
    // A malformed secret is as invalid as an expired one.
    if (code === 'link_invalid' || code === 'invalid_request') return { state: 'invalid' }
    throw error
  }
}

/** Saves a password with a link; returns whose password it was. */
export const savePassword = (token: string, newPassword: string) => api(setPasswordByLink, { body: { token, newPassword } })
