import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../form/Button.tsx'
import { cx } from '../display/cx.ts'
import type { DialogProps } from './Dialog.tsx'
import css from './Dialog.module.css'
import { isAboveDialogs, isInAlerts } from './isInAlerts.ts'

/** The modal that `Dialog` loads. */
export function DialogPopup({
  open,
  onClose,
  title,
  description,
  size = 'small',
  children,
  footer,
  staysOpen,
  initialFocus,
  isAbove,
}: DialogProps) {
  const isElsewhere = isAbove ? isInAlerts : isAboveDialogs
  const popup = useRef<HTMLDivElement>(null)
  // In a low window, such as at a zoom of 400 %, a long question scrolls with its buttons. It is to be read from its beginning.
  const firstFocus = () =>
    initialFocus && popup.current && popup.current.scrollHeight > popup.current.clientHeight
      ? popup.current
      : (initialFocus?.current ?? true)
  const above = isAbove ? { 'data-above-dialogs': '' } : {}
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={staysOpen}
      onOpenChange={(next, details) => !next && !isElsewhere(details.event) && onClose()}
    >
      <Base.Portal>
        <Base.Backdrop {...above} forceRender className={cx(css.backdrop, css.modal)} />
        <Base.Popup {...above} className={cx(css.dialog, css[size])} ref={popup} initialFocus={firstFocus}>
          <div className={css.head}>
            <div className={css.titles}>
              <Base.Title className={css.title}>{title}</Base.Title>
              {description === undefined ? null : <Base.Description className={css.description}>{description}</Base.Description>}
            </div>
            <Base.Close render={<IconButton label={m.ui_close()} icon={<X />} />} />
          </div>
          {children === undefined ? null : <div className={css.body}>{children}</div>}
          {footer === undefined ? null : <div className={css.foot}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
