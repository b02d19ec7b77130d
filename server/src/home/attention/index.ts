import { type AttentionItem, shownAttention, urgencies } from '@steward/contract/home/schemas'
import { apiKeySource } from './api-keys.ts'
import { certificateSource } from './certificates.ts'
import { factorResetSource } from './factor-resets.ts'
import { invitationSource } from './invitations.ts'
import { jobSource } from './jobs.ts'
import { licenseSource } from './licenses.ts'
import { provisioningSource } from './provisioning.ts'
import { quotaSource } from './quotas.ts'
import { schemeSource } from './schemes.ts'
import type { AttentionSource } from './source.ts'

/** Everything that can need attention. Each is a rule of data with a test. */
export const attentionSources: readonly AttentionSource[] = [
  factorResetSource,
  provisioningSource,
  jobSource,
  quotaSource,
  certificateSource,
  licenseSource,
  apiKeySource,
  invitationSource,
  schemeSource,
]

/** The first rows by urgency, then by what was or is due first; what is so already comes before what has a date. */
export function mostUrgent(items: readonly AttentionItem[]): { items: AttentionItem[]; total: number } {
  const rank = ({ urgency }: AttentionItem) => urgencies.indexOf(urgency)
  const sorted = items.toSorted((a, b) => rank(a) - rank(b) || (a.dueAt ?? '').localeCompare(b.dueAt ?? ''))
  return { items: sorted.slice(0, shownAttention), total: items.length }
}
