/**
 * Which tabs have a token, tracked with the browser's locks: a tab keeps a shared lock named after its token's expiry for as long
 * as it has the token. All tabs see locks granted and released in the same order, while messages between tabs have no such
 * guarantee. So a tab that gets the renewal lock knows whether a later token is about to arrive.
 */
const prefix = 'steward-token-until-'

let letGo = () => {}

/** Announces a token that expires at this time (local clock, ms) and replaces an earlier one; resolves when all tabs see it. */
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

/** Announces that this tab no longer has a token; a closed tab does not need to. */
export function showNoToken(): void {
  letGo()
}

/** The latest expiry of any tab's token, including this tab's; 0 if no tab has one. */
export async function latestToken(): Promise<number> {
  const { held = [] } = await navigator.locks.query()
  return Math.max(0, ...held.map(({ name = '' }) => (name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0)))
}
