import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { auditedTables } from '@steward/contract/audit-log/constants'
import { undoChange } from '@steward/contract/changes/endpoints'
import type { Preview } from '@steward/contract/changes/schemas'
import type { HistoryPart } from '@steward/contract/history/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import type { UndoRequest } from '../api/undo.ts'
import { entityLink } from '../audit-log/entityLink.ts'
import { Effects } from '../effects/Effects.tsx'
import { Parts } from '../effects/Parts.tsx'
import { previewed, previewQuery, type RestOfPeople } from '../effects/preview.ts'
import { changesSentence } from '../effects/sentence.ts'
import { MintedSecretDialog } from '../log-streams/MintedSecretDialog.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { SkeletonLines } from '../ui/display/states.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { conflictsOf, type UndoConflict } from './conflicts.ts'
import { Conflicts } from './Conflicts.tsx'
import { RestoredKeysDialog } from './RestoredKeysDialog.tsx'
import css from './UndoDialog.module.css'

interface UndoDialogProps extends UndoRequest {
  onClose: () => void
}

/** Shows what undoing a change would bring back and what it would not, then does it. */
export function UndoDialog({ changeId, title, onClose }: UndoDialogProps) {
  const navigate = useNavigate()
  const cancel = useRef<HTMLButtonElement>(null)
  const preview = useQuery(previewQuery(undoChange, { params: { changeId } }))
  const undo = useMutation({
    mutationKey: ['Changes_undo'],
    mutationFn: () => api(undoChange, { params: { changeId } }),
    // The answer can have secrets: it goes with the dialog.
    gcTime: 0,
    onSuccess: ({ keys, logStreams }) => {
      void invalidateTables(auditedTables)
      if (keys.length + logStreams.length === 0) finish()
    },
  })
  const finish = () => {
    onClose()
    const link = preview.data?.parts
      .map((part) =>
        entityLink({
          ...part,
          entity: { ...part.entity, isGone: part.type === 'Delete' },
        }),
      )
      .find(Boolean)
    const view = link && {
      label: m.ui_view(),
      onSelect: () => void navigate(link),
    }
    alerts.success(m.changes_undo_done(), view && { action: view })
  }
  if (undo.data !== undefined && undo.data.keys.length > 0) return <RestoredKeysDialog keys={undo.data.keys} onClose={finish} />
  // A change writes one log stream at most.
  const [stream] = undo.data?.logStreams ?? []
  if (stream !== undefined) return <MintedSecretDialog name={stream.logStreamName} secret={stream.secret} onClose={finish} />
  const error = undo.error ?? preview.error
  const conflicts = conflictsOf(error)
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={m.changes_undo_title()}
      description={title}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button
            kind="primary"
            loading={undo.isPending || preview.isPending}
            disabledReason={preview.error ? refusalReason(conflicts, preview.error) : undefined}
            onClick={() => undo.mutate()}
          >
            {m.changes_undo_confirm()}
          </Button>
        </>
      }
    >
      <div className={css.content}>
        {conflicts.length > 0 ? (
          <Conflicts conflicts={conflicts} />
        ) : error ? (
          <Callout tone="danger" role="alert">
            {problemMessage(error, m.changes_undo_failed())}
          </Callout>
        ) : null}
        {preview.data ? (
          <Returning preview={preview.data} rest={previewed(undoChange, { params: { changeId } }, preview).rest} />
        ) : preview.isPending ? (
          <SkeletonLines count={4} />
        ) : null}
      </div>
    </Dialog>
  )
}

const refusalReason = (conflicts: readonly UndoConflict[], error: unknown): string =>
  conflicts.length > 0 ? m.changes_conflict_reason() : problemMessage(error, m.changes_undo_failed())

/** Who is affected, and each record with the fields that come back. */
function Returning({ preview, rest }: { preview: Preview; rest: RestOfPeople }) {
  return (
    <>
      <Effects effects={preview.effects} rest={rest} sentence={changesSentence(preview)} />
      <section className={css.returning} aria-label={m.changes_undo_returns()}>
        <h3>{m.changes_undo_returns()}</h3>
        <Parts changed={preview} fateOf={fateOf} />
        {preview.parts.some(isKeyBack) ? <p className={css.muted}>{m.changes_undo_secrets()}</p> : null}
        {preview.parts.some(isStreamBack) ? <p className={css.muted}>{m.changes_undo_stream_secrets()}</p> : null}
      </section>
    </>
  )
}

const isStreamBack = ({ category, type }: HistoryPart): boolean => category === 'Log stream' && type === 'Create'
const isKeyBack = ({ category, type }: HistoryPart): boolean => category === 'API key' && type === 'Create'

const fates = { Create: m.changes_undo_created, Update: undefined, Delete: m.changes_deleted }

/** A setting that was first saved by the change has its default without it. */
const fateOf = ({ category, type }: HistoryPart): string | undefined =>
  category === 'Setting' && type === 'Delete' ? m.changes_undo_default() : fates[type]?.()
