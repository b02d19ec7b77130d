import { linkOptions, type LinkOptions } from '@tanstack/react-router'
import type { Home } from '@steward/contract/home/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../i18n/time.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { cx } from '../ui/display/cx.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { DayChart } from './DayChart.tsx'
import css from './Home.module.css'
import { Bones, Part } from './Part.tsx'

type Counts = NonNullable<Home['people']>

const users = (search: object): LinkOptions => linkOptions({ to: '/user-administration/users', search })

/** Users who can sign in. */
const invitationUsed = { status: ['CONFIRMED', 'EXTERNAL_PROVIDER'], disabled: false }

const states = [
  { key: 'active', label: m.home_people_active, link: users({ ...invitationUsed, signedIn: true }) },
  { key: 'invited', label: m.home_people_invited, link: users({ status: ['FORCE_CHANGE_PASSWORD'], disabled: false }) },
  { key: 'neverSignedIn', label: m.home_people_never, link: users({ ...invitationUsed, signedIn: false }) },
  { key: 'disabled', label: m.home_people_disabled, link: users({ disabled: true }) },
] as const

/** People by state, each leads to the list; with the sign-ins of the last days. */
export function People() {
  const canOpen = usePermission('Navigation.UserManagement')
  return (
    <Part part="people" title={m.home_people()} skeleton={<Bones heights={[32, 8, 112, 150]} />}>
      {(people, asOf) => (
        <>
          <p className={css.total}>{formatNumber(people.total)}</p>
          <Shares people={people} />
          <ul className={css.states} aria-label={m.home_people_states()}>
            {states.map(({ key, label, link }) => {
              const text = (
                <>
                  <span className={cx(css.dot, css[key])} aria-hidden />
                  <span className={css.stateName}>{label()}</span>
                  <span className={css.stateCount}>{formatNumber(people[key])}</span>
                </>
              )
              return (
                <li key={key}>
                  {canOpen ? (
                    <PlainLink link={link} className={css.state}>
                      {text}
                    </PlainLink>
                  ) : (
                    <span className={css.state}>{text}</span>
                  )}
                </li>
              )
            })}
          </ul>
          {people.signIns === null ? null : (
            <DayChart
              label={m.home_sign_ins()}
              summary={m.home_sign_ins_summary({
                total: formatNumber(people.signIns.reduce((sum, { count }) => sum + count, 0)),
                today: formatNumber(people.signIns.at(-1)?.count ?? 0),
              })}
              days={people.signIns.map(({ day }) => day)}
              today={asOf.slice(0, 10)}
              series={[
                { id: 'signIns', label: m.home_sign_ins(), kind: 'bar', color: 'accent', values: people.signIns.map(({ count }) => count) },
              ]}
              formatValue={formatNumber}
              height={120}
            />
          )}
        </>
      )}
    </Part>
  )
}

/** The shares as one bar; the list beside it says the same in numbers. */
function Shares({ people }: { people: Counts }) {
  if (people.total === 0) return null
  return (
    <div className={css.shares} aria-hidden>
      {states.map(({ key }) => (people[key] === 0 ? null : <span key={key} className={css[key]} style={{ flexGrow: people[key] }} />))}
    </div>
  )
}
