import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { formatList } from '../../i18n/format.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import css from './AssignDialog.module.css'
import { AssignGroups } from './AssignGroups.tsx'
import { assign, type Assignable, type AssignmentChange, changeOf, type Choices } from './assignment.ts'
import { AssignTags } from './AssignTags.tsx'
import type { ManagedJob } from './managedJob.ts'
import manage from './manage.module.css'
import { useJobChange } from './useJobChange.tsx'

const unchanged: Choices = new Map()
const noNames: ReadonlyMap<string, string> = new Map()

/** Assigns tags and user groups to one job or several, and takes them away. Only what changed is sent. */
export function AssignDialog({ jobs, onClose }: { jobs: readonly ManagedJob[]; onClose: () => void }) {
  const [tags, setTags] = useState(unchanged)
  const [groups, setGroups] = useState(unchanged)
  const [names, setNames] = useState(noNames)
  const [isLeaving, setIsLeaving] = useState(false)
  const change = useJobChange({
    mutationKey: 'JobLog_assign',
    jobs,
    run: (wanted: { tags: AssignmentChange; groups: AssignmentChange }) => assign(jobs, wanted.tags, wanted.groups),
    done: m.jobs_manage_assign_done,
    failedTitle: m.jobs_manage_assign_failed,
    failedText: m.jobs_manage_saved,
    fallback: m.jobs_manage_assign_error(),
    onClose,
    keepsOpen: true,
  })
  if (change.result !== null) return change.result
  const of = { count: jobs.length, name: jobs[0]?.jobId ?? '' }
  const isChanged = tags.size + groups.size > 0
  const leave = () => (isChanged ? setIsLeaving(true) : onClose())
  const choose = (set: (choices: Choices) => void) => (choices: Choices, item: Assignable) => {
    set(choices)
    setNames(new Map([...names, [item.id, item.name]]))
  }
  return (
    <Dialog
      open
      onClose={leave}
      size="medium"
      title={m.jobs_manage_assign_title(of)}
      footer={
        <>
          {change.failure === undefined ? null : (
            <div className={css.failure}>
              <Callout tone="danger" role="alert">
                {change.failure}
              </Callout>
            </div>
          )}
          <Button onClick={leave}>{m.ui_cancel()}</Button>
          <Button
            kind="primary"
            loading={change.isPending}
            disabledReason={isChanged ? undefined : m.users_unchanged()}
            onClick={() => change.start({ tags: changeOf(tags), groups: changeOf(groups) })}
          >
            {m.jobs_manage_assign_save({ count: jobs.length })}
          </Button>
        </>
      }
    >
      <div className={manage.stack}>
        <div className={css.parts}>
          <AssignTags jobs={jobs} choices={tags} onChoose={choose(setTags)} />
          <AssignGroups jobs={jobs} choices={groups} onChoose={choose(setGroups)} />
        </div>
        <Changes choices={new Map([...tags, ...groups])} names={names} />
      </div>
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setIsLeaving(false)}
        title={m.ui_discard_title()}
        confirmLabel={m.ui_discard_confirm()}
        cancelLabel={m.ui_discard_cancel()}
        onConfirm={onClose}
        loading={false}
      >
        {m.ui_discard_text()}
      </ConfirmDialog>
    </Dialog>
  )
}

/** What saving would do, also of what a search has hidden. */
function Changes({ choices, names }: { choices: Choices; names: ReadonlyMap<string, string> }) {
  const { add, remove } = changeOf(choices)
  const named = (ids: readonly string[]) => formatList(ids.map((id) => names.get(id) ?? id))
  if (choices.size === 0) return null
  return (
    <div className={css.changes}>
      {add.length === 0 ? null : <p>{m.jobs_manage_added({ names: named(add) })}</p>}
      {remove.length === 0 ? null : <p>{m.jobs_manage_removed({ names: named(remove) })}</p>}
    </div>
  )
}
