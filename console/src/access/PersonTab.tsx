import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { User } from '@steward/contract/users/schemas'
import { isGone } from '../api/problem.ts'
import { RemoteCombobox } from '../ui/form/RemoteCombobox.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { userChoices } from '../users/choiceSources.ts'
import { userQuery } from '../users/queries.ts'
import { fullName } from '../users/labels.ts'
import css from './AccessPage.module.css'
import { AccessExplainer } from './AccessExplainer.tsx'
import { AsOfField } from './AsOfField.tsx'
import { AsOfNotice } from './AsOfNotice.tsx'
import { pastUserQuery } from './pastQueries.ts'
import type { AccessSearch } from './search.ts'

/** Explains any user's access: whether they can open a page, have a permission or do an action, and why. */
export function PersonTab({ search: { user: userId, ask, asOf } }: { search: AccessSearch }) {
  const navigate = useNavigate()
  /** Whether a person was chosen here: then the question comes next. */
  const [isAsked, setAsked] = useState(false)
  const current = useQuery({ ...userQuery(userId ?? ''), enabled: userId !== undefined && asOf === undefined })
  const past = useQuery({ ...pastUserQuery(userId ?? '', asOf ?? ''), enabled: userId !== undefined && asOf !== undefined })
  const user = asOf === undefined ? current : past
  const found = asOf === undefined ? current.data?.data : past.data
  const known: User | undefined = userId === undefined ? undefined : found
  const change = (patch: AccessSearch) =>
    void navigate({ to: '/user-administration/access', search: (previous) => ({ ...previous, ...patch }), replace: true })
  return (
    <div className={css.page}>
      {asOf === undefined ? null : <AsOfNotice asOf={asOf} onBack={() => change({ asOf: undefined })} />}
      <RemoteCombobox
        label={m.access_user()}
        placeholder={m.access_user_find()}
        source={userChoices}
        value={known ? { value: known.userId, label: fullName(known), detail: known.email } : null}
        autoFocus={userId === undefined}
        onChange={(choice) => {
          setAsked(true)
          change({ user: choice?.value })
        }}
      />
      <AsOfField asOf={asOf} onChange={(next) => change({ asOf: next })} />
      {userId === undefined ? (
        <EmptyState title={m.access_empty_title()}>{m.access_empty_text()}</EmptyState>
      ) : isGone(user.error) ? (
        <Gone isPast={asOf !== undefined} />
      ) : known === undefined && user.error ? (
        <ErrorState error={user.error} fallback={m.users_error_get()} onRetry={() => void user.refetch()} retrying={user.isFetching} />
      ) : known === undefined ? (
        <SkeletonLines count={5} />
      ) : (
        <>
          <AccessExplainer
            username={known.username}
            name={fullName(known)}
            userId={known.userId}
            ask={ask}
            asOf={asOf}
            onAsk={(next) => change({ ask: next })}
            autoFocus={isAsked && ask === undefined}
            level={2}
          />
          {asOf === undefined ? (
            <Link to="/user-administration/users/$userId/access" params={{ userId: known.userId }} search={{}}>
              {m.access_all_of_user({ name: fullName(known) })}
            </Link>
          ) : (
            <Link to="/user-administration/access/as-of" search={{ record: 'user', id: known.userId, asOf }}>
              {m.access_as_of_record({ name: fullName(known) })}
            </Link>
          )}
        </>
      )}
    </div>
  )
}

function Gone({ isPast }: { isPast: boolean }) {
  return isPast ? (
    <EmptyState title={m.access_as_of_gone_title()}>{m.access_as_of_gone_text()}</EmptyState>
  ) : (
    <EmptyState title={m.users_gone_title()}>{m.users_gone_text()}</EmptyState>
  )
}
