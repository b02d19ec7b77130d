import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { replayProvisioningEvent } from '@steward/contract/provisioning/endpoints'
import type { ProvisioningEventDetail } from '@steward/contract/provisioning/schemas'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { Changes } from './Changes.tsx'
import css from './provisioning.module.css'
import { eventTables } from './queries.ts'
import { adviceFor, nameOf } from './labels.ts'

/** Runs a failed operation again, after a dry run that shows what would happen. */
export function useReplay(event: ProvisioningEventDetail) {
  const navigate = useNavigate()
  const call = (dryRun: boolean) => api(replayProvisioningEvent, { params: { eventId: event.eventId }, body: { dryRun } })
  const trial = useMutation({
    mutationKey: ['try_provisioning_event'],
    mutationFn: () => call(true),
    onError: (error) => alertFailure(error, m.scim_error_replay()),
  })
  const run = useMutation({
    mutationKey: ['replay_provisioning_event'],
    mutationFn: () => call(false),
    onSuccess: (replayed) => {
      void invalidateTables(eventTables)
      if (replayed.status < 400) alerts.success(m.scim_replay_done({ name: nameOf(replayed) }))
      else alerts.danger(m.scim_replay_failed({ name: nameOf(replayed), message: replayed.message ?? '' }))
      void navigate({ to: '/company/scim-management/events/$eventId', params: { eventId: replayed.eventId }, search: true })
    },
    onError: (error) => alertFailure(error, m.scim_error_replay()),
  })
  return {
    preview: trial.data,
    isTrying: trial.isPending,
    isRunning: run.isPending,
    tryIt: () => trial.mutate(),
    run: () => run.mutate(),
  }
}

/** The result of the dry run. */
export function ReplayPreview({ preview, of }: { preview: ProvisioningEventDetail; of: ProvisioningEventDetail }) {
  if (preview.status >= 400 && preview.message === of.message) {
    return (
      <Callout tone="danger" role="status" title={m.scim_preview_fails()}>
        {m.scim_preview_same()}
      </Callout>
    )
  }
  if (preview.status >= 400) {
    return (
      <Callout tone="danger" role="status" title={m.scim_preview_fails()}>
        <p>{preview.message ?? m.scim_failed_unknown({ status: preview.status })}</p>
        <p>{adviceFor(preview)}</p>
      </Callout>
    )
  }
  return (
    <Callout tone="success" role="status" title={preview.changeCount > 0 ? m.scim_preview_changes() : m.scim_preview_nothing()}>
      <div className={css.stack}>
        <Changes changes={preview.changes} />
      </div>
    </Callout>
  )
}
