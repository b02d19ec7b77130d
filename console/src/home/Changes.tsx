import { linkOptions } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { timelineEntry } from '../history/History.tsx'
import { useCan } from '../session/permissions/permissions.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { TimelineItem } from '../ui/display/Timeline.tsx'
import css from './Home.module.css'
import { Bones, Part } from './Part.tsx'

/** The latest changes, one for each request. */
export function Changes() {
  const can = useCan()
  return (
    <Part
      part="changes"
      title={m.home_changes()}
      link={
        <PlainLink link={linkOptions({ to: '/monitoring/audit-log' })} className={css.link}>
          {m.home_changes_all()}
        </PlainLink>
      }
      skeleton={<Bones heights={[36, 36, 36, 36, 36, 36]} />}
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className={css.none}>{m.home_changes_empty()}</p>
        ) : (
          <ol>
            {items.map((entry) => (
              <TimelineItem key={entry.id} entry={timelineEntry(entry, can)} />
            ))}
          </ol>
        )
      }
    </Part>
  )
}
