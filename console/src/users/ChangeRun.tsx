import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cancelUserChange, getUserChange, undoUserChange } from '@steward/contract/users/matching-endpoints'
import type { UserChangeRun } from '@steward/contract/users/matching-schemas'
import { alertFailure } from '../api/alertFailure.ts'
import { api } from '../api/client.ts'
import { formatNumber } from '../i18n/time.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { Button } from '../ui/form/Button.tsx'
import { BulkResultDialog } from '../ui/overlay/BulkResult.tsx'
import css from './ChangeRun.module.css'
import { groupChoices } from './choiceSources.ts'
import { RestoreDialog } from './RestoreDialog.tsx'

const pollMs = 700

interface ActionTexts {
  label: () => string
  /** What came of it, for that many users. */
  result: (inputs: { count: number; group: string }) => string
}

const texts: Record<UserChangeRun['change']['action'], ActionTexts> = {
  delete: { label: m.users_delete, result: m.users_run_deleted },
  restore: { label: m.users_restore, result: m.users_run_restored },
  disable: { label: m.users_disable, result: m.users_run_disabled },
  enable: { label: m.users_enable, result: m.users_run_enabled },
  resendActivation: { label: m.users_resend, result: m.users_run_invited },
  sendPasswordLink: { label: m.users_password_link, result: m.users_run_password_links },
  unlock: { label: m.users_unlock, result: m.users_run_unlocked },
  endSessions: { label: m.users_sign_out, result: m.users_run_signed_out },
  addToGroup: { label: m.users_add_to_group, result: m.users_run_added },
  removeFromGroup: { label: m.users_remove_from_group, result: m.users_run_removed },
}

export interface ChangeRunProps {
  userChangeId: string
  /** Shows another change instead, such as the one that takes this one back; undefined for none. */
  onShow: (userChangeId: string | undefined) => void
}

/** How far a change of all matching users is, and what came of it. */
export function ChangeRun({ userChangeId, onShow }: ChangeRunProps) {
  const { data: run } = useQuery({
    queryKey: ['user-change', userChangeId],
    queryFn: () => api(getUserChange, { params: { userChangeId } }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === 'running' ? pollMs : false),
    retry: false,
    meta: { tables: [] },
  })
  if (run === undefined) return null
  return (
    <section className={css.run} aria-label={texts[run.change.action].label()}>
      {run.status === 'running' ? <Running run={run} /> : <Finished run={run} onShow={onShow} />}
    </section>
  )
}

function Running({ run }: { run: UserChangeRun }) {
  const cancel = useMutation({
    mutationFn: () => api(cancelUserChange, { params: { userChangeId: run.userChangeId } }),
    onError: (error) => alertFailure(error, m.users_error_update()),
  })
  const text = m.users_run_progress({ done: formatNumber(run.done), total: formatNumber(run.total) })
  return (
    <div className={css.running}>
      <span className={css.label}>{texts[run.change.action].label()}</span>
      <progress className={css.bar} max={run.total} value={run.done} aria-label={texts[run.change.action].label()} aria-valuetext={text} />
      <span className={css.text}>{text}</span>
      <Button small loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {m.ui_cancel()}
      </Button>
    </div>
  )
}

function Finished({ run, onShow }: { run: UserChangeRun; onShow: ChangeRunProps['onShow'] }) {
  const [showsFailures, setShowsFailures] = useState(false)
  const [asks, setAsks] = useState(false)
  const undo = useMutation({
    mutationFn: () => api(undoUserChange, { params: { userChangeId: run.userChangeId } }),
    onSuccess: (next) => onShow(next.userChangeId),
    onError: (error) => alertFailure(error, m.users_error_update()),
  })
  const outcome = useOutcome(run)
  return (
    <>
      <Callout
        tone={run.status === 'done' && run.failed === 0 ? 'success' : 'warning'}
        role="status"
        title={outcome.title}
        actions={
          <>
            {run.canUndo ? (
              <Button small loading={undo.isPending} onClick={() => (run.change.action === 'delete' ? setAsks(true) : undo.mutate())}>
                {m.users_undo()}
              </Button>
            ) : null}
            {run.failed > 0 ? (
              <Button small onClick={() => setShowsFailures(true)}>
                {m.users_run_failures()}
              </Button>
            ) : null}
            <Button kind="quiet" small onClick={() => onShow(undefined)}>
              {m.ui_close()}
            </Button>
          </>
        }
      >
        {outcome.text}
      </Callout>
      {asks ? (
        <RestoreDialog
          userChangeId={run.userChangeId}
          count={run.succeeded}
          onClose={() => setAsks(false)}
          onConfirm={() => undo.mutate()}
          loading={undo.isPending}
        />
      ) : null}
      {showsFailures ? (
        <BulkResultDialog
          title={m.users_bulk_failed_title({ count: run.failed })}
          text={m.users_bulk_failed_text({ succeeded: formatNumber(run.succeeded), total: formatNumber(run.total) })}
          failures={run.failures.map((one) => ({ id: one.userId, name: one.username, message: one.message }))}
          onClose={() => setShowsFailures(false)}
        />
      ) : null}
    </>
  )
}

/** What came of a finished change: how many users it changed, and how many it did not. */
function useOutcome({ status, change, succeeded, total }: UserChangeRun): { title: string; text: string } {
  const groupId = 'groupId' in change ? change.groupId : undefined
  const { data: group } = useQuery({ ...groupChoices.named(groupId ?? ''), enabled: groupId !== undefined, retry: false })
  const changed =
    succeeded === 0 ? m.users_run_none() : texts[change.action].result({ count: succeeded, group: group?.label ?? m.users_run_the_group() })
  const unchanged = succeeded > 0 && succeeded < total ? m.users_run_failed({ count: total - succeeded }) : ''
  if (status === 'done') return { title: changed, text: unchanged }
  return { title: status === 'cancelled' ? m.users_run_cancelled() : m.users_run_stopped(), text: `${changed} ${unchanged}` }
}
