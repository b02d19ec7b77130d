import type { AttentionItem } from '@steward/contract/home/schemas'
import { executePrepared } from '../../db/prepared.ts'
import { type AttentionSource, daysUntil, laterBy, urgencyOfEnd } from './source.ts'

/** The provider can need a while to publish another one. */
const shownDays = 30

/**
 * A row if the last of the provider's certificates ends within 30 days, or has ended: no one can sign in after that.
 * @param certificates of the active setup, as its metadata has them
 */
export function endingCertificate(certificates: readonly { provider_name: string; not_after: Date }[], now: Date): AttentionItem[] {
  const last = certificates.toSorted((a, b) => b.not_after.getTime() - a.not_after.getTime())[0]
  if (last === undefined || last.not_after > laterBy(now, shownDays)) return []
  const days = daysUntil(last.not_after, now)
  return [
    {
      kind: 'certificate_ends',
      urgency: urgencyOfEnd(days),
      dueAt: last.not_after.toISOString(),
      providerName: last.provider_name,
      days,
    },
  ]
}

export const certificateSource: AttentionSource = {
  permissions: [['Navigation.SingleSignOn']],
  async read(tx, { now }) {
    const certificates = tx
      .selectFrom('federation_certificate as c')
      .innerJoin('federation_provider as p', (join) => join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.slot', '=', 'c.slot'))
      .select(['p.provider_name', 'c.not_after'])
      .where('c.slot', '=', 'active')
      .where('c.is_in_metadata', '=', true)
    return endingCertificate((await executePrepared(tx, certificates)).rows, now)
  },
}
