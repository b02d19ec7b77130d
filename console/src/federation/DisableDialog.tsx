import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { disableFederation } from '@steward/contract/federation/endpoints'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { Select } from '../ui/form/Select.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import css from './federation.module.css'
import { federationTables, impactQuery } from './queries.ts'
import { administratorLabel } from './labels.ts'

export interface DisableDialogProps {
  active: FederationSetup
  etag: string | undefined
  onClose: () => void
}

/** Asks before single sign-on is turned off, and says who is affected and how. */
export function DisableDialog({ active, etag, onClose }: DisableDialogProps) {
  const query = useQuery({ ...impactQuery, staleTime: 0 })
  const [chosen, setChosen] = useState(active.adminUsername)
  const disable = useMutation({
    mutationKey: ['sso_disable'],
    mutationFn: () => api(disableFederation, { body: { IsTestIdp: false, adminUsername: chosen }, ifMatch: etag }),
    onSuccess: ({ mailed }) => {
      void invalidateTables([...federationTables, 'app_user'])
      alerts.success(m.sso_disabled({ count: mailed }))
    },
    onError: (error) => alertFailure(error, m.sso_error_save()),
    onSettled: onClose,
  })
  const candidates = query.data?.breakGlassCandidates ?? []
  const username = candidates.some((one) => one.username === chosen) ? chosen : ''
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.sso_disable_question({ provider: active.providerName })}
      confirmLabel={m.sso_disable()}
      onConfirm={() => disable.mutate()}
      loading={disable.isPending || query.isPending}
    >
      {query.error || query.data === undefined ? (
        <PendingState query={query} fallback={m.sso_impact_failed()} lines={4} />
      ) : (
        <div className={css.stack}>
          <ul className={css.list}>
            {query.data.federatedSessions > 0 ? <li>{m.sso_disable_sessions({ count: query.data.federatedSessions })}</li> : null}
            {query.data.externalUsers > 0 ? <li>{m.sso_disable_mailed({ count: query.data.externalUsers })}</li> : null}
            <li>{m.sso_disable_keeps({ username: chosen })}</li>
          </ul>
          <Select
            label={m.sso_disable_who()}
            hint={m.sso_disable_who_hint()}
            value={username}
            onChange={setChosen}
            options={candidates.map((one) => ({ value: one.username, label: administratorLabel(one) }))}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
