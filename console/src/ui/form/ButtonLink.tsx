import type { LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClass, type ButtonKind } from './Button.tsx'
import { PlainLink } from '../display/PlainLink.tsx'

interface ButtonLinkProps {
  link: LinkOptions
  kind?: ButtonKind
  icon: ReactNode
  /** Why the link is disabled: it is then rendered as a disabled button with this reason. */
  disabledReason?: string | undefined
  children: ReactNode
}

/** A page action with its own URL, such as a create panel or an import. */
export function ButtonLink({ link, kind, icon, disabledReason, children }: ButtonLinkProps) {
  if (disabledReason !== undefined) {
    return (
      <Button kind={kind} icon={icon} disabledReason={disabledReason}>
        {children}
      </Button>
    )
  }
  return (
    <PlainLink link={link} className={buttonClass(kind)}>
      {icon}
      <span>{children}</span>
    </PlainLink>
  )
}
