import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { notificationsHash } from '../session/settings/hashes.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import { useOverlayHash } from '../ui/overlay/useOverlayHash.ts'
import { formatNumber } from '../i18n/time.ts'
import { unreadQuery, useNews } from './inbox.ts'
import css from './NotificationBell.module.css'

const Panel = deferred<{ open: boolean; onClose: () => void }>(() =>
  import('./NotificationPanel.tsx').then((module) => module.NotificationPanel),
)

/** The number of unread notifications, opening their panel. Hidden on the download page (specification 1, section 2). */
export function NotificationBell() {
  const isDownload = useRouterState({ select: ({ location }) => location.pathname === '/download' })
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const show = useOverlayHash()
  const { data } = useQuery(unreadQuery)
  useKeptPush()
  if (isDownload) return null
  const unread = data?.unreadCount ?? 0
  return (
    <>
      <span className={css.bell}>
        <IconButton
          label={unread === 0 ? m.notifications_title() : m.notifications_bell({ count: unread })}
          icon={<Bell />}
          aria-haspopup="dialog"
          onPointerEnter={() => void Panel.preload()}
          onFocus={() => void Panel.preload()}
          onClick={() => show(notificationsHash)}
        />
        {unread === 0 ? null : (
          <span className={css.count} aria-hidden key={unread}>
            {unread > 99 ? `${formatNumber(99)}+` : formatNumber(unread)}
          </span>
        )}
      </span>
      <News />
      <Panel open={hash === notificationsHash} onClose={() => show('')} />
    </>
  )
}

/** Long enough for the initial page load to finish. */
const keepPushAfterMs = 15_000

function useKeptPush(): void {
  useEffect(() => {
    // A failure is retried with the next page load.
    const keep = () => void import('./push.ts').then(({ keepPush }) => keepPush()).catch(() => undefined)
    const timer = setTimeout(keep, keepPushAfterMs)
    return () => clearTimeout(timer)
  }, [])
}

/** Announces new notifications to screen readers. */
function News() {
  const news = useNews()
  const [text, setText] = useState('')
  useEffect(() => {
    if (news.length > 0) void import('./announcement.ts').then(({ announcementOf }) => setText(announcementOf(news)))
  }, [news])
  return (
    <div role="status" className="visually-hidden">
      {text}
    </div>
  )
}
