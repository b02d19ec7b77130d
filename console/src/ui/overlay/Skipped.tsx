import { Callout } from '../display/Callout.tsx'
import { NamedOnes } from './BulkResult.tsx'
import css from './Skipped.module.css'

export interface SkippedOne {
  name: string
  /** Why the action leaves it out. */
  reason: string
}

interface SkippedProps {
  title: string
  skipped: readonly SkippedOne[]
  /** Where they become known after the dialog has opened. */
  role?: 'status'
}

/** Those of a selection that an action leaves out, by reason. */
export function Skipped({ title, skipped, ...role }: SkippedProps) {
  if (skipped.length === 0) return null
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  return (
    <Callout tone="info" title={title} {...role}>
      <div className={css.reasons}>
        {[...byReason].map(([reason, some]) => (
          <div key={reason} className={css.reason}>
            {reason}
            <NamedOnes names={some.map(({ name }) => name)} />
          </div>
        ))}
      </div>
    </Callout>
  )
}
