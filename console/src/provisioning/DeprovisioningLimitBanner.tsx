import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { decideDeprovisioningLimit } from '@steward/contract/provisioning/endpoints'
import type { DeprovisioningLimit } from '@steward/contract/provisioning/schemas'
import type { DeprovisioningLimitDecision } from '@steward/contract/provisioning/constants'
import { api } from '../api/client.ts'
import { problemCode, problemStatus } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Button, buttonClass } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { exactTime } from '../i18n/time.ts'
import css from './provisioning.module.css'
import { deprovisioningLimitTables } from './queries.ts'

const doneTexts: Record<DeprovisioningLimitDecision, () => string> = {
  release: m.scim_limit_released_done,
  keep: m.scim_limit_kept_done,
  resume: m.scim_limit_resumed_done,
}

interface DeprovisioningLimitBannerProps {
  deprovisioningLimit: DeprovisioningLimit
  /** Version of the displayed state, so that a newer decision is not overwritten unseen. */
  etag: string | undefined
}

/** The decision that the deprovisioning limit needs, or the one that was made; renders nothing while it only monitors. */
export function DeprovisioningLimitBanner({ deprovisioningLimit, etag }: DeprovisioningLimitBannerProps) {
  const [asks, setAsks] = useState(false)
  const decision = useMutation({
    mutationKey: ['decide_deprovisioning_limit'],
    mutationFn: (wanted: DeprovisioningLimitDecision) =>
      api(decideDeprovisioningLimit, { body: { decision: wanted }, ifMatch: etag ?? '*' }),
    onSuccess: (_, wanted) => alerts.success(doneTexts[wanted]()),
    onError: (error) =>
      problemStatus(error) === 412 || problemCode(error) === 'limit_decision_void'
        ? alerts.warning(m.scim_limit_decided_already())
        : alertFailure(error, m.scim_error_limit()),
    onSettled: () => {
      setAsks(false)
      void invalidateTables(deprovisioningLimitTables)
    },
  })
  if (deprovisioningLimit.state === 'watching' || deprovisioningLimit.state === 'off') return null
  const deciding = (wanted: DeprovisioningLimitDecision) => decision.isPending && decision.variables === wanted
  const release = <Button onClick={() => setAsks(true)}>{m.scim_limit_release()}</Button>
  const resume = (
    <Button loading={deciding('resume')} onClick={() => decision.mutate('resume')}>
      {m.scim_limit_resume()}
    </Button>
  )
  const waiting = (
    <Link to="/company/scim-management" search={{ outcome: ['limited'], dryRun: 'false' }} className={buttonClass('quiet')}>
      {m.scim_limit_show({ count: deprovisioningLimit.refused })}
    </Link>
  )
  const by = (
    <p className={css.muted}>
      {m.scim_limit_by({ name: deprovisioningLimit.decidedBy ?? '' })} <RelativeTime value={deprovisioningLimit.decidedAt} />
    </p>
  )
  return (
    <>
      {deprovisioningLimit.state === 'stopped' ? (
        <Callout
          tone="danger"
          role="alert"
          title={m.scim_limit_stopped_title({ count: deprovisioningLimit.limit })}
          actions={
            <>
              <Button kind="primary" loading={deciding('keep')} onClick={() => decision.mutate('keep')}>
                {m.scim_limit_keep()}
              </Button>
              {release}
              {waiting}
            </>
          }
        >
          <p>{m.scim_limit_stopped_text()}</p>
        </Callout>
      ) : deprovisioningLimit.state === 'kept' ? (
        <Callout
          tone="warning"
          role="status"
          title={m.scim_limit_kept_title()}
          actions={
            <>
              {resume}
              {release}
              {waiting}
            </>
          }
        >
          <p>{m.scim_limit_kept_text()}</p>
          {by}
        </Callout>
      ) : (
        <Callout
          tone="info"
          role="status"
          title={m.scim_limit_released_title({
            time: deprovisioningLimit.releasedUntil === null ? '' : exactTime(deprovisioningLimit.releasedUntil),
          })}
          actions={resume}
        >
          <p>{m.scim_limit_released_text()}</p>
          {by}
        </Callout>
      )}
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={m.scim_limit_release_title()}
        confirmLabel={m.scim_limit_release()}
        onConfirm={() => decision.mutate('release')}
        loading={deciding('release')}
      >
        <p>{m.scim_limit_release_text({ count: deprovisioningLimit.refused })}</p>
      </ConfirmDialog>
    </>
  )
}
