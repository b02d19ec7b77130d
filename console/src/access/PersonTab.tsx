import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { User } from '@steward/contract/users/schemas'
import { shownMoment } from '../api/moment.ts'
import { isGone } from '../api/problem.ts'
import { momentHash } from '../session/settings/hashes.ts'
import { Button } from '../ui/form/Button.tsx'
import { RemoteCombobox } from '../ui/form/RemoteCombobox.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { useOverlayHash } from '../ui/overlay/useOverlayHash.ts'
import { userChoices } from '../users/choiceSources.ts'
import { userQuery } from '../users/queries.ts'
import { fullName } from '../users/labels.ts'
import css from './AccessPage.module.css'
import { AccessExplainer } from './AccessExplainer.tsx'
import type { AccessSearch } from './search.ts'

/** Explains any user's access: whether they can open a page, have a permission or do an action, and why. */
export function PersonTab({ search: { user: userId, ask } }: { search: AccessSearch }) {
  const navigate = useNavigate()
  const showOverlay = useOverlayHash()
  /** Whether a person was chosen here: then the question comes next. */
  const [isAsked, setAsked] = useState(false)
  const user = useQuery({ ...userQuery(userId ?? ''), enabled: userId !== undefined })
  const known: User | undefined = userId === undefined ? undefined : user.data?.data
  const change = (patch: AccessSearch) =>
    void navigate({ to: '/user-administration/access', search: (previous) => ({ ...previous, ...patch }), replace: true })
  return (
    <div className={css.page}>
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
      {shownMoment() === undefined ? (
        <Button className={css.moment} icon={<History />} onClick={() => showOverlay(momentHash)}>
          {m.shell_moment()}
        </Button>
      ) : null}
      {userId === undefined ? (
        <EmptyState title={m.access_empty_title()}>{m.access_empty_text()}</EmptyState>
      ) : isGone(user.error) ? (
        <Gone isPast={shownMoment() !== undefined} />
      ) : known === undefined ? (
        <PendingState query={user} fallback={m.users_error_get()} lines={5} />
      ) : (
        <>
          <AccessExplainer
            username={known.username}
            name={fullName(known)}
            userId={known.userId}
            ask={ask}
            onAsk={(next) => change({ ask: next })}
            autoFocus={isAsked && ask === undefined}
            level={2}
          />
          <Link to="/user-administration/users/$userId/access" params={{ userId: known.userId }} search={{}}>
            {m.access_all_of_user({ name: fullName(known) })}
          </Link>
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
