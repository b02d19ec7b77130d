import { Link } from '@tanstack/react-router'
import { ChevronRight, KeyRound, ShieldCheck, User, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { Grant } from '@steward/contract/rules/permission-inputs'
import { useCan } from '../session/permissions/permissions.ts'
import css from './AccessPaths.module.css'

export interface AccessPathsProps {
  /** Who has the access. */
  name: string
  grants: readonly Grant[]
  /** What they come to, such as an action; empty if the sentence above says it. */
  goal: string
}

/** How a user gets something, as paths: person, group, role, action. */
export function AccessPaths({ name, grants, goal }: AccessPathsProps) {
  const can = useCan()
  if (grants.length === 0) return null
  return (
    <ul className={css.paths} aria-label={m.access_paths()}>
      {grants.map(({ groupId, groupName, roleId, roleName }) => (
        <li key={`${groupId} ${roleId}`}>
          <ol className={css.path}>
            <Step icon={<User />}>{name}</Step>
            <Step icon={<Users />}>
              {can('Admin.ViewGroups') ? (
                <Link to="/user-administration/groups/$groupId" params={{ groupId }}>
                  {groupName}
                </Link>
              ) : (
                groupName
              )}
            </Step>
            <Step icon={<ShieldCheck />}>
              {can('Admin.ViewRoles') ? (
                <Link to="/user-administration/roles/$roleId" params={{ roleId }}>
                  {roleName}
                </Link>
              ) : (
                roleName
              )}
            </Step>
            {goal === '' ? null : <Step icon={<KeyRound />}>{goal}</Step>}
          </ol>
        </li>
      ))}
    </ul>
  )
}

function Step({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={css.step}>
      <ChevronRight className={css.arrow} aria-hidden />
      <span className={css.node}>
        <span className={css.icon} aria-hidden>
          {icon}
        </span>
        {children}
      </span>
    </li>
  )
}
