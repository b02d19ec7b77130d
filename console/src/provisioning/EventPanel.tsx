import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ProvisioningEventDetail } from '@steward/contract/provisioning/schemas'
import { isGone } from '../api/problem.ts'
import { useDocumentTitle } from '../pages/titles.ts'
import { Status } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { CopyButton } from '../ui/display/CopyButton.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { ScrollRegion } from '../ui/table/ScrollRegion.tsx'
import { PanelBody, PanelContent, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { formatNumber } from '../i18n/time.ts'
import { Changes } from './Changes.tsx'
import shared from './provisioning.module.css'
import css from './EventPanel.module.css'
import { eventQuery } from './queries.ts'
import { ReplayPreview, useReplay } from './useReplay.tsx'
import { adviceFor, nameOf, operationText, outcomeText, outcomeTones } from './labels.ts'

/** One operation of the log: the request, the changes, the reason for a failure, and a retry. */
export function EventPanel({ eventId }: { eventId: string }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/company/scim-management', search: true })
  const query = useQuery(eventQuery(eventId))
  const event = query.data
  const title = event ? nameOf(event) : m.scim_event()
  useDocumentTitle(title)
  const gone = isGone(query.error)
  return (
    <SidePanel title={title} description={event ? operationText(event) : undefined} size="medium" onClose={close}>
      {event && !gone ? (
        <Details key={event.eventId} event={event} onClose={close} />
      ) : (
        <PanelBody>
          {gone ? (
            <EmptyState title={m.scim_event_gone_title()}>{m.scim_event_gone_text()}</EmptyState>
          ) : (
            <PendingState query={query} fallback={m.scim_error_event()} lines={10} />
          )}
        </PanelBody>
      )}
    </SidePanel>
  )
}

function Details({ event, onClose }: { event: ProvisioningEventDetail; onClose: () => void }) {
  const replay = useReplay(event)
  const footer: ReactNode = event.isReplayable ? (
    <>
      <Button onClick={onClose}>{m.ui_close()}</Button>
      {replay.preview === undefined ? (
        <Button kind="primary" loading={replay.isTrying} onClick={replay.tryIt}>
          {m.scim_replay_try()}
        </Button>
      ) : (
        <Button kind={replay.preview.status < 400 ? 'primary' : 'secondary'} loading={replay.isRunning} onClick={replay.run}>
          {replay.preview.status < 400 ? m.scim_replay_run() : m.scim_replay_anyway()}
        </Button>
      )}
    </>
  ) : undefined
  const content = (
    <div className={shared.page}>
      <Outcome event={event} />
      {replay.preview ? <ReplayPreview preview={replay.preview} of={event} /> : null}
      {event.changeCount > 0 ? (
        <section className={shared.part}>
          <h3>{event.isDryRun ? m.scim_would_change() : m.scim_changed()}</h3>
          <Changes changes={event.changes} />
          {event.changeCount > event.changes.length ? (
            <p className={shared.muted}>{m.scim_more_changes({ count: event.changeCount - event.changes.length })}</p>
          ) : null}
        </section>
      ) : null}
      <Received event={event} />
      <Particulars event={event} />
    </div>
  )
  return footer === undefined ? <PanelBody>{content}</PanelBody> : <PanelContent footer={footer}>{content}</PanelContent>
}

function Outcome({ event }: { event: ProvisioningEventDetail }) {
  if (event.status < 400) {
    return event.isDryRun ? <Callout tone="info">{m.scim_dry_run_nothing()}</Callout> : null
  }
  const advice = adviceFor(event)
  return (
    <Callout
      tone={event.outcome === 'limited' ? 'warning' : 'danger'}
      title={event.message ?? m.scim_failed_unknown({ status: event.status })}
      actions={event.replayedBy === null ? undefined : <EventLink eventId={event.replayedBy}>{m.scim_replay_open()}</EventLink>}
    >
      {event.replayedBy === null ? advice : m.scim_replayed_since()}
    </Callout>
  )
}

function EventLink({ eventId, children }: { eventId: string; children: ReactNode }) {
  return (
    <Link to="/company/scim-management/events/$eventId" params={{ eventId }} search>
      {children}
    </Link>
  )
}

function Received({ event: { method, path, body, isBodyCut } }: { event: ProvisioningEventDetail }) {
  const text = body === null ? undefined : JSON.stringify(body, null, 2)
  return (
    <section className={shared.part}>
      <div className={css.line}>
        <h3>{m.scim_received()}</h3>
        {text === undefined ? null : <CopyButton value={text} label={m.scim_copy_received()} />}
      </div>
      <p>
        <Mono>{`${method} ${path}`}</Mono>
      </p>
      {text === undefined ? (
        <p className={shared.muted}>{m.scim_received_nothing()}</p>
      ) : (
        <ScrollRegion label={m.scim_received()} className={css.received}>
          <pre>{text}</pre>
        </ScrollRegion>
      )}
      {isBodyCut ? <p className={shared.muted}>{m.scim_received_cut()}</p> : null}
    </section>
  )
}

function Particulars({ event }: { event: ProvisioningEventDetail }) {
  const items = [
    { term: m.scim_column_outcome(), value: <Status tone={outcomeTones[event.outcome]}>{outcomeText(event)}</Status> },
    { term: m.scim_answered(), value: event.scimType === null ? String(event.status) : `${event.status} ${event.scimType}` },
    ...(event.detail === null ? [] : [{ term: m.scim_told(), value: event.detail }]),
    { term: m.scim_column_when(), value: <RelativeTime value={event.occurredAt} /> },
    { term: m.scim_took(), value: m.scim_milliseconds({ milliseconds: formatNumber(event.durationMs) }) },
    { term: m.scim_column_token(), value: event.tokenName },
    ...(event.replayOf === null
      ? []
      : [
          {
            term: m.scim_replay_of(),
            value: <EventLink eventId={event.replayOf}>{m.scim_replay_of_by({ name: event.replayedByName ?? '' })}</EventLink>,
          },
        ]),
    ...(event.resourceId === null ? [] : [{ term: m.scim_resource_id(), value: <Mono>{event.resourceId}</Mono> }]),
    { term: m.scim_address(), value: event.address ?? '–' },
    { term: m.scim_client(), value: event.userAgent || '–' },
    { term: m.scim_request_id(), value: event.requestId === null ? '–' : <Mono>{event.requestId}</Mono> },
  ]
  return <DescriptionList items={items} />
}
