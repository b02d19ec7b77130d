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
import { RestoreDialog } from './RestoreDialog.tsx'

const pollMs = 700

const labels: Record<UserChangeRun['change']['action'], () => string> = {
  delete: m.users_delete,
  restore: m.users_restore,
  disable: m.users_disable,
  enable: m.users_enable,
  resendActivation: m.users_resend,
  sendPasswordLink: m.users_password_link,
  unlock: m.users_unlock,
  endSessions: m.users_sign_out,
  addToGroup: m.users_add_to_group,
  removeFromGroup: m.users_remove_from_group,
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
    <section className={css.run} aria-label={labels[run.change.action]()}>
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
      <span className={css.label}>{labels[run.change.action]()}</span>
      <progress className={css.bar} max={run.total} value={run.done} aria-label={labels[run.change.action]()} aria-valuetext={text} />
      <span className={css.text}>{text}</span>
      <Button small loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {m.ui_cancel()}
      </Button>
    </div>
  )
}

const titles: Record<Exclude<UserChangeRun['status'], 'running'>, (inputs: { action: string }) => string> = {
  done: m.users_run_done,
  cancelled: m.users_run_cancelled,
  failed: m.users_run_stopped,
}

function Finished({ run, onShow }: { run: UserChangeRun; onShow: ChangeRunProps['onShow'] }) {
  const [showsFailures, setShowsFailures] = useState(false)
  const [asks, setAsks] = useState(false)
  const undo = useMutation({
    mutationFn: () => api(undoUserChange, { params: { userChangeId: run.userChangeId } }),
    onSuccess: (next) => onShow(next.userChangeId),
    onError: (error) => alertFailure(error, m.users_error_update()),
  })
  if (run.status === 'running') return null
  return (
    <>
      <Callout
        tone={run.status === 'done' && run.failed === 0 ? 'success' : 'warning'}
        role="status"
        title={titles[run.status]({ action: labels[run.change.action]() })}
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
        {m.users_run_result({ count: run.succeeded, total: formatNumber(run.total) })}
        {run.failed > 0 ? ` ${m.users_run_failed({ count: run.failed })}` : null}
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
