import { m } from '@steward/contract/paraglide/messages'
import { Status } from '../../ui/display/Badge.tsx'

/** Whether a tag, currency or scheme is offered. */
export function ActiveCell({ isActive }: { isActive: boolean }) {
  return isActive ? <Status tone="success">{m.tags_active()}</Status> : <Status tone="neutral">{m.tags_inactive()}</Status>
}
