import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { getRole } from '@steward/contract/roles/endpoints'
import { m } from '@steward/contract/paraglide/messages'
import { useShownMoment } from '../api/moment.ts'
import { endpointQuery } from '../api/query.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { RadioGroup } from '../ui/form/RadioGroup.tsx'
import { RemoteCombobox } from '../ui/form/RemoteCombobox.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState, type Reading } from '../ui/display/states.tsx'
import { roleChoices, userChoices } from '../users/choiceSources.ts'
import { fullName } from '../users/labels.ts'
import { userQuery } from '../users/queries.ts'
import { accessQuery } from '../users/recordQueries.ts'
import page from './AccessPage.module.css'
import css from './Differences.module.css'
import { comparedPerson, comparedRole, type Compared } from './compare.ts'
import { Differences } from './Differences.tsx'
import { MomentsComparison } from './MomentsComparison.tsx'
import type { CompareSearch } from './search.ts'

/** One of the two that are compared. */
interface Side {
  label: string | undefined
  detail?: string
  compared: Compared | undefined
  reads: readonly Reading[]
}

/** What two people, or two roles, have that the other has not, or what differs between two moments. */
export function CompareTab({ search }: { search: CompareSearch }) {
  const { what = 'people', a, b } = search
  const navigate = useNavigate()
  const can = useCan()
  const isPast = useShownMoment() !== undefined
  const change = (patch: CompareSearch) =>
    void navigate({ to: '/user-administration/access/compare', search: (previous) => ({ ...previous, ...patch }), replace: true })
  const kinds: { value: Kind; label: string }[] = [
    { value: 'people', label: m.access_compare_people() },
    ...(can('Admin.ViewRoles') ? [{ value: 'roles' as const, label: m.access_compare_roles() }] : []),
    // It has two moments of its own.
    ...(isPast ? [] : [{ value: 'moments' as const, label: m.access_compare_moments() }]),
  ]
  const shown = kinds.some(({ value }) => value === what) ? what : 'people'
  return (
    <div className={page.page}>
      <RadioGroup
        label={m.access_compare_what()}
        value={shown}
        options={kinds}
        inline
        onChange={(next) => change({ what: next === 'people' ? undefined : next, a: undefined, b: undefined })}
      />
      {shown === 'moments' ? (
        <MomentsComparison search={search} onChange={change} />
      ) : shown === 'roles' ? (
        <Roles a={a} b={b} onChange={change} />
      ) : (
        <People a={a} b={b} onChange={change} />
      )}
    </div>
  )
}

type Kind = 'people' | NonNullable<CompareSearch['what']>

interface PairProps {
  a: string | undefined
  b: string | undefined
  onChange: (patch: CompareSearch) => void
}

function People({ a, b, onChange }: PairProps) {
  const [first, second] = [usePerson(a), usePerson(b)]
  const picker = (label: string, id: string | undefined, side: Side, set: (id: string | undefined) => void) => (
    <RemoteCombobox
      label={label}
      placeholder={m.access_user_find()}
      source={userChoices}
      value={id === undefined || side.label === undefined ? null : { value: id, label: side.label, detail: side.detail ?? '' }}
      onChange={(choice) => set(choice?.value)}
    />
  )
  return (
    <>
      <div className={css.pair}>
        {picker(m.access_compare_first_person(), a, first, (next) => onChange({ a: next }))}
        {picker(m.access_compare_second_person(), b, second, (next) => onChange({ b: next }))}
      </div>
      <Result isChosen={a !== undefined && b !== undefined} sides={[first, second]} same={m.access_compare_same_people()} />
    </>
  )
}

function Roles({ a, b, onChange }: PairProps) {
  const [first, second] = [useRole(a), useRole(b)]
  const picker = (label: string, id: string | undefined, side: Side, set: (id: string | undefined) => void) => (
    <RemoteCombobox
      label={label}
      placeholder={m.access_compare_find_role()}
      source={roleChoices}
      value={id === undefined || side.label === undefined ? null : { value: id, label: side.label }}
      onChange={(choice) => set(choice?.value)}
    />
  )
  return (
    <>
      <div className={css.pair}>
        {picker(m.access_compare_first_role(), a, first, (next) => onChange({ a: next }))}
        {picker(m.access_compare_second_role(), b, second, (next) => onChange({ b: next }))}
      </div>
      <Result isChosen={a !== undefined && b !== undefined} sides={[first, second]} same={m.access_compare_same_roles()} />
    </>
  )
}

function usePerson(userId: string | undefined): Side {
  const user = useQuery({ ...userQuery(userId ?? ''), enabled: userId !== undefined })
  const known = userId === undefined ? undefined : user.data?.data
  const access = useQuery({ ...accessQuery(known?.username ?? ''), enabled: known !== undefined })
  const name = known && fullName(known)
  return {
    label: name,
    ...(known ? { detail: known.email } : {}),
    compared:
      name !== undefined && access.data
        ? comparedPerson(
            name,
            (known?.groups ?? []).map((group) => group.groupName),
            access.data.facts,
          )
        : undefined,
    reads: [user, access],
  }
}

function useRole(roleId: string | undefined): Side {
  const role = useQuery({
    ...endpointQuery(getRole, ['role', 'role_action'], { params: { roleId: roleId ?? '' } }),
    enabled: roleId !== undefined,
  })
  const known = roleId === undefined ? undefined : role.data
  return {
    label: known?.roleName,
    compared: known && comparedRole(known.roleName, known.actions ?? []),
    reads: [role],
  }
}

function Result({ isChosen, sides, same }: { isChosen: boolean; sides: readonly [Side, Side]; same: string }) {
  const [first, second] = sides
  if (!isChosen) return <EmptyState title={m.access_compare_empty_title()}>{m.access_compare_empty_text()}</EmptyState>
  if (!first.compared || !second.compared) {
    const reads = sides.flatMap((side) => (side.compared ? [] : side.reads))
    return <PendingState query={reads} fallback={m.access_compare_error()} lines={6} />
  }
  return (
    <Differences
      first={first.compared}
      second={second.compared}
      none={<EmptyState title={m.access_compare_same_title()}>{same}</EmptyState>}
      level={2}
    />
  )
}
