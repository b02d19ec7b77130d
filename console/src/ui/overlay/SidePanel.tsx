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
import { isAboveDialogs } from './isInAlerts.ts'
import { PanelTools } from './panelTools.ts'

export type PanelSize = 'drawer' | 'small' | 'medium' | 'wide'

export interface SidePanelProps {
  title: ReactNode
  description?: ReactNode
  /** Next to the close button. */
  actions?: ReactNode
  /** 480 px, 35, 45 or 62.5 rem. */
  size?: PanelSize
  /** Called on Escape, the close button and a press outside; navigates to the URL without the panel. */
  onClose: () => void
  /** True while leaving would lose changes: any navigation then asks first. Read when leaving. */
  isDirty?: () => boolean
  /** The search parameter that shows the panel, if it has no path of its own. */
  searchParam?: string | undefined
  children: ReactNode
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
}

/**
 * A panel over the page, open while its route is active. It traps focus and restores it on close.
 * The route closes it by navigating, so back, links and Escape all trigger the same prompt when a form is dirty.
 */
export function SidePanel({
  title,
  description,
  actions,
  size = 'small',
  onClose,
  isDirty,
  searchParam,
  children,
  footer,
  initialFocus,
}: SidePanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  const tools = use(PanelTools)
  // Focus the first field. On touch screens that would open the keyboard, so focus the panel itself.
  const firstField = (openedBy: string) =>
    (openedBy === 'touch' ? null : popup.current?.querySelector<HTMLElement>(fields)) ?? popup.current
  return (
    <Base.Root open onOpenChange={(open, details) => !open && !isAboveDialogs(details.event) && onClose()}>
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
          {isDirty === undefined ? null : <LeaveGuard isDirty={isDirty} searchParam={searchParam} />}
          <div ref={hostFloating} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const fields = 'form :is(input:not([type="hidden"], [type="checkbox"], [aria-hidden]), select, textarea):not(:disabled, dialog *)'

/** The scrolling body and the sticky footer. A form around both passes `footer` here. */
export function PanelContent({ children, footer }: { children: ReactNode; footer: ReactNode }) {
  if (footer === undefined) return children
  return (
    <>
      <div className={css.body}>{children}</div>
      <div className={css.foot} data-panel-footer>
        {footer}
      </div>
    </>
  )
}

/** The scrolling body of a panel without a footer. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className={css.body}>{children}</div>
}

interface LeaveGuardProps {
  isDirty: () => boolean
  /** A search parameter that the form is shown by: changing it leaves the form, too. */
  searchParam?: string | undefined
}

/** Asks before any navigation, reload or tab close while there are unsaved changes. */
export function LeaveGuard({ isDirty, searchParam }: LeaveGuardProps) {
  const placeOf = ({ pathname, search }: { pathname: string; search: object }) =>
    JSON.stringify([pathname, Object.entries(search).filter(([name]) => name === searchParam)])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => placeOf(current) !== placeOf(next) && isDirty(),
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
