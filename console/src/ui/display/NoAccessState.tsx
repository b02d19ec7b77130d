import { Lock } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { EmptyState, type NoAccessProps } from './states.tsx'

export function NoAccessState({ missing, reasons, actions }: NoAccessProps) {
  return (
    <EmptyState level={1} icon={<Lock />} title={m.ui_no_access_title()} actions={actions}>
      <p>{missing === undefined ? m.ui_no_access_text() : m.ui_no_access_missing({ permission: missing })}</p>
      {reasons}
      <p>{m.ui_no_access_who()}</p>
    </EmptyState>
  )
}
