import { m } from '@steward/contract/paraglide/messages'
import { apiKeyExpiringDays } from '@steward/contract/api-keys/constants'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { formatList } from '../i18n/format.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import { formatMoment, relativeTime } from '../i18n/time.ts'
import type { DataColumn } from '../ui/table/columns.ts'
import { formatLastDay, hasEnded } from '../i18n/expiry.ts'
import { serverNow } from '../i18n/serverTime.ts'

const dayMs = 86_400_000

/** Columns of the API keys table. */
export const keyColumns = (): DataColumn<ApiKey>[] => [
  {
    id: 'name',
    header: m.keys_column_name(),
    cell: (key) => <Name apiKey={key} />,
    sort: 'apiKeyName',
    width: 'wide',
  },
  { id: 'prefix', header: m.keys_column_prefix(), cell: (key) => <Mono>{key.prefix}…</Mono>, width: 'narrow', from: 'laptop' },
  { id: 'groups', header: m.keys_column_groups(), cell: (key) => <Groups apiKey={key} />, width: 'wide' },
  { id: 'used', header: m.keys_column_last_used(), cell: (key) => <LastUse apiKey={key} />, sort: 'lastUsedAt', width: 'time' },
  { id: 'expires', header: m.keys_column_expires(), cell: (key) => <Expiry apiKey={key} />, sort: 'expiresAt', width: 'time' },
  { id: 'creator', header: m.keys_column_created_by(), cell: (key) => key.createdBy, from: 'desktop' },
  {
    id: 'created',
    header: m.keys_column_created(),
    cell: (key) => timeCell(key.createdAt),
    sort: 'createdAt',
    from: 'desktop',
    width: 'time',
  },
]

function Groups({ apiKey }: { apiKey: ApiKey }) {
  const names = formatList(apiKey.groups.map((group) => group.groupName))
  return apiKey.groups.length === 0 ? <Badge tone="warning">{m.keys_no_groups()}</Badge> : <span title={names}>{names}</span>
}

function Name({ apiKey: { apiKeyName, previous } }: { apiKey: ApiKey }) {
  if (previous === null) return <span title={apiKeyName}>{apiKeyName}</span>
  return (
    <span title={m.keys_previous_works({ prefix: previous.prefix, time: formatMoment(previous.validUntil) })}>
      {apiKeyName} <Badge tone="info">{m.keys_use_rotating()}</Badge>
    </span>
  )
}

/** A key that was not used in its first month is an exception. */
function LastUse({ apiKey: { lastUsedAt, createdAt } }: { apiKey: ApiKey }) {
  if (lastUsedAt !== null) return timeCell(lastUsedAt)
  const isOld = serverNow() - Date.parse(createdAt) > apiKeyExpiringDays * dayMs
  return <Badge tone={isOld ? 'warning' : 'neutral'}>{m.keys_use_never()}</Badge>
}

function Expiry({ apiKey: { expiresAt: value, isHolderGone, heldBy } }: { apiKey: ApiKey }) {
  if (isHolderGone) {
    return (
      <span title={m.keys_stopped_text({ name: heldBy })}>
        <Badge tone="danger">{m.keys_stopped()}</Badge>
      </span>
    )
  }
  if (value === null) return <Badge>{m.keys_never_expires_long()}</Badge>
  if (hasEnded(value)) return <Badge tone="danger">{m.keys_expired()}</Badge>
  if (Date.parse(value) - serverNow() > apiKeyExpiringDays * dayMs) return formatLastDay(value)
  return (
    <span title={formatLastDay(value)}>
      <Badge tone="warning">{relativeTime(value, serverNow())}</Badge>
    </span>
  )
}
