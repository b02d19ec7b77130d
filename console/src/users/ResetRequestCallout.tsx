import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { decideFactorReset } from '@steward/contract/session/factors'
import type { ResetRequest } from '@steward/contract/session/factors-schemas'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { factorTables } from '../session/factors/tables.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { Button } from '../ui/form/Button.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import shared from './users.module.css'

interface ResetRequestCalloutProps {
  userId: string
  name: string
  request: ResetRequest
  /** Why the caller cannot edit users. */
  reason: string | undefined
}

/** A reset that waits for another administrator, who approves or refuses it here; who asked can withdraw it. */
export function ResetRequestCallout({ userId, name, request, reason }: ResetRequestCalloutProps) {
  const { requestId, askedBy, callerIs } = request
  const [isApproving, setApproving] = useState(false)
  const decide = useMutation({
    mutationKey: ['UserManagement_decide_factor_reset'],
    mutationFn: (decision: 'approve' | 'refuse') => api(decideFactorReset, { params: { userId, requestId }, body: { decision } }),
    onSuccess: (_, decision) => {
      setApproving(false)
      if (decision === 'approve') alerts.success(m.users_factors_reset_done({ name }))
      else alerts.success(callerIs === 'asker' ? m.users_factors_withdrawn() : m.users_factors_refused())
    },
    onSettled: () => void invalidateTables([...factorTables, 'factor_reset_request', 'user_session', 'app_user']),
  })
  const failure = decide.error ? (
    <Callout tone="danger" role="alert">
      {problemMessage(decide.error, m.users_factors_decide_failed())}
    </Callout>
  ) : null
  const approve = () => {
    decide.reset()
    setApproving(true)
  }
  const buttons = (
    <>
      {callerIs === 'approver' ? (
        <Button small kind="primary" disabledReason={reason} onClick={approve}>
          {m.users_factors_approve()}
        </Button>
      ) : null}
      <Button small disabledReason={reason} loading={decide.isPending && !isApproving} onClick={() => decide.mutate('refuse')}>
        {callerIs === 'asker' ? m.users_factors_withdraw() : m.users_factors_refuse()}
      </Button>
    </>
  )
  return (
    <>
      <Callout tone="warning" actions={callerIs === 'reader' ? undefined : buttons}>
        <p>{m.users_factors_request({ asker: askedBy, reason: request.reason })}</p>
        <p>
          {callerIs === 'approver' ? null : `${m.users_factors_request_wait()} `}
          {m.users_factors_request_expires()} <RelativeTime value={request.expiresTime} />
        </p>
      </Callout>
      {isApproving ? null : failure}
      {isApproving ? (
        <ConfirmDialog
          open
          onClose={() => setApproving(false)}
          title={m.users_factors_reset_title({ name })}
          confirmLabel={m.users_factors_approve()}
          onConfirm={() => decide.mutate('approve')}
          loading={decide.isPending}
        >
          <div className={shared.stack}>
            {failure}
            <p>{m.users_factors_reset_text()}</p>
          </div>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
