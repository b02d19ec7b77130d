import { m } from '@steward/contract/paraglide/messages'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { formatList } from '../i18n/format.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { formatLastDay, hasEnded } from '../i18n/expiry.ts'

/** Columns of the API keys table. */
export const keyColumns = (): DataColumn<ApiKey>[] => [
  {
    id: 'name',
    header: m.keys_column_name(),
    cell: (key) => <span title={key.apiKeyName}>{key.apiKeyName}</span>,
    sort: 'apiKeyName',
    width: 'wide',
  },
  { id: 'prefix', header: m.keys_column_prefix(), cell: (key) => <Mono>{key.prefix}…</Mono>, width: 'narrow', from: 'laptop' },
  { id: 'groups', header: m.keys_column_groups(), cell: (key) => <Groups apiKey={key} />, width: 'wide', from: 'tablet' },
  { id: 'used', header: m.keys_column_last_used(), cell: (key) => <LastUse value={key.lastUsedAt} />, sort: 'lastUsedAt', width: 'time' },
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

function LastUse({ value }: { value: string | null }) {
  return timeCell(value, m.keys_never_used())
}

function Expiry({ apiKey: { expiresAt: value, isHolderGone, heldBy } }: { apiKey: ApiKey }) {
  if (isHolderGone) {
    return (
      <span title={m.keys_stopped_text({ name: heldBy })}>
        <Badge tone="danger">{m.keys_stopped()}</Badge>
      </span>
    )
  }
  if (value === null) return m.keys_never_expires()
  return hasEnded(value) ? <Badge tone="danger">{m.keys_expired()}</Badge> : formatLastDay(value)
}
