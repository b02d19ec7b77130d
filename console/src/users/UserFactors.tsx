import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { listUserFactors } from '@steward/contract/session/factors'
import { endpointQuery } from '../api/query.ts'
import { FactorRow } from '../session/factors/FactorRow.tsx'
import { factorTables } from '../session/factors/tables.ts'
import rows from '../session/rows.module.css'
import { PendingState } from '../ui/display/PendingState.tsx'
import { Button } from '../ui/form/Button.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import type { ResetFactorsDialogProps } from './ResetFactorsDialog.tsx'
import { ResetRequestCallout } from './ResetRequestCallout.tsx'
import shared from './users.module.css'

const ResetFactorsDialog = deferred<ResetFactorsDialogProps & { open?: boolean }>(
  async () => (await import('./ResetFactorsDialog.tsx')).ResetFactorsDialog,
)

/** A role decides whether a reset needs approval. */
const resetTables = [...factorTables, 'factor_reset_request', 'datastore_entry', 'group_member'] as const

export interface UserFactorsProps {
  userId: string
  name: string
  /** Why they cannot be reset. */
  reason: string | undefined
}

/** A user's second factors, and their reset. */
export function UserFactors({ userId, name, reason }: UserFactorsProps) {
  const query = useQuery(endpointQuery(listUserFactors, resetTables, { params: { userId } }))
  const [isAsking, setAsking] = useState(false)
  if (query.data === undefined) return <PendingState query={query} fallback={m.users_error_factors()} lines={3} />
  const { factors, recoveryCodesLeft, resetEffect, resetRequest } = query.data
  return (
    <section className={shared.stack} aria-labelledby="second-factor">
      <div className={shared.between}>
        <h3 id="second-factor">{m.users_factors()}</h3>
        {factors.length === 0 || resetRequest ? null : (
          <Button small disabledReason={reason} onClick={() => setAsking(true)}>
            {resetEffect === 'approval' ? m.users_factors_ask() : m.users_factors_reset()}
          </Button>
        )}
      </div>
      {resetRequest ? <ResetRequestCallout userId={userId} name={name} request={resetRequest} reason={reason} /> : null}
      {factors.length === 0 ? (
        <p className={shared.muted}>{m.users_factors_none({ name })}</p>
      ) : (
        <>
          <ul className={rows.rows} aria-label={m.users_factors()}>
            {factors.map((factor) => (
              <FactorRow key={factor.factorId} factor={factor} />
            ))}
          </ul>
          <p className={shared.muted}>{m.users_factors_codes({ count: recoveryCodesLeft })}</p>
        </>
      )}
      {isAsking ? <ResetFactorsDialog userId={userId} name={name} effect={resetEffect} onClose={() => setAsking(false)} /> : null}
    </section>
  )
}
