import type { AuditCategory } from '@steward/contract/catalog/activity'
import { m } from '@steward/contract/paraglide/messages'

/** By category of the audit log. */
const reasons: Readonly<Record<string, () => string>> = {
  'API key': m.changes_final_secret,
  'Currency vintage': m.changes_final_vintage,
  'Data entitlement': m.changes_final_platform,
  'Deprovisioning limit': m.changes_final_limit,
  'ESG scores': m.changes_final_esg,
  'Feature flag': m.changes_final_operator,
  Job: m.changes_final_job,
  Licence: m.changes_final_platform,
  'Log stream': m.changes_final_secret,
  'Model entitlement': m.changes_final_platform,
  'Open model': m.changes_final_terms,
  Quota: m.changes_final_platform,
  'SCIM token': m.changes_final_token,
  'Second factor': m.changes_final_factor,
  'Single sign-on': m.changes_final_sign_on,
  Tenant: m.changes_final_operator,
} satisfies Partial<Record<AuditCategory, () => string>>

/** Why a change of these records can't be undone by anyone, for one that can't. */
export function finalReason(parts: readonly { category: string }[]): string {
  const reason = parts.map(({ category }) => reasons[category]).find((one) => one !== undefined)
  return (reason ?? m.changes_not_undoable)()
}
