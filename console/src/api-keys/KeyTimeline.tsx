import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { PeriodChart } from '../ui/chart/PeriodChart.tsx'
import type { Period } from '../ui/chart/periods.ts'
import { serverMoment } from '../i18n/serverTime.ts'

/** From creation to expiry, with the last use, in the order of the list. */
export function KeyTimeline({ keys }: { keys: readonly ApiKey[] }) {
  const now = serverMoment()
  return (
    <PeriodChart
      label={m.keys_timeline()}
      summary={m.keys_timeline_summary({ used: keys.filter(({ lastUsedAt }) => lastUsedAt !== null).length, count: keys.length })}
      nameLabel={m.keys_column_name()}
      markLabel={m.keys_column_last_used()}
      noMark={m.keys_timeline_never()}
      periods={keys.map((key) => ({
        id: key.apiKeyId,
        name: key.apiKeyName,
        from: key.createdAt,
        until: key.expiresAt,
        tone: toneOf(key, now),
        mark: key.lastUsedAt,
      }))}
    />
  )
}

const toneOf = ({ expiresAt, lastUsedAt }: ApiKey, now: string): Period['tone'] =>
  expiresAt !== null && expiresAt <= now ? 'muted' : lastUsedAt === null ? 'warning' : 'accent'
