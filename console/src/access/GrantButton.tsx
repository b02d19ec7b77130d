import { useState } from 'react'
import { UserPlus } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { useCan } from '../session/permissions/permissions.ts'
import { Button } from '../ui/form/Button.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import css from './GrantDialog.module.css'
import type { Asked } from './remedies.ts'

const GrantDialog = deferred(() => import('./GrantDialog.tsx').then((module) => module.GrantDialog))

/** Opens the smallest grants that would do; for people who can make one. */
export function GrantButton({ asked, ask }: { asked: Asked; ask: string }) {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('Admin.EditUsers') && !can('Admin.EditGroups')) return null
  return (
    <div className={css.action}>
      <Button kind="primary" icon={<UserPlus />} onPointerEnter={() => GrantDialog.preload()} onClick={() => setOpen(true)}>
        {m.access_grant()}
      </Button>
      {open ? <GrantDialog asked={asked} ask={ask} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
