import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enableFederation } from '@steward/contract/federation/endpoints'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { apiWithEtag } from '../api/client.ts'
import { useUser } from '../session/token/state.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Button } from '../ui/form/Button.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import css from './federation.module.css'
import { impactQuery, keepFederation } from './queries.ts'

export interface EnableStepProps {
  draft: FederationSetup
  active: FederationSetup | null
  etag: string | undefined
  onBack: () => void
  onCancel: () => void
  onDone: () => void
}

/** The effect of enabling and who is affected, before it is confirmed. */
export function EnableStep({ draft, active, etag, onBack, onCancel, onDone }: EnableStepProps) {
  const [asking, setAsking] = useState(false)
  const enable = useMutation({
    mutationKey: ['sso_enable'],
    mutationFn: () => apiWithEtag(enableFederation, { body: { IsTestIdp: false }, ifMatch: etag }),
    onSuccess: (answer) => {
      keepFederation(answer.data, answer.etag)
      alerts.success(m.sso_enabled({ provider: draft.providerName }))
      onDone()
    },
    onError: (error) => alertFailure(error, m.sso_error_save()),
    onSettled: () => setAsking(false),
  })
  return (
    <div className={css.stack}>
      <section className={css.section} aria-labelledby="sso-enable">
        <h3 id="sso-enable">{m.sso_enable_title()}</h3>
        <Consequences draft={draft} active={active} />
      </section>
      <div className={css.buttons}>
        <Button
          kind="primary"
          disabledReason={draft.isTested ? undefined : m.sso_enable_untested()}
          loading={enable.isPending}
          onClick={() => setAsking(true)}
        >
          {m.sso_enable()}
        </Button>
        <Button onClick={onBack}>{m.sso_back()}</Button>
        <Button kind="quiet" onClick={onCancel}>
          {m.sso_cancel_confirm()}
        </Button>
      </div>
      {asking ? (
        <ConfirmDialog
          open
          danger={false}
          onClose={() => setAsking(false)}
          title={m.sso_enable_question({ provider: draft.providerName })}
          confirmLabel={m.sso_enable()}
          onConfirm={() => enable.mutate()}
          loading={enable.isPending}
        >
          <Consequences draft={draft} active={active} />
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function Consequences({ draft, active }: Pick<EnableStepProps, 'draft' | 'active'>) {
  const query = useQuery(impactQuery)
  const { username } = useUser()
  if (query.error || query.data === undefined) return <PendingState query={query} fallback={m.sso_impact_failed()} lines={4} />
  const { passwordUsers, passwordSessions } = query.data
  return (
    <ul className={css.list}>
      {active === null ? (
        <>
          {passwordUsers > 0 ? <li>{m.sso_enable_people({ count: passwordUsers, provider: draft.providerName })}</li> : null}
          {passwordSessions > 0 ? <li>{m.sso_enable_sessions({ count: passwordSessions })}</li> : null}
        </>
      ) : (
        <li>{m.sso_enable_replaces({ provider: active.providerName })}</li>
      )}
      <li>{m.sso_enable_break_glass({ username: draft.adminUsername })}</li>
      <li>{m.sso_enable_new()}</li>
      {active === null && username !== draft.adminUsername ? <li>{m.sso_enable_own_session()}</li> : null}
    </ul>
  )
}
