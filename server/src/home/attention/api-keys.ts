import type { AttentionItem } from '@steward/contract/home/schemas'
import { executePrepared } from '../../db/prepared.ts'
import { type AttentionSource, daysSince, daysUntil, laterBy } from './source.ts'

export interface KeyState {
  api_key_id: string
  api_key_name: string
  created_at: Date
  last_used_at: Date | null
  expires_at: Date | null
}

/** A key that was not used for this long after it was created will hardly be. */
const unusedDays = 90
/** Long enough to give the programs another key. */
const expiringDays = 30

const oldest = (a: Date | null, b: Date | null) => (a?.getTime() ?? 0) - (b?.getTime() ?? 0)

/** One row for keys that expire within 30 days, and one for keys that nothing ever used, after 90 days. */
export function keysToReview(keys: readonly KeyState[], now: Date): AttentionItem[] {
  const valid = keys.filter(({ expires_at: end }) => end === null || end > now)
  const expiring = valid
    .filter(({ expires_at: end }) => end !== null && end <= laterBy(now, expiringDays))
    .toSorted((a, b) => oldest(a.expires_at, b.expires_at))
  const unused = valid
    .filter((key) => key.last_used_at === null && key.created_at <= laterBy(now, -unusedDays) && !expiring.includes(key))
    .toSorted((a, b) => oldest(a.created_at, b.created_at))
  const items: AttentionItem[] = []
  const [soonest] = expiring
  if (soonest?.expires_at) {
    const days = daysUntil(soonest.expires_at, now)
    items.push({
      kind: 'api_keys_expiring',
      urgency: days <= 7 ? 'critical' : 'warning',
      dueAt: soonest.expires_at.toISOString(),
      count: expiring.length,
      ...nameOf(soonest),
      days,
    })
  }
  const [first] = unused
  if (first) {
    items.push({
      kind: 'api_keys_unused',
      urgency: 'notice',
      dueAt: first.created_at.toISOString(),
      count: unused.length,
      ...nameOf(first),
      days: daysSince(first.created_at, now),
    })
  }
  return items
}

const nameOf = ({ api_key_id: apiKeyId, api_key_name: apiKeyName }: KeyState) => ({ apiKeyId, apiKeyName })

export const apiKeySource: AttentionSource = {
  permissions: [['Admin.EditApiKeys']],
  async read(tx, { now }) {
    const keys = tx
      .selectFrom('api_key')
      .select(['api_key_id', 'api_key_name', 'created_at', 'last_used_at', 'expires_at'])
      .where((eb) =>
        eb.or([
          eb.and([eb('last_used_at', 'is', null), eb('created_at', '<=', laterBy(now, -unusedDays))]),
          eb('expires_at', '<=', laterBy(now, expiringDays)),
        ]),
      )
    return keysToReview((await executePrepared(tx, keys)).rows, now)
  },
}
