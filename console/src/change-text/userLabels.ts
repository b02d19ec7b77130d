import { m } from '@steward/contract/paraglide/messages'
import type { FactorKind } from '@steward/contract/rules/factors'
import type { UserStatus } from '@steward/contract/users/schemas'

export const userStatusLabels: Record<UserStatus, () => string> = {
  CONFIRMED: m.users_status_confirmed,
  EXTERNAL_PROVIDER: m.users_status_external,
  FORCE_CHANGE_PASSWORD: m.users_status_invited,
}

export const factorLabels: Record<FactorKind, () => string> = { authenticator: m.factor_authenticator_kind, passkey: m.passkey_kind }
