import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleAlert, CircleCheck, Info, MailX, X } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { notificationPath } from '@steward/contract/message-text'
import type { Notification } from '@steward/contract/notifications/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { mayOpen } from '@steward/contract/rules/routes'
import { cached } from '../i18n/format.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { cx } from '../ui/display/cx.ts'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { isUnread } from './inbox.ts'
import { acknowledge, remove } from './list.ts'
import css from './NotificationItem.module.css'
import { serverNow } from '../i18n/serverTime.ts'

const kinds = {
  error: { icon: CircleAlert, label: m.notifications_kind_error },
  info: { icon: Info, label: m.notifications_kind_info },
  success: { icon: CircleCheck, label: m.notifications_kind_success },
}

/** One notification: its text, its age and its link. */
export function NotificationItem({ item }: { item: Notification }) {
  const { displayHeader: header, displayMessage: message, ExpiresAt } = item.properties
  const row = useRef<HTMLLIElement>(null)
  const can = useCan()
  const read = useMutation({
    mutationKey: ['notifications_acknowledge'],
    mutationFn: acknowledge,
    onError: (error) => alertFailure(error, m.notifications_acknowledge_failed()),
  })
  const removal = useMutation({
    mutationKey: ['notifications_remove'],
    mutationFn: remove,
    onError: (error) => alertFailure(error, m.notifications_remove_failed()),
  })
  const [path, query] = notificationPath(item.messageType, item.properties)?.split('?') ?? []
  const unread = isUnread(item)
  const { icon: Icon, label } = kinds[item.kind]
  const textId = `notification-${item.notificationId}`
  return (
    <li ref={row} className={cx(css.item, css[item.kind], unread && css.unread)}>
      {unread ? <span className={css.dot} aria-hidden /> : null}
      <Icon aria-hidden />
      <div className={css.text}>
        <h4 className={css.header}>
          <span className="visually-hidden">
            {unread ? `${m.notifications_unread()}, ` : ''}
            {label()}:{' '}
          </span>
          {path !== undefined && mayOpen(path, can) ? (
            <Link
              to={path}
              search={Object.fromEntries(new URLSearchParams(query))}
              className={css.link}
              aria-describedby={textId}
              onClick={() => unread && read.mutate(item)}
            >
              {header}
            </Link>
          ) : (
            header
          )}
        </h4>
        <p id={textId} className={css.message}>
          {message}
        </p>
        <p className={css.facts}>
          <RelativeTime value={item.createdDate} />
          {ExpiresAt === undefined ? null : <span>{expiryText(ExpiresAt)}</span>}
          {item.status === 'UNDELIVERED' ? (
            <span className={css.undelivered}>
              <MailX aria-hidden />
              {m.notifications_undelivered()}
            </span>
          ) : null}
        </p>
      </div>
      <div className={css.actions}>
        {unread ? (
          <IconButton
            small
            label={m.notifications_acknowledge_one({ header })}
            icon={<Check />}
            onClick={() => {
              focusNext(row)
              read.mutate(item)
            }}
          />
        ) : null}
        <IconButton
          small
          label={m.notifications_remove_one({ header })}
          icon={<X />}
          onClick={() => {
            focusNext(row)
            removal.mutate(item)
          }}
        />
      </div>
    </li>
  )
}

/** The pressed button disappears, so focus moves to the same button of the next item, or of the previous one. */
function focusNext(row: RefObject<HTMLLIElement | null>): void {
  const items = [...(row.current?.closest('[role="dialog"]')?.querySelectorAll<HTMLLIElement>(`.${css.item}`) ?? [])]
  const at = items.findIndex((item) => item === row.current)
  ;(items[at + 1] ?? items[at - 1])?.querySelector('button')?.focus()
}

/** When the announced event ends or ended, in UTC (specification 1, section 3). */
function expiryText(iso: string): string {
  const at = Date.parse(iso)
  const date = cached(
    'expiry',
    (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
  ).format(at)
  return at > serverNow() ? m.notifications_expires({ date }) : m.notifications_ended({ date })
}
