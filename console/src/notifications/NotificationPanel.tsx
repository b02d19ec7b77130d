import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, CheckCheck, Settings2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Notification } from '@steward/contract/notifications/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alertFailure } from '../api/alertFailure.ts'
import { Button, buttonClass } from '../ui/form/Button.tsx'
import { Switch } from '../ui/form/Checkbox.tsx'
import { cx } from '../ui/display/cx.ts'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { EmptyState, ErrorState, failureOf, type Reading, Skeleton } from '../ui/display/states.tsx'
import { formatDay } from '../i18n/time.ts'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import { unreadQuery } from './inbox.ts'
import { acknowledgeAll, notificationsQuery } from './list.ts'
import { NotificationItem } from './NotificationItem.tsx'
import css from './NotificationPanel.module.css'

/** The user's notifications, newest first, in a panel of 480 px (specification 1, section 9). */
export function NotificationPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  return open ? <OpenPanel onClose={onClose} /> : null
}

function OpenPanel({ onClose }: { onClose: () => void }) {
  const [unreadOnly, setUnreadOnly] = useState(false)
  const query = useInfiniteQuery(notificationsQuery(unreadOnly))
  const unread = useQuery(unreadQuery).data?.unreadCount ?? 0
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const [newest] = items
  const all = useMutation({
    mutationKey: ['notifications_acknowledge_all'],
    mutationFn: acknowledgeAll,
    onError: (error) => alertFailure(error, m.notifications_acknowledge_all_failed()),
  })
  return (
    <SidePanel
      size="drawer"
      title={m.notifications_title()}
      onClose={onClose}
      actions={
        <Tooltip text={m.notification_settings_title()}>
          <Link to="/notification-settings" className={cx(buttonClass('quiet', true), css.settings)}>
            <Settings2 aria-hidden />
            <span>{m.notification_settings_title()}</span>
          </Link>
        </Tooltip>
      }
    >
      <div className={css.bar}>
        <Switch label={m.notifications_unread_only()} checked={unreadOnly} onChange={setUnreadOnly} />
        <Button
          small
          icon={<CheckCheck />}
          loading={all.isPending}
          disabledReason={unread === 0 || newest === undefined ? m.notifications_acknowledge_all_none() : undefined}
          onClick={() => newest && all.mutate(newest)}
        >
          {m.notifications_acknowledge_all()}
        </Button>
      </div>
      <PanelBody>
        <Content query={query} items={items} unreadOnly={unreadOnly} onShowAll={() => setUnreadOnly(false)} />
      </PanelBody>
    </SidePanel>
  )
}

interface ContentProps {
  query: Reading & {
    isPending: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  items: readonly Notification[]
  unreadOnly: boolean
  onShowAll: () => void
}

function Content({ query, items, unreadOnly, onShowAll }: ContentProps) {
  const failure = failureOf(query)
  if (items.length === 0 && failure) return <ErrorState {...failure} fallback={m.notifications_get_failed()} />
  if (query.isPending) return <Bones />
  if (items.length === 0) {
    return unreadOnly ? (
      <EmptyState
        icon={<CheckCheck />}
        title={m.notifications_empty_unread()}
        actions={<Button onClick={onShowAll}>{m.notifications_show_all()}</Button>}
      />
    ) : (
      <EmptyState icon={<BellOff />} title={m.notifications_empty()}>
        {m.notifications_empty_text()}
      </EmptyState>
    )
  }
  return (
    <>
      {byDay(items).map(({ day, of }) => (
        <section key={day} aria-label={day}>
          <h3 className={css.day}>{day}</h3>
          <ul className={css.list}>
            {of.map((item) => (
              <NotificationItem key={item.notificationId} item={item} />
            ))}
          </ul>
        </section>
      ))}
      {failure ? (
        <p className={css.failed} role="alert">
          {m.notifications_get_failed()}
        </p>
      ) : null}
      {query.hasNextPage ? <More loading={query.isFetchingNextPage} isStopped={Boolean(failure)} onMore={query.fetchNextPage} /> : null}
    </>
  )
}

function byDay(items: readonly Notification[]): { day: string; of: Notification[] }[] {
  const days: { day: string; of: Notification[] }[] = []
  for (const item of items) {
    const day = formatDay(item.createdDate)
    const last = days.at(-1)
    if (last?.day === day) last.of.push(item)
    else days.push({ day, of: [item] })
  }
  return days
}

/** Loads the next page near the end of the list; the button is for users who don't scroll. */
function More({ loading, isStopped, onMore }: { loading: boolean; isStopped: boolean; onMore: () => unknown }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  const isWaiting = !loading && !isStopped
  useEffect(() => {
    if (end.current === null || !isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), { rootMargin: '200px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting])
  return (
    <div className={css.more} ref={end}>
      <Button kind="quiet" loading={loading} onClick={() => onMore()}>
        {m.notifications_more()}
      </Button>
    </div>
  )
}

function Bones() {
  return (
    <div role="status" aria-label={m.ui_loading()}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={css.bone}>
          <Skeleton index={index} />
          <Skeleton index={index + 1} />
        </div>
      ))}
    </div>
  )
}
