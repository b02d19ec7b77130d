import { Clock } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { EmptyState } from '../ui/display/states.tsx'

/** In place of a page that is only kept as it is now. */
export function NoPast() {
  return (
    <EmptyState level={1} icon={<Clock />} title={m.shell_moment_none_title()}>
      {m.shell_moment_none_text()}
    </EmptyState>
  )
}
