import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { Reason } from '@steward/contract/rules/expression'
import type { Grant } from '@steward/contract/rules/permission-inputs'
import { useCan } from '../session/permissions/permissions.ts'
import { permissionTitle } from '../session/permissions/permissionTitle.ts'
import shared from './access.module.css'
import css from './ReasonTree.module.css'
import { factTexts, type Fact } from './permissionInputs.ts'

interface TreeProps {
  reason: Reason
  /** When the permission inputs were loaded. */
  asOf: string
}

/** Depth down to which nested permissions are expanded initially. */
const openDepth = 2

/** A rule with the result of each part, as nested lists; the deciding parts are expanded to a depth, others are folded. */
export function ReasonTree({ reason, asOf }: TreeProps) {
  return (
    <ul className={css.tree} aria-label={m.access_rule()}>
      <Node reason={reason} asOf={asOf} decided={reason.granted} depth={1} />
    </ul>
  )
}

/** A list with one part adds no information. */
function unwrapped(reason: Reason): Reason {
  if (reason.kind !== 'all' && reason.kind !== 'any') return reason
  const [only, ...more] = reason.parts
  return only !== undefined && more.length === 0 ? unwrapped(only) : reason
}

function Node({ reason: given, asOf, decided, depth }: TreeProps & { decided: boolean; depth: number }) {
  const reason = unwrapped(given)
  switch (reason.kind) {
    case 'all':
    case 'any':
      return (
        <Branch
          granted={reason.granted}
          isOpen={reason.granted === decided}
          title={reason.kind === 'all' ? m.access_all_of() : m.access_any_of()}
        >
          {reason.parts.map((part, index) => (
            <Node key={index} reason={part} asOf={asOf} decided={decided} depth={depth} />
          ))}
        </Branch>
      )
    case 'not':
      return (
        <Branch granted={reason.granted} isOpen={reason.granted === decided} title={m.access_none_of()}>
          <Node reason={reason.part} asOf={asOf} decided={!decided} depth={depth} />
        </Branch>
      )
    case 'permission':
      return (
        <Branch
          granted={reason.granted}
          isOpen={reason.granted === decided && depth <= openDepth}
          title={<span title={reason.name}>{permissionTitle(reason.name)}</span>}
        >
          <Node reason={reason.part} asOf={asOf} decided={decided} depth={depth + 1} />
        </Branch>
      )
    default:
      return <Leaf fact={reason} asOf={asOf} />
  }
}

function Mark({ granted }: { granted: boolean }) {
  const Icon = granted ? CircleCheck : CircleX
  return (
    <>
      <Icon aria-hidden className={granted ? css.yes : css.no} />
      <span className="visually-hidden">{granted ? m.access_met() : m.access_not_met()}: </span>
    </>
  )
}

function Branch({ granted, isOpen, title, children }: { granted: boolean; isOpen: boolean; title: ReactNode; children: ReactNode }) {
  return (
    <li className={css.branch}>
      <details open={isOpen}>
        <summary>
          <Mark granted={granted} />
          <span>{title}</span>
        </summary>
        <ul>{children}</ul>
      </details>
    </li>
  )
}

function Leaf({ fact, asOf }: { fact: Fact; asOf: string }) {
  const { needs, found, grants } = factTexts(fact, asOf)
  return (
    <li className={css.leaf}>
      <Mark granted={fact.granted} />
      <div>
        <div>{needs}</div>
        {found === '' ? null : <div className={shared.found}>{found}</div>}
        <Grants grants={grants} />
      </div>
    </li>
  )
}

/** How a user gets something: a role, through a group. */
function Grants({ grants }: { grants: readonly Grant[] }) {
  const can = useCan()
  if (grants.length === 0) return null
  return (
    <ul className={css.grants}>
      {grants.map((grant) => (
        <li key={`${grant.roleId} ${grant.groupId}`}>
          {m.access_grant_role()}{' '}
          {can('Admin.ViewRoles') ? (
            <Link to="/user-administration/roles/$roleId" params={{ roleId: grant.roleId }}>
              {grant.roleName}
            </Link>
          ) : (
            <b>{grant.roleName}</b>
          )}{' '}
          {m.access_grant_group()}{' '}
          {can('Admin.ViewGroups') ? (
            <Link to="/user-administration/groups/$groupId" params={{ groupId: grant.groupId }}>
              {grant.groupName}
            </Link>
          ) : (
            <b>{grant.groupName}</b>
          )}
        </li>
      ))}
    </ul>
  )
}
