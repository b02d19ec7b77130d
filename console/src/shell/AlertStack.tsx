import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { m } from '@steward/contract/paraglide/messages'
import { readingTimeMs } from '@steward/contract/rules/reading-time'
import { alerts, useAlerts, type Alert } from '../api/alerts.ts'
import { askUndo } from '../api/undo.ts'
import { Button, IconButton } from '../ui/form/Button.tsx'
import { cx } from '../ui/display/cx.ts'
import css from './AlertStack.module.css'
import { RetryNotice } from './RetryNotice.tsx'

const icons = { danger: CircleAlert, info: Info, success: CircleCheck, warning: TriangleAlert }
const labels = { danger: m.shell_alert_danger, info: m.shell_alert_info, success: m.shell_alert_success, warning: m.shell_alert_warning }

/**
 * Messages above everything, including dialogs. The live region is part of the body, so that modal dialogs, which hide the
 * rest of the page from assistive technology, do not silence it.
 */
export function AlertStack() {
  const list = useAlerts()
  return createPortal(
    <section className={css.stack} aria-label={m.shell_alerts()} aria-live="polite" aria-relevant="additions" data-alerts>
      <RetryNotice />
      {list.map((alert) => (
        <AlertCard key={alert.id} alert={alert} />
      ))}
    </section>,
    document.body,
  )
}

function AlertCard({ alert }: { alert: Alert }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const left = useRef(readingTimeMs(alert.message))
  const paused = hovered || focused || alert.mode === 'sticky'
  useEffect(() => {
    if (paused) return
    const started = Date.now()
    const timer = setTimeout(() => alerts.dismiss(alert.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - started
    }
  }, [paused, alert.id])
  const Icon = icons[alert.type]
  const { changeId, message } = alert
  const undo = changeId === undefined ? undefined : { label: m.changes_undo(), onSelect: () => askUndo({ changeId, title: message }) }
  const action = alert.action ?? undo
  return (
    <div
      className={cx(css.alert, css[alert.type])}
      role={alert.type === 'danger' ? 'alert' : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon aria-hidden />
      <div className={css.text}>
        <span className="visually-hidden">{labels[alert.type]()} </span>
        {alert.message}
      </div>
      {action === undefined ? null : (
        <Button
          kind="quiet"
          small
          onClick={() => {
            alerts.dismiss(alert.id)
            action.onSelect()
          }}
        >
          {action.label}
        </Button>
      )}
      {alert.dismissable ? (
        <IconButton small label={m.shell_alert_dismiss()} icon={<X />} onClick={() => alerts.dismiss(alert.id)} />
      ) : null}
    </div>
  )
}
