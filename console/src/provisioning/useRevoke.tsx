import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { revokeScimToken } from '@steward/contract/provisioning/endpoints'
import type { ScimToken } from '@steward/contract/provisioning/schemas'
import { api } from '../api/client.ts'
import { problemStatus } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { tokenTables } from './queries.ts'

/** Revokes a token: with a confirmation, or immediately if the user searched for a leaked token. */
export function useRevoke(): { ask: (token: ScimToken) => void; now: (token: ScimToken) => void; isPending: boolean; dialog: ReactNode } {
  const [asked, setAsked] = useState<ScimToken>()
  const close = () => setAsked(undefined)
  const revocation = useMutation({
    mutationKey: ['revoke_scim_token'],
    mutationFn: ({ scimTokenId }: ScimToken) => api(revokeScimToken, { params: { scimTokenId } }),
    onSuccess: (_, token) => alerts.success(m.scim_revoke_done({ name: token.tokenName })),
    // Another administrator has already revoked it.
    onError: (error) =>
      problemStatus(error) === 404 ? alerts.warning(m.scim_revoked_already()) : alertFailure(error, m.scim_error_revoke()),
    onSettled: () => {
      close()
      void invalidateTables(tokenTables)
    },
  })
  return {
    ask: setAsked,
    now: (token) => revocation.mutate(token),
    isPending: revocation.isPending,
    dialog: asked ? (
      <ConfirmDialog
        open
        onClose={close}
        title={m.scim_revoke_title({ name: asked.tokenName })}
        confirmLabel={m.scim_revoke_confirm({ name: asked.tokenName })}
        onConfirm={() => revocation.mutate(asked)}
        loading={revocation.isPending}
      >
        <p>{m.scim_revoke_text()}</p>
      </ConfirmDialog>
    ) : null,
  }
}
