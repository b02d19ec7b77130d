import { useMutation } from '@tanstack/react-query'
import { cancelFederation } from '@steward/contract/federation/endpoints'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { apiWithEtag } from '../api/client.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { keepFederation, type VersionedFederation } from './queries.ts'

export interface CancelDialogProps {
  draft: FederationSetup
  active: FederationSetup | null
  etag: string | undefined
  onClose: () => void
  /** Called with the version after the draft was discarded. */
  onDone: (left: VersionedFederation) => void
}

/** Asks before a draft is discarded. */
export function CancelDialog({ draft, active, etag, onClose, onDone }: CancelDialogProps) {
  const cancel = useMutation({
    mutationKey: ['sso_cancel'],
    mutationFn: () => apiWithEtag(cancelFederation, { ifMatch: etag }),
    onSuccess: (answer) => {
      keepFederation(answer.data, answer.etag)
      alerts.success(m.sso_draft_dropped())
      onDone(answer)
    },
    onError: (error) => {
      alertFailure(error, m.sso_error_save())
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.sso_cancel_question({ provider: draft.providerName })}
      confirmLabel={m.sso_cancel_confirm()}
      onConfirm={() => cancel.mutate()}
      loading={cancel.isPending}
    >
      <p>{active === null ? m.sso_cancel_text_inactive() : m.sso_cancel_text_active({ provider: active.providerName })}</p>
    </ConfirmDialog>
  )
}
