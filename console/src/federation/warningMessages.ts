import type { FederationWarningCode } from '@steward/contract/catalog/federation-codes'
import type { FederationWarning } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { dayIn, type Parameters, textIn } from './labels.ts'

/** The page where a warning can be resolved. */
export type WarningPlace = 'connection' | 'people' | 'certificates' | 'keys' | 'none'

interface Message {
  tone: 'warning' | 'danger'
  place: WarningPlace
  text: (parameters: Parameters) => string
}

const ends = (p: Parameters) => ({ subject: textIn(p, 'subject'), date: dayIn(p, 'notAfter') })
const day = (p: Parameters) => ({ date: dayIn(p, 'notAfter') })

const messages: Record<FederationWarningCode, Message> = {
  certificate_expiring: { tone: 'warning', place: 'connection', text: (p) => m.sso_warn_certificate_expiring(ends(p)) },
  certificate_expired: { tone: 'danger', place: 'connection', text: (p) => m.sso_warn_certificate_expired(ends(p)) },
  certificate_kept: { tone: 'warning', place: 'certificates', text: () => m.sso_warn_certificate_kept() },
  client_secret_expiring: { tone: 'warning', place: 'connection', text: (p) => m.sso_warn_client_secret_expiring(day(p)) },
  client_secret_expired: { tone: 'danger', place: 'connection', text: (p) => m.sso_warn_client_secret_expired(day(p)) },
  key_expiring: { tone: 'warning', place: 'keys', text: (p) => m.sso_warn_key_expiring(day(p)) },
  key_expired: { tone: 'danger', place: 'keys', text: (p) => m.sso_warn_key_expired(day(p)) },
  break_glass_unusable: {
    tone: 'danger',
    place: 'people',
    text: (p) => m.sso_warn_break_glass_unusable({ username: textIn(p, 'username') }),
  },
  group_missing: { tone: 'warning', place: 'people', text: () => m.sso_warn_group_missing() },
  draft_untested: { tone: 'warning', place: 'none', text: () => m.sso_warn_draft_untested() },
}

export const warningTone = ({ code }: FederationWarning): Message['tone'] => messages[code].tone
export const warningText = ({ code, parameters }: FederationWarning): string => messages[code].text(parameters)

/** Where an active provider's warning can be resolved; a draft's is resolved in the wizard. */
export const warningPlace = ({ code, slot }: FederationWarning): WarningPlace => (slot === 'draft' ? 'none' : messages[code].place)
