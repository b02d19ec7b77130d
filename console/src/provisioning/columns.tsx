import { m } from '@steward/contract/paraglide/messages'
import type { ProvisioningEvent, ScimToken } from '@steward/contract/provisioning/schemas'
import { formatLastDay, hasEnded } from '../i18n/expiry.ts'
import { Badge, Status } from '../ui/display/Badge.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { BadgedName, type BadgeText } from '../ui/display/BadgedName.tsx'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { nameOf, operationText, outcomeText, outcomeTones } from './labels.ts'

/** Columns of the tokens table. */
export const tokenColumns = (): DataColumn<ScimToken>[] => [
  { id: 'name', header: m.scim_column_name(), cell: (token) => <TokenName token={token} />, sort: 'tokenName', width: 'wide' },
  { id: 'prefix', header: m.scim_column_prefix(), cell: (token) => <Mono>{token.prefix}…</Mono>, from: 'laptop' },
  {
    id: 'used',
    header: m.scim_column_last_used(),
    cell: (token) => timeCell(token.lastUsedAt, m.scim_never_used()),
    sort: 'lastUsedAt',
    width: 'time',
  },
  { id: 'expires', header: m.scim_column_expires(), cell: (token) => <TokenEnd token={token} />, sort: 'expiresAt', width: 'time' },
  { id: 'creator', header: m.scim_column_created_by(), cell: (token) => token.createdBy, from: 'desktop' },
  {
    id: 'created',
    header: m.scim_column_created(),
    cell: (token) => timeCell(token.createdAt),
    sort: 'createdAt',
    from: 'desktop',
    width: 'time',
  },
]

function TokenName({ token }: { token: ScimToken }) {
  return <BadgedName name={token.tokenName} badges={[token.isDryRun && { text: m.scim_dry_run(), tone: 'info' }]} />
}

function TokenEnd({ token: { expiresAt, revokedAt, revokedBy } }: { token: ScimToken }) {
  if (revokedAt !== null) {
    return (
      <span title={m.scim_revoked_by({ name: revokedBy ?? '' })}>
        <Badge tone="danger">{m.scim_revoked()}</Badge>
      </span>
    )
  }
  if (expiresAt === null) return m.scim_never_expires()
  return hasEnded(expiresAt) ? <Badge tone="danger">{m.scim_expired()}</Badge> : formatLastDay(expiresAt)
}

/** Columns of the provisioning log. */
export const eventColumns = (): DataColumn<ProvisioningEvent>[] => [
  { id: 'name', header: m.scim_column_resource(), cell: (event) => <EventName event={event} />, width: 'wide' },
  { id: 'operation', header: m.scim_column_operation(), cell: operationText },
  {
    id: 'outcome',
    header: m.scim_column_outcome(),
    cell: (event) => <Status tone={outcomeTones[event.outcome]}>{outcomeText(event)}</Status>,
  },
  { id: 'message', header: m.scim_column_why(), cell: (event) => <Why event={event} />, from: 'laptop', width: 'wide' },
  { id: 'token', header: m.scim_column_token(), cell: (event) => event.tokenName, from: 'desktop' },
  { id: 'when', header: m.scim_column_when(), cell: (event) => timeCell(event.occurredAt), width: 'time' },
]

function EventName({ event }: { event: ProvisioningEvent }) {
  const badges: BadgeText[] = [
    event.isDryRun && { text: m.scim_dry_run(), tone: 'info' },
    event.replayedBy !== null && { text: m.scim_replayed() },
  ]
  return <BadgedName name={nameOf(event)} badges={badges} />
}

function Why({ event: { message, changeCount, operation } }: { event: ProvisioningEvent }) {
  if (operation === 'delete' && message === null) return '–'
  if (message !== null) return <span title={message}>{message}</span>
  return changeCount > 0 ? m.scim_changes_count({ count: changeCount }) : '–'
}
