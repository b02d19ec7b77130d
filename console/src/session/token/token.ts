import { createClient, ProblemError } from '@steward/contract/http'
import { implicitLogin, refreshLogin } from '@steward/contract/session/endpoints'
import type { SignedIn } from '@steward/contract/session/schemas'
import { retrying } from '../../api/retry.ts'
import { takeEarly } from '../../boot/early.ts'
import { activityAfter, noteActivityElsewhere, onActivity } from './activity.ts'
import { latestToken, showNoToken, showToken } from './heldTokens.ts'
import { setUser } from './state.ts'

/**
 * The access token: in memory only, renewed before it expires, shared between tabs so that many of them refresh once
 * (product decisions, "Sign-in and session").
 */

interface Held {
  accessToken: string
  sessionId: string
  user: SignedIn['user']
  /** Local clock, in ms. */
  issuedAt: number
  expiresAt: number
}

/** How long before expiry a token is renewed. */
const renewAheadMs = 60_000
/** A tab that does not share its token within this time is asleep. */
const silentMs = 3_000
/** A token with less time left than this is not worth sending. */
const usableMs = 5_000

let held: Held | undefined
let renewal: ReturnType<typeof setTimeout> | undefined
let onRenewalFailed: (error: unknown) => void = () => {}

type ChannelMessage =
  | { type: 'token'; held: Held }
  | { type: 'ask' }
  | { type: 'active'; at: number }
  | { type: 'signing-out' | 'signed-out'; reason: string }

const channel = new BroadcastChannel('steward-session')
const signOutListeners = new Set<(reason: string) => void>()
/** Why another tab is about to end the session. */
let comingEnd: string | undefined

/** Callers that wait for another tab's token. */
const askers = new Set<() => void>()

channel.onmessage = (event: MessageEvent<ChannelMessage>) => {
  const message = event.data
  if (message.type === 'token') {
    // Another user signed in in another tab: the cookie is theirs now, so this tab must not continue as the old user.
    if (held !== undefined && held.user.userId !== message.held.user.userId) location.reload()
    else if (held === undefined || message.held.expiresAt > held.expiresAt) void hold(message.held)
    for (const answered of askers) answered()
  } else if (message.type === 'active') {
    noteActivityElsewhere(message.at)
  } else if (message.type === 'ask') {
    if (held !== undefined && remaining(held) > renewAheadMs) channel.postMessage({ type: 'token', held } satisfies ChannelMessage)
  } else if (message.type === 'signing-out') {
    comingEnd = message.reason
  } else {
    for (const listener of signOutListeners) listener(message.reason)
  }
}

onActivity((at) => channel.postMessage({ type: 'active', at } satisfies ChannelMessage))

const remaining = (token: Held) => token.expiresAt - Date.now()
const bare = createClient({ baseUrl: '', fetch: (...args) => fetch(...args), headers: () => ({}), timeoutMs: 30_000 })

/** Stores a token; resolves when the other tabs can see that this one has it. */
function hold(token: Held): Promise<void> {
  held = token
  comingEnd = undefined
  setUser(token.user)
  clearTimeout(renewal)
  // Tabs that renew at the same time would queue for the lock; a little jitter lets one go first and share.
  const wait = Math.max(1_000, remaining(token) - renewAheadMs - Math.random() * 5_000)
  renewal = setTimeout(() => void renewWhenActive(token), wait)
  return showToken(token.expiresAt)
}

async function renewWhenActive(token: Held): Promise<void> {
  await activityAfter(token.issuedAt)
  if (held === token) await renew()
}

/** Renews in the background; signs out if the session has ended. */
export function renew(): Promise<void> {
  return refresh().catch(onRenewalFailed)
}

/** Stores the token from a sign-in and tells the other tabs; resolves when they can see it. */
export async function holdSignedIn(signedIn: SignedIn): Promise<void> {
  const now = Date.now()
  const token: Held = {
    accessToken: signedIn.accessToken,
    sessionId: signedIn.sessionId,
    user: signedIn.user,
    issuedAt: now,
    expiresAt: now + signedIn.expiresIn * 1_000,
  }
  const shown = hold(token)
  channel.postMessage({ type: 'token', held: token } satisfies ChannelMessage)
  await shown
}

/** Clears the token in this tab; the user stays known until the pages that show it are gone. */
export function dropToken(): void {
  clearTimeout(renewal)
  held = undefined
  showNoToken()
}

export const hasToken = () => held !== undefined

/** The access token as it is, renewed or not. */
export const heldToken = () => held?.accessToken

/**
 * The access token; undefined while signed out. An expired token is renewed first, but only once the user is active:
 * background requests wait until then.
 */
export async function accessToken(): Promise<string | undefined> {
  if (held !== undefined && remaining(held) < usableMs) {
    await activityAfter(held.issuedAt)
    if (held !== undefined && remaining(held) < usableMs) await refresh()
  }
  return held?.accessToken
}

let running: Promise<void> | undefined

/** One at a time in this tab, and one at a time in the browser. */
function exclusively(work: () => Promise<void>): Promise<void> {
  running ??= navigator.locks.request('steward-refresh', work).finally(() => {
    running = undefined
  })
  return running
}

/**
 * Rotates the refresh token. If another tab did so while this one waited for the lock, its token is used.
 * @throws {ProblemError} 400 when the session has ended; NetworkError
 */
export function refresh(): Promise<void> {
  const before = held?.accessToken
  return exclusively(async () => {
    await takeFromOtherTab()
    if (held !== undefined && held.accessToken !== before && remaining(held) > renewAheadMs) return
    await holdSignedIn((await bare(refreshLogin, {})).data)
  })
}

/**
 * On page load: takes another tab's token, otherwise exchanges the cookie for one. With the retries of every call, unless the
 * page can do without a session.
 * @returns false without a session; a failing implicit login is not an error (specification 1, section 8)
 */
export async function implicit({ retry = true }: { retry?: boolean } = {}): Promise<boolean> {
  if (held !== undefined) return true
  try {
    const exchange = () =>
      exclusively(async () => {
        await takeFromOtherTab()
        if (hasToken()) return
        await holdSignedIn((await takeEarly('session')) ?? (await bare(implicitLogin, {})).data)
      })
    await (retry ? retrying(exchange) : exchange())
    return true
  } catch (error) {
    if (error instanceof ProblemError && error.status < 500) return false
    throw error
  }
}

/**
 * Waits for the token of another tab that has one with time left, later than this tab's. Without such a tab it does not
 * wait; a sleeping tab is given only a short time.
 */
async function takeFromOtherTab(): Promise<void> {
  if ((await latestToken()) <= Math.max(held?.expiresAt ?? 0, Date.now() + renewAheadMs)) return
  const arrived = Promise.withResolvers<void>()
  AbortSignal.timeout(silentMs).addEventListener('abort', () => arrived.resolve())
  askers.add(arrived.resolve)
  channel.postMessage({ type: 'ask' } satisfies ChannelMessage)
  await arrived.promise
  askers.delete(arrived.resolve)
}

/** Called when a renewal in the background fails. */
export function setRenewalFailed(listener: (error: unknown) => void): void {
  onRenewalFailed = listener
}

/** Before the server is told, which can reach the other tabs sooner than this one's next word. */
export function tellTabsSigningOut(reason: string): void {
  channel.postMessage({ type: 'signing-out', reason } satisfies ChannelMessage)
}

export function tellTabsSignedOut(reason: string): void {
  channel.postMessage({ type: 'signed-out', reason } satisfies ChannelMessage)
}

/** Why another tab is ending this session; undefined if none is. */
export const endOfOtherTab = (): string | undefined => comingEnd

export function onOtherTabSignedOut(listener: (reason: string) => void): void {
  signOutListeners.add(listener)
}
