import { Link } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions/permissions.ts'
import { useAuth } from '../session/token/state.ts'
import { missingOf, type Missing } from './missing.ts'
import css from './MissingParts.module.css'
import { factTexts } from './permissionInputs.ts'
import type { Refusal } from './useRefusal.ts'

/** What one lacks for a permission. People who can see users can see how to grant it. */
export function MissingParts({ refusal: { permission, reason, asOf } }: { refusal: Refusal }) {
  const { user } = useAuth()
  const isExplained = usePermission('Admin.ViewUsers')
  const missing = missingOf(reason)
  return (
    <div className={css.missing}>
      <h2>{m.shell_no_access_why()}</h2>
      <Parts parts={missing.kind === 'all' ? missing.parts : [missing]} asOf={asOf} />
      {isExplained ? (
        <Link to="/user-administration/access" search={{ user: user?.userId, ask: permission }}>
          {m.access_would_change()}
        </Link>
      ) : null}
    </div>
  )
}

const headings = { all: m.access_all_of, any: m.access_any_of, none: m.access_none_of }

function Parts({ parts, asOf }: { parts: readonly Missing[]; asOf: string }) {
  return (
    <ul>
      {parts.map((part) =>
        part.kind === 'fact' ? (
          <li key={JSON.stringify(part)}>{factTexts(part.fact, asOf).needs}</li>
        ) : (
          <li key={JSON.stringify(part)}>
            {headings[part.kind]()}
            <Parts parts={part.parts} asOf={asOf} />
          </li>
        ),
      )}
    </ul>
  )
}
