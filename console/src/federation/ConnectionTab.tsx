import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Federation, FederationWarning } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../ui/display/Callout.tsx'
import { failureOf, SkeletonLines } from '../ui/display/states.tsx'
import { ActiveConnection } from './ActiveConnection.tsx'
import css from './federation.module.css'
import { federationQuery } from './queries.ts'
import { warningPlace, warningText, warningTone } from './warningMessages.ts'
import { Wizard } from './Wizard.tsx'

/** The setup wizard, or the active connection. */
export function ConnectionTab() {
  const query = useQuery(federationQuery)
  const [isChanging, setIsChanging] = useState(false)
  // The page says above its tabs why it failed.
  if (query.data === undefined) return failureOf(query) ? null : <SkeletonLines count={10} />
  const { data: federation, etag } = query.data
  const { active, draft } = federation
  const isSettingUp = active === null || draft !== null || isChanging
  return (
    <div className={css.page}>
      <Warnings federation={federation} />
      {isSettingUp ? (
        <Wizard federation={federation} etag={etag} onLeave={active === null ? undefined : () => setIsChanging(false)} />
      ) : null}
      {active === null ? null : (
        <ActiveConnection
          federation={federation}
          active={active}
          etag={etag}
          onChangeProvider={isSettingUp ? undefined : () => setIsChanging(true)}
        />
      )}
    </div>
  )
}

function Warnings({ federation }: { federation: Federation }) {
  // The wizard's step already says that a draft needs to be tested.
  const shown = federation.warnings.filter(({ code }) => code !== 'draft_untested')
  if (shown.length === 0) return null
  return (
    <div className={css.warnings}>
      {shown.map((warning, index) => (
        <Callout key={`${warning.code} ${index}`} tone={warningTone(warning)} actions={<Fix warning={warning} />}>
          <p>{warningText(warning)}</p>
        </Callout>
      ))}
    </div>
  )
}

function Fix({ warning }: { warning: FederationWarning }) {
  switch (warningPlace(warning)) {
    case 'connection':
      return <Link to="/company/sso/connection">{m.sso_edit_connection()}</Link>
    case 'people':
      return <Link to="/company/sso/people">{m.sso_edit_people()}</Link>
    case 'certificates':
      return <a href="#sso-certificates">{m.sso_certificates()}</a>
    case 'keys':
      return <a href="#sso-keys">{m.sso_keys()}</a>
    case 'none':
      return null
  }
}
