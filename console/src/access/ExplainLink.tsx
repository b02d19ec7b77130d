import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions.ts'
import { buttonClass } from '../ui/Button.tsx'

/** The way to the explainer's own page, for who may see users. */
export function ExplainLink() {
  if (!usePermission('Admin.ViewUsers')) return null
  return (
    <Link to="/user-administration/access" search={{}} className={buttonClass()}>
      <CircleHelp aria-hidden />
      <span>{m.access_link()}</span>
    </Link>
  )
}
