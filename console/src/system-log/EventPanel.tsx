import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { isGone } from '../api/problem.ts'
import { deviceText } from '../i18n/deviceText.ts'
import { formatMoment } from '../i18n/time.ts'
import { useDocumentTitle } from '../pages/titles.ts'
import { Status } from '../ui/display/Badge.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { archivedEventsQuery } from './archive.ts'
import { detailLabel, detailText, eventName, outcomeLabels, outcomeTones } from './labels.ts'
import { eventQuery } from './queries.ts'
import type { SystemLogSearch } from './search.ts'
import css from './EventPanel.module.css'

const path = '/monitoring/system-log'

/** An event of the log, or of the page of an archived month. */
function useEvent(cursor: string, search: SystemLogSearch) {
  const { archive } = search
  const isArchived = archive !== undefined
  const inLog = useQuery({ ...eventQuery(cursor), enabled: !isArchived })
  const inMonth = useQuery({ ...archivedEventsQuery(search, archive ?? ''), enabled: isArchived })
  if (!isArchived) return { event: inLog.data, query: inLog, isMissing: isGone(inLog.error) }
  const event = inMonth.data?.items.find((one) => one.cursor === cursor)
  return { event, query: inMonth, isMissing: inMonth.isSuccess && event === undefined }
}

/** Everything known about an event. */
export function EventPanel({ cursor, search }: { cursor: string; search: SystemLogSearch }) {
  const navigate = useNavigate()
  const { event, query, isMissing } = useEvent(cursor, search)
  const title = event ? eventName(event) : m.events_event()
  useDocumentTitle(title)
  return (
    <SidePanel title={title} onClose={() => void navigate({ to: path, search: true })}>
      <PanelBody>
        {event ? (
          <Details event={event} archive={search.archive} />
        ) : isMissing ? (
          <EmptyState title={m.events_gone_title()}>{m.events_gone_text()}</EmptyState>
        ) : (
          <PendingState query={query} fallback={m.events_error_event()} lines={8} />
        )}
      </PanelBody>
    </SidePanel>
  )
}

function Details({ event, archive }: { event: SystemEvent; archive: string | undefined }) {
  const { userId, username, address, requestId } = event
  const among = archive === undefined ? ({ days: 92 } as const) : { archive }
  return (
    <div className={css.page}>
      <DescriptionList
        items={[
          {
            term: m.events_column_outcome(),
            value: <Status tone={outcomeTones[event.outcome]}>{outcomeLabels[event.outcome]()}</Status>,
          },
          {
            term: m.events_column_time(),
            value: (
              <>
                {formatMoment(event.occurredAt)} (<RelativeTime value={event.occurredAt} />)
              </>
            ),
          },
          { term: m.events_column_user(), value: username || '–' },
          { term: m.events_column_address(), value: address === null ? '–' : <Mono>{address}</Mono> },
          { term: m.events_column_device(), value: event.device === null ? '–' : deviceText(event.device) },
          { term: m.events_user_agent(), value: event.userAgent || '–' },
          { term: m.events_column_request(), value: requestId === null ? '–' : <Mono>{requestId}</Mono> },
          ...Object.entries(event.details).map(([name, value]) => ({ key: name, term: detailLabel(name), value: detailText(name, value) })),
        ]}
      />
      <nav className={css.links} aria-label={m.events_search()}>
        {userId === null ? null : (
          <Link to="/user-administration/users/$userId" params={{ userId }}>
            {m.events_open_user({ name: username || userId })}
          </Link>
        )}
        {address === null ? null : (
          <Link to={path} search={{ address, ...among }}>
            {m.events_only_address({ address })}
          </Link>
        )}
        {requestId === null ? null : (
          <Link to={path} search={{ q: requestId, ...among }}>
            {m.events_same_request()}
          </Link>
        )}
      </nav>
    </div>
  )
}
