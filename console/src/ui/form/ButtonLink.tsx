import type { LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClass, type ButtonKind } from './Button.tsx'
import { PlainLink } from '../display/PlainLink.tsx'

interface ButtonLinkProps {
  link: LinkOptions
  kind?: ButtonKind
  icon: ReactNode
  /** Why nobody is led there: it is a button then that says so. */
  disabledReason?: string | undefined
  children: ReactNode
}

/** An action of a page that has an address of its own: its panel for something new, its import. */
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
