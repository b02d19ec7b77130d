import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FederationTestResult } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatList, personName } from '../i18n/format.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { ScrollRegion } from '../ui/table/ScrollRegion.tsx'
import shared from './federation.module.css'
import css from './TestResult.module.css'
import { refusalAdvice, refusalText } from './refusalMessages.ts'

/** What a test sign-in received, and the effect of a real one. */
export function TestResult({ result, adminGroupName }: { result: FederationTestResult; adminGroupName: string }) {
  const { outcome, refusal, claims, providerGroups } = result
  return (
    <div className={shared.result}>
      <Callout
        tone={outcome === 'success' ? 'success' : 'danger'}
        title={outcome === 'success' ? m.sso_test_success() : m.sso_test_failure()}
        role="status"
      >
        {refusal === null ? null : (
          <>
            <p>{refusalText(refusal)}</p>
            <p>{refusalAdvice(refusal)}</p>
          </>
        )}
        <p className={shared.muted}>
          {result.testedBy} · <RelativeTime value={result.at} />
        </p>
        <p>
          <Link to="/company/sso/attempts/$attemptId" params={{ attemptId: result.attemptId }}>
            {m.sso_test_details()}
          </Link>
        </p>
      </Callout>
      {outcome === 'success' ? <WouldDo result={result} adminGroupName={adminGroupName} /> : null}
      {outcome === 'success' && providerGroups.length === 0 ? <Callout tone="warning">{m.sso_test_no_groups()}</Callout> : null}
      {claims.length > 0 ? <Claims claims={claims} /> : null}
    </div>
  )
}

function WouldDo({ result, adminGroupName }: { result: FederationTestResult; adminGroupName: string }) {
  const { joins, leaves, isAdministrator, found } = result
  const username = result.username ?? result.email ?? ''
  const names = (groups: FederationTestResult['joins']) => formatList(groups.map(({ groupName }) => groupName))
  return (
    <section className={css.would} aria-labelledby="sso-would">
      <h4 id="sso-would">{m.sso_test_would()}</h4>
      <ul className={shared.checkList}>
        <Would icon={<CircleCheck />}>
          {found === 'new' || found === null
            ? m.sso_test_would_create({ username })
            : found === 'subject'
              ? m.sso_test_would_find_subject({ username })
              : m.sso_test_would_find_name({ username })}
        </Would>
        <Would icon={result.nameFrom === null || result.nameFrom === undefined ? <CircleDashed /> : <CircleCheck />}>
          {nameText(result)}
        </Would>
        <Would icon={isAdministrator ? <CircleCheck /> : <CircleDashed />}>
          {isAdministrator ? m.sso_test_would_admin() : m.sso_test_would_no_admin({ group: adminGroupName })}
        </Would>
        {joins.length > 0 ? <Would icon={<Plus />}>{m.sso_test_would_join({ groups: names(joins) })}</Would> : null}
        {leaves.length > 0 ? <Would icon={<Minus />}>{m.sso_test_would_leave({ groups: names(leaves) })}</Would> : null}
        {joins.length + leaves.length === 0 ? <Would icon={<CircleDashed />}>{m.sso_test_would_nothing()}</Would> : null}
      </ul>
    </section>
  )
}

function nameText({ givenName, familyName, nameFrom }: FederationTestResult): string {
  if (nameFrom === null || nameFrom === undefined) return m.sso_test_name_none()
  const name = personName({ givenName: givenName ?? '', familyName: familyName ?? '' })
  return nameFrom === 'full' ? m.sso_test_name_full({ name }) : m.sso_test_name_parts({ name })
}

function Would({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <span className={shared.outcome} aria-hidden>
        {icon}
      </span>
      <span>{children}</span>
    </li>
  )
}

function Claims({ claims }: Pick<FederationTestResult, 'claims'>) {
  return (
    <div className={css.would}>
      <h4>{m.sso_test_received()}</h4>
      <ScrollRegion label={m.sso_test_received()} className={css.frame}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{m.sso_test_claim()}</th>
              <th scope="col">{m.sso_test_value()}</th>
            </tr>
          </thead>
          <tbody>
            {claims.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row" className={shared.mono}>
                  {name}
                </th>
                <td>
                  <ul className={shared.plain}>
                    {values.map((value, index) => (
                      <li key={index} className={shared.mono}>
                        {value}
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}
