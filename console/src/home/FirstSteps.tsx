import { linkOptions, type LinkOptions } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { partsOf } from '@steward/contract/home/parts'
import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permission-names'
import { useCan } from '../session/permissions/permissions.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { buttonClass } from '../ui/form/Button.tsx'
import css from './Home.module.css'
import { homeQuery } from './queries.ts'

interface FirstStep {
  permission: PermissionName
  text: () => string
  label: () => string
  link: LinkOptions
}

const steps: readonly FirstStep[] = [
  {
    permission: 'Admin.EditGroups',
    text: m.home_first_groups,
    label: m.groups_create,
    link: linkOptions({ to: '/user-administration/groups/new' }),
  },
  {
    permission: 'Admin.EditUsers',
    text: m.home_first_users,
    label: m.users_create,
    link: linkOptions({ to: '/user-administration/users/new' }),
  },
  { permission: 'Admin.ConfigureSSO', text: m.home_first_sso, label: m.shell_scim_open_sso, link: linkOptions({ to: '/company/sso' }) },
]

/** What the first user of a tenant can do next; none once there are others. */
export function useFirstSteps(): readonly FirstStep[] {
  const can = useCan()
  const { data } = useQuery({ ...homeQuery('people'), enabled: partsOf(can).includes('people') })
  return data?.people?.total === 1 ? steps.filter(({ permission }) => can(permission)) : []
}

export function FirstSteps({ steps: shown }: { steps: readonly FirstStep[] }) {
  return (
    <>
      <p className={css.goodTitle}>{m.home_first_title()}</p>
      <ul className={css.rows}>
        {shown.map(({ text, label, link }) => (
          <li key={link.to} className={css.row}>
            <span className={css.rowText}>{text()}</span>
            <PlainLink link={link} className={buttonClass('secondary', true)}>
              {label()}
            </PlainLink>
          </li>
        ))}
      </ul>
    </>
  )
}
