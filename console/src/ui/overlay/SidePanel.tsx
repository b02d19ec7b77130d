import { Dialog as Base } from '@base-ui/react/dialog'
import { useBlocker } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { use, useRef, type ReactNode, type RefObject } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../form/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { cx } from '../display/cx.ts'
import css from './Dialog.module.css'
import { hostFloating } from './floating.ts'
import { isInAlerts } from './isInAlerts.ts'
import { PanelTools } from './panelTools.ts'

export type PanelSize = 'drawer' | 'small' | 'medium' | 'wide'

export interface SidePanelProps {
  title: ReactNode
  description?: ReactNode
  /** Beside the close button. */
  actions?: ReactNode
  /** 480 px, 35, 45 or 62.5 rem. */
  size?: PanelSize
  /** Asked by Escape, the close button and a press outside; navigates to the URL without the panel. */
  onClose: () => void
  /** True while leaving would lose something: any navigation away then asks first. Read at the moment of leaving. */
  isDirty?: () => boolean
  children: ReactNode
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
}

/**
 * A panel over the page, open as long as its route is. Focus is kept inside and goes back to where it came from.
 * The panel's route closes it by navigating, so back, links and Escape all ask the same question when a form is dirty.
 */
export function SidePanel({
  title,
  description,
  actions,
  size = 'small',
  onClose,
  isDirty,
  children,
  footer,
  initialFocus,
}: SidePanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  const tools = use(PanelTools)
  // The first field, where there is one; on touch screens that would raise the keyboard, so the panel itself.
  const firstField = (openedBy: string) =>
    (openedBy === 'touch' ? null : popup.current?.querySelector<HTMLElement>(fields)) ?? popup.current
  return (
    <Base.Root open onOpenChange={(open, details) => !open && !isInAlerts(details.event) && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={cx(css.backdrop, css.overlay)} />
        <Base.Popup className={cx(css.panel, css[size])} initialFocus={initialFocus ?? firstField} ref={popup}>
          <div className={css.head}>
            <div className={css.titles}>
              <Base.Title className={css.title}>{title}</Base.Title>
              {description === undefined ? null : <Base.Description className={css.description}>{description}</Base.Description>}
            </div>
            {actions}
            {size === 'drawer' ? null : tools}
            <Base.Close render={<IconButton label={m.ui_close()} icon={<X />} />} />
          </div>
          <PanelContent footer={footer}>{children}</PanelContent>
          {isDirty === undefined ? null : <LeaveGuard isDirty={isDirty} />}
          <div ref={hostFloating} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const fields = 'form :is(input:not([type="hidden"], [type="checkbox"], [aria-hidden]), select, textarea):not(:disabled, dialog *)'

/** The scrolling part and the footer that stays. A form around both passes `footer` here itself. */
export function PanelContent({ children, footer }: { children: ReactNode; footer: ReactNode }) {
  if (footer === undefined) return children
  return (
    <>
      <div className={css.body}>{children}</div>
      <div className={css.foot}>{footer}</div>
    </>
  )
}

/** The scrolling part of a panel without footer. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className={css.body}>{children}</div>
}

/** Asks before any navigation, reload or close of the tab while something would be lost. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={m.ui_discard_title()}
      confirmLabel={m.ui_discard_confirm()}
      cancelLabel={m.ui_discard_cancel()}
      onConfirm={() => blocker.proceed?.()}
      loading={false}
    >
      {m.ui_discard_text()}
    </ConfirmDialog>
  )
}
