import { ArrowUpDown, Ban, Tags } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { refusalOfAll, type JobActionKind, type ManagedJob } from './managedJob.ts'

interface JobAction {
  kind: JobActionKind
  label: string
  icon: ReactNode
  disabledReason: string | undefined
  onSelect: () => void
}

/** What can be done with one job or several; `reason` is why the user can't manage jobs. */
export function jobActions(
  jobs: readonly ManagedJob[],
  { reason, now }: { reason: string | undefined; now: number },
  start: (kind: JobActionKind, jobs: readonly ManagedJob[]) => void,
): JobAction[] {
  const action = (kind: JobActionKind, label: string, icon: ReactNode): JobAction => ({
    kind,
    label,
    icon,
    disabledReason: reason ?? refusalOfAll(kind, jobs, now),
    onSelect: () => start(kind, jobs),
  })
  return [
    action('cancel', m.jobs_manage_cancel({ count: jobs.length }), <Ban />),
    action('priority', m.jobs_manage_priority(), <ArrowUpDown />),
    action('assign', m.jobs_manage_assign(), <Tags />),
  ]
}
