import { useInfiniteQuery } from '@tanstack/react-query'
import { Bot, KeyRound, LogIn, LogOut, Mail, Minus, Pencil, Plus, ShieldAlert, Trash2, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { HistoryRecord } from '@steward/contract/history/records'
import type { HistoryEntry } from '@steward/contract/history/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { Can } from '../audit-log/undoReason.ts'
import { deviceText } from '../i18n/deviceText.ts'
import { useCan } from '../session/permissions/permissions.ts'
import type { Tone } from '../ui/display/Badge.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { Timeline, type TimelineEntry } from '../ui/display/Timeline.tsx'
import { detailsOf } from '../change-text/details.tsx'
import { asOfLink } from './asOfLink.ts'
import { MomentsLink } from './MomentsLink.tsx'
import { historyQuery } from './queries.ts'
import { sentenceOf } from '../change-text/sentence.ts'
import { undoOf } from './undo.tsx'

interface HistoryProps {
  record: HistoryRecord
  id?: string
  /** Of the headings of its days. */
  level?: 2 | 3 | 4
}

/** What was done to a record, newest first: who, when, and each field before and after. */
export function History({ record, id, level }: HistoryProps) {
  const query = useInfiniteQuery(historyQuery(record, id))
  const can = useCan()
  const entries = useMemo(
    () => (query.data?.pages ?? []).flatMap((page) => page.items).map((entry) => timelineEntry(entry, can)),
    [query.data, can],
  )
  if (query.data === undefined) return <PendingState query={query} fallback={m.history_error()} lines={10} />
  if (entries.length === 0) return <EmptyState title={m.history_none_title()}>{m.history_none_text()}</EmptyState>
  return (
    <>
      <MomentsLink record={record} id={id} />
      <Timeline
        label={m.history_title()}
        entries={entries}
        hasMore={query.hasNextPage}
        loadingMore={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
        {...(level === undefined ? {} : { level })}
      />
    </>
  )
}

/** An entry of a time line; it leads to the audit log, where everything about a change is. */
export function timelineEntry(entry: HistoryEntry, can: Can): TimelineEntry {
  const { event, cursor } = entry
  const mayOpen = can('Navigation.AuditLog')
  const Icon = iconOf(entry)
  return {
    id: entry.id,
    time: entry.occurredAt,
    icon: <Icon />,
    tone: toneOf(entry),
    title: sentenceOf(entry),
    detail: event ? [event.device && deviceText(event.device), event.address].filter(Boolean).join(' · ') || undefined : undefined,
    changes: detailsOf(entry),
    link: mayOpen && cursor !== null ? { to: '/monitoring/audit-log/$cursor', params: { cursor } } : undefined,
    asOf: asOfLink(entry, can),
    ...undoOf(entry, can),
  }
}

const eventIcons: Record<string, LucideIcon> = {
  sign_in: LogIn,
  sign_out: LogOut,
  activation_sent: Mail,
  mail_failed: Mail,
  notification_failed: Mail,
  password_reset_requested: Mail,
  account_locked: ShieldAlert,
  token_replayed: ShieldAlert,
  sign_in_failed: ShieldAlert,
}

function iconOf({ parts, event, actorType }: HistoryEntry): LucideIcon {
  const [part] = parts
  if (part === undefined) return (event && eventIcons[event.kind]) ?? KeyRound
  if (actorType !== 'user') return Bot
  if (part.type !== 'Update') return part.type === 'Create' ? Plus : Trash2
  const kinds = new Set(part.fields.map(({ kind }) => kind))
  return kinds.size > 1 || kinds.has('set') ? Pencil : kinds.has('added') ? Plus : Minus
}

function toneOf({ parts, event }: HistoryEntry): Tone {
  const [part] = parts
  if (part === undefined) {
    const isBad = event?.outcome === 'failure' || event?.kind === 'account_locked' || event?.kind === 'token_replayed'
    return isBad ? 'danger' : 'neutral'
  }
  return part.type === 'Delete' ? 'warning' : part.type === 'Create' ? 'success' : 'info'
}
