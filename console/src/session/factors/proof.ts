import type { ConfirmationKind } from '@steward/contract/rules/factors'

/** The ways to show who is there on this page; the identity provider asks on its own. */
export type Way = Exclude<ConfirmationKind, 'provider'>

/** What was given for it; the browser asks for a passkey afterwards. */
export type Proof = { kind: 'passkey' } | { kind: 'password'; password: string } | { kind: 'authenticator' | 'recovery_code'; code: string }

/** A code as an app shows it or a person types it, without its spaces and hyphens. */
export const plainCode = (typed: string): string => typed.replace(/[\s\u2010-\u2015-]/g, '')

/** The ways that this browser has, the easiest first; undefined if there are none. */
export function waysOf(kinds: readonly ConfirmationKind[], hasPasskeys: boolean): [Way, ...Way[]] | undefined {
  const order = ['passkey', 'authenticator', 'password', 'recovery_code'] as const satisfies readonly Way[]
  const [first, ...others] = order.filter((way) => kinds.includes(way) && (way !== 'passkey' || hasPasskeys))
  return first === undefined ? undefined : [first, ...others]
}
