import { m } from '@steward/contract/paraglide/messages'
import type { FactorKind } from '@steward/contract/rules/factors'
import type { Factor } from '@steward/contract/session/factors-schemas'

export const factorKindNames: Record<FactorKind, () => string> = {
  authenticator: m.factor_authenticator_kind,
  passkey: m.passkey_kind,
}

/** The name that was given to a factor, or else what it is. */
export const factorName = ({ kind, name }: Pick<Factor, 'kind' | 'name'>): string => name || factorKindNames[kind]()
