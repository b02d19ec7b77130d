import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { GrantOption } from '@steward/contract/access/schemas'
import { alerts } from '../api/alerts.ts'
import { problemMessage } from '../api/problem.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { SkeletonLines } from '../ui/display/states.tsx'
import { Button } from '../ui/form/Button.tsx'
import { RadioGroup } from '../ui/form/RadioGroup.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import css from './GrantDialog.module.css'
import { makeGrant } from './makeGrant.ts'
import { grantsQuery } from './queries.ts'
import { actionTitle } from './questions.ts'
import type { Asked } from './remedies.ts'

/** Actions named of what a grant also gives. */
const named = 12

/** Part of an element's id, so without spaces. */
const keyOf = ({ groupId, role }: GrantOption): string => (role === null ? groupId : `${groupId}-${role.roleId}`)
const labelOf = ({ groupName, role }: GrantOption, name: string): string =>
  role === null ? m.access_grant_join({ name, group: groupName }) : m.access_grant_add_role({ role: role.roleName, group: groupName })

/** The smallest grants that would do, what else each gives, and the one that is chosen done. */
export function GrantDialog({ asked, ask, onClose }: { asked: Asked; ask: string; onClose: () => void }) {
  const { name, userId } = asked
  const query = useQuery({ ...grantsQuery(userId, ask), staleTime: 0 })
  const [chosen, setChosen] = useState<string>()
  const cancel = useRef<HTMLButtonElement>(null)
  const options = query.data?.items ?? []
  const option = options.find((one) => keyOf(one) === chosen) ?? options[0]
  const grant = useMutation({
    mutationKey: ['AccessManagement_grant'],
    mutationFn: (given: GrantOption) => makeGrant(userId, given),
    onSuccess: (refused) => {
      if (refused !== undefined) return
      alerts.success(m.access_grant_done({ name }))
      onClose()
    },
  })
  const failure = grant.error ? problemMessage(grant.error, m.access_grant_failed()) : grant.data
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.access_grant_title({ name })}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          {option ? (
            <Button kind={option.isAdministrator ? 'danger' : 'primary'} loading={grant.isPending} onClick={() => grant.mutate(option)}>
              {option.role === null
                ? m.access_grant_confirm_join({ group: option.groupName })
                : m.access_grant_confirm_role({ role: option.role.roleName })}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={css.body}>
        {query.data === undefined ? (
          <PendingState query={query} fallback={m.access_grant_error()}>
            <div role="status" aria-label={m.access_grant_loading()}>
              <SkeletonLines count={4} />
            </div>
          </PendingState>
        ) : option === undefined ? (
          <p>{m.access_grant_none()}</p>
        ) : (
          <>
            {options.length > 1 ? (
              <RadioGroup
                label={m.access_grant_choose()}
                options={options.map((one) => ({ value: keyOf(one), label: labelOf(one, name) }))}
                value={keyOf(option)}
                onChange={setChosen}
              />
            ) : (
              <p className={css.single}>{labelOf(option, name)}</p>
            )}
            <Effect option={option} name={name} />
          </>
        )}
        {failure === undefined ? null : (
          <Callout tone="danger" role="alert">
            {failure}
          </Callout>
        )}
      </div>
    </Dialog>
  )
}

function Effect({ option, name }: { option: GrantOption; name: string }) {
  return (
    <div className={css.effect} aria-live="polite">
      {option.isAdministrator ? (
        <Callout tone="warning">{m.access_grant_administrator({ name })}</Callout>
      ) : (
        <>
          <GainLoss label={m.access_grant_needed()} names={option.needed.map(actionTitle)} tone="success" shown={named} />
          {option.others.length === 0 ? (
            <p>{m.access_grant_nothing_else()}</p>
          ) : (
            <GainLoss label={m.access_grant_others()} names={option.others.map(actionTitle)} tone="success" shown={named} />
          )}
        </>
      )}
      {option.role !== null && option.groupUserCount > 1 ? (
        <Callout tone="warning">{m.access_grant_reaches({ count: option.groupUserCount, group: option.groupName })}</Callout>
      ) : null}
    </div>
  )
}
