import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import css from './Button.module.css'
import { cx } from '../display/cx.ts'
import { Tooltip } from '../overlay/Tooltip.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  kind?: ButtonKind
  small?: boolean
  /** Shows a spinner in place of the label and ignores clicks. The width doesn't change. */
  loading?: boolean
  disabled?: boolean
  /** Why the button is disabled: shown in a tooltip. The button stays focusable so that everyone can read it. */
  disabledReason?: string | undefined
  icon?: ReactNode
}

/** Class names for a link that looks like a button. */
export const buttonClass = (kind: ButtonKind = 'secondary', small = false) => cx(css.button, css[kind], small && css.small)

/** The button without the tooltip for its disabled reason. */
function PlainButton({
  kind = 'secondary',
  small,
  loading,
  disabled,
  disabledReason,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const blocked = disabledReason !== undefined || loading === true
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={cx(css.button, css[kind], small && css.small, loading && css.loading, className)}
      disabled={disabled && !blocked}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      aria-description={disabledReason}
      onClick={click}
    >
      {loading ? <LoaderCircle className={css.spinner} aria-hidden /> : null}
      {icon}
      {children === undefined ? null : <span>{children}</span>}
      {loading ? <span className="visually-hidden">{m.ui_loading()}</span> : null}
    </button>
  )
}

export function Button(props: ButtonProps) {
  // The same elements with and without a reason: a focused button keeps the focus when it gets one.
  return (
    <Tooltip text={props.disabledReason}>
      <PlainButton {...props} />
    </Tooltip>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  /** Delay before the tooltip, if not the default. */
  tooltipDelayMs?: number
}

export function IconButton({ label, icon, kind = 'quiet', className, disabledReason, tooltipDelayMs, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={disabledReason ?? label} delayMs={tooltipDelayMs}>
      <PlainButton
        {...rest}
        kind={kind}
        aria-label={label}
        disabledReason={disabledReason}
        className={cx(css.icon, className)}
        icon={icon}
      />
    </Tooltip>
  )
}
