import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound, LogIn, LogOut, Mail, Pencil, Plus, ShieldAlert, Trash2, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { deviceText } from '../i18n/deviceText.ts'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { Timeline, type TimelineEntry } from '../ui/display/Timeline.tsx'
import { activityTitle, activityTone, groupActivity, isSaidByTitle, type ActivityGroup } from './activity.ts'
import { fieldLabel, valueLabel } from './changeLabels.ts'
import { activityQuery } from './queries.ts'

/** What a user did and what others changed about the user: changes field by field, sign-ins, mails. */
export function ActivityTab({ userId, username }: { userId: string; username: string }) {
  const query = useInfiniteQuery(activityQuery(userId))
  const entries = useMemo(
    () => groupActivity(query.data?.pages.flatMap((page) => page.items) ?? []).map((group) => entryOf(group, username)),
    [query.data, username],
  )
  if (query.isPending) return <SkeletonLines count={10} />
  if (query.data === undefined)
    return (
      <ErrorState
        error={query.error}
        fallback={m.users_error_activity()}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (entries.length === 0) return <EmptyState title={m.users_activity_none_title()}>{m.users_activity_none_text()}</EmptyState>
  return (
    <Timeline
      label={m.users_tab_activity()}
      entries={entries}
      hasMore={query.hasNextPage}
      loadingMore={query.isFetchingNextPage}
      onMore={() => void query.fetchNextPage()}
    />
  )
}

function entryOf(group: ActivityGroup, username: string): TimelineEntry {
  const { first, fields } = group
  const Icon = iconOf(group)
  const who = first.actingUser === username ? undefined : first.actingUser
  const by = first.kind === 'change' && who ? m.users_activity_by({ name: who }) : undefined
  return {
    id: group.id,
    time: first.occurredTime,
    icon: <Icon />,
    tone: activityTone(group),
    title: activityTitle(group, username),
    detail: [by, first.device && deviceText(first.device), first.address].filter(Boolean).join(' · ') || undefined,
    changes: isSaidByTitle(group, username)
      ? []
      : fields.map((field) => ({
          field: fieldLabel(field),
          before: valueLabel(field.fieldName, field.previousValue),
          after: valueLabel(field.fieldName, field.currentValue),
        })),
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

function iconOf({ first }: ActivityGroup): LucideIcon {
  if (first.kind === 'event') return eventIcons[first.type] ?? KeyRound
  return first.type === 'Create' ? Plus : first.type === 'Delete' ? Trash2 : Pencil
}
