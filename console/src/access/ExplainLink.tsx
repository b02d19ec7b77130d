import { CircleHelp } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions/permissions.ts'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'

/** Link to the explainer's own page, for users who can see users. */
export function ExplainLink() {
  if (!usePermission('Admin.ViewUsers')) return null
  return (
    <ButtonLink icon={<CircleHelp />} link={{ to: '/user-administration/access', search: {} }}>
      {m.access_link()}
    </ButtonLink>
  )
}
