import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import type { Reason } from '@steward/contract/rules/expression'
import { evaluate } from '@steward/contract/rules/permissions'
import { permissionsQuery, usePermission } from '../session/permissions/permissions.ts'
import { useAuth } from '../session/token/state.ts'
import css from './MissingParts.module.css'
import { factTexts } from './permissionInputs.ts'

/** What one lacks for a permission: the parts of its rule that aren't met. Who can see users can see how to grant it. */
export function MissingParts({ permission }: { permission: string }) {
  const { data } = useQuery({ ...permissionsQuery, notifyOnChangeProps: ['data'] })
  const { user } = useAuth()
  const isExplained = usePermission('Admin.ViewUsers')
  if (data?.facts === undefined) return null
  const { granted, reason } = evaluate(permission, data.facts)
  if (granted || reason.kind === 'unknown') return null
  return (
    <div className={css.missing}>
      <h2>{m.shell_no_access_why()}</h2>
      <ul>
        <Part reason={reason} asOf={data.facts.asOf} />
      </ul>
      {isExplained ? (
        <Link to="/user-administration/access" search={{ user: user?.userId, ask: permission }}>
          {m.access_would_change()}
        </Link>
      ) : null}
    </div>
  )
}

function Part({ reason, asOf }: { reason: Reason; asOf: string }) {
  switch (reason.kind) {
    case 'all':
      return reason.parts.filter((part) => !part.granted).map((part, index) => <Part key={index} reason={part} asOf={asOf} />)
    case 'any': {
      const [only, ...more] = reason.parts
      if (only !== undefined && more.length === 0) return <Part reason={only} asOf={asOf} />
      return (
        <li>
          {m.access_any_of()}
          <ul>
            {reason.parts.map((part, index) => (
              <Part key={index} reason={part} asOf={asOf} />
            ))}
          </ul>
        </li>
      )
    }
    case 'permission':
      return <Part reason={reason.part} asOf={asOf} />
    case 'not':
      return (
        <li>
          {m.access_none_of()}
          <ul>
            <Met reason={reason.part} asOf={asOf} />
          </ul>
        </li>
      )
    default:
      return <li>{factTexts(reason, asOf).needs}</li>
  }
}

/** Below a "not": what is met, and should not be. */
function Met({ reason, asOf }: { reason: Reason; asOf: string }) {
  switch (reason.kind) {
    case 'all':
    case 'any':
      return reason.parts.filter((part) => part.granted).map((part, index) => <Met key={index} reason={part} asOf={asOf} />)
    case 'permission':
      return <Met reason={reason.part} asOf={asOf} />
    case 'not':
      return <Part reason={reason.part} asOf={asOf} />
    default:
      return <li>{factTexts(reason, asOf).needs}</li>
  }
}
