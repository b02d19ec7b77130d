import { federatedSignIn, verifyAuthCode } from '@steward/contract/federation/sign-in'
import { ProblemError } from '@steward/contract/http'
import { api } from '../../api/client.ts'
import { takeTestMark } from './testMark.ts'
import { safeRedirect } from './redirect.ts'
import { rememberTenant } from './tenant.ts'
import { holdSignedIn } from '../token/token.ts'

/** The requested page, kept while the user is at the provider. */
const storageKey = 'steward.redirect'

/** Redirects to the tenant's identity provider, which redirects back to the login page. Resolves when navigation has started. */
export async function goToProvider(tenantName: string, redirect: string | undefined, username: string): Promise<void> {
  const query = username === '' ? {} : { loginHint: username }
  // The response sets a cookie that belongs to this one attempt.
  const answer = await api(federatedSignIn, { params: { tenantName }, query }, { retry: false })
  if (redirect === undefined) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, redirect)
  location.assign(answer.location)
}

const startedKey = 'steward.started'
const startedMs = 60_000

/**
 * Whether this tab can go to the provider without a click: not twice in a minute, so that a provider that keeps sending people back
 * does not keep them going around.
 */
export function takeStart(now: number): boolean {
  if (now - Number(sessionStorage.getItem(startedKey) ?? 0) < startedMs) return false
  sessionStorage.setItem(startedKey, String(now))
  return true
}

/** Reads the provider's redirect: `#code=…&tenant=…`, or `#refusal=…&attempt=…&tenant=…` with the reason and reference. */
export interface Returned {
  tenantName: string
  code: string | undefined
  refusal: string | undefined
  attemptId: string | undefined
  isTest: boolean
}

export function readReturn(hash: string): Returned | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const tenantName = given.get('tenant')
  const code = given.get('code') ?? undefined
  const refusal = given.get('refusal') ?? undefined
  if (tenantName === null || (code === undefined && refusal === undefined)) return undefined
  return { tenantName, code, refusal, attemptId: given.get('attempt') ?? undefined, isTest: given.get('test') === 'true' }
}

/** Why a sign-in through the provider ended on the login page. */
export interface Refused {
  tenantName: string
  /** The reason, as a code; a code that this console does not know is ignored. */
  refusal: string | undefined
  /** The reference by which an administrator finds the attempt. */
  reference: string | undefined
  /** The server's error if the code could not be redeemed. */
  error: unknown
}

export type Completed = { leadsTo: string } | { refused: Refused }

/** A code works once, and a route can ask twice. */
const completions = new Map<string, Promise<Completed>>()

/** Completes a sign-in, or a test of one, that came back from the provider. */
export function completeReturn(returned: Returned): Promise<Completed> {
  const key = returned.code ?? `${returned.refusal} ${returned.attemptId}`
  const running = completions.get(key) ?? complete(returned)
  completions.set(key, running)
  return running
}

/** The page where a test of single sign-on started. */
const testPage = '/company/sso'

async function complete({ tenantName, code, refusal, attemptId, isTest }: Returned): Promise<Completed> {
  // Also marked in this tab: a provider that refuses does not always say which request it refused.
  const wasTest = takeTestMark() || isTest
  if (code === undefined) {
    return wasTest ? { leadsTo: testPage } : { refused: { tenantName, refusal, reference: attemptId, error: undefined } }
  }
  try {
    const answer = await api(verifyAuthCode, { query: { code, tenantName } }, { retry: false })
    if ('test' in answer) return { leadsTo: testPage }
    rememberTenant(answer.user.tenantName)
    await holdSignedIn(answer)
    sessionStorage.removeItem(startedKey)
    const wanted = safeRedirect(sessionStorage.getItem(storageKey) ?? undefined)
    sessionStorage.removeItem(storageKey)
    return { leadsTo: wanted ?? '/' }
  } catch (error) {
    if (wasTest) return { leadsTo: testPage }
    return { refused: { tenantName, refusal: parameterOf(error, 'refusal'), reference: parameterOf(error, 'attemptId'), error } }
  }
}

function parameterOf(error: unknown, name: string): string | undefined {
  const given = error instanceof ProblemError ? error.problem.parameters[name] : undefined
  return typeof given === 'string' ? given : undefined
}
