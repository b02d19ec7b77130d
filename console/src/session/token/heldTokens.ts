/**
 * Which tabs hold a token, as the browser's locks tell: a tab holds a shared lock named for the end of its token for as long as it
 * has the token. Locks are granted and given up in one order for all tabs, messages between tabs come when they come. So whoever
 * was handed the lock of renewal knows whether a later token is on its way here.
 */
const prefix = 'steward-token-until-'

let letGo = () => {}

/** Shows that this tab has a token that ends then (by this clock, in ms), instead of an earlier one; resolved when all tabs see it. */
export async function showToken(expiresAt: number): Promise<void> {
  const before = letGo
  const shown = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  letGo = gone.resolve
  void navigator.locks.request(`${prefix}${expiresAt}`, { mode: 'shared' }, () => {
    shown.resolve()
    return gone.promise
  })
  await shown.promise
  before()
}

/** Shows that this tab has no token any more; a closed tab needs not say so. */
export function showNoToken(): void {
  letGo()
}

/** When the latest token ends that a tab has, this one included; 0 where none has one. */
export async function latestToken(): Promise<number> {
  const { held = [] } = await navigator.locks.query()
  return Math.max(0, ...held.map(({ name = '' }) => (name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0)))
}
