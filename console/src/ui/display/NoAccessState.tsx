import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { State } from './State.tsx'

export interface NoAccessProps {
  /** The permission's label, such as "View users". */
  missing?: string | undefined
  /** What exactly is missing. */
  reasons?: ReactNode
  actions?: ReactNode
}

export function NoAccessState({ missing, reasons, actions }: NoAccessProps) {
  return (
    <State level={1} icon={<Lock />} title={m.ui_no_access_title()} actions={actions}>
      <p>{missing === undefined ? m.ui_no_access_text() : m.ui_no_access_missing({ permission: missing })}</p>
      {reasons}
      <p>{m.ui_no_access_who()}</p>
    </State>
  )
}
