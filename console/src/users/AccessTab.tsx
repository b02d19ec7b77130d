import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { catalogText } from '@steward/contract/catalog/texts'
import { m } from '@steward/contract/paraglide/messages'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { formatList } from '../i18n/format.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { cx } from '../ui/display/cx.ts'
import { PendingState } from '../ui/display/PendingState.tsx'
import { PrintButton } from '../ui/form/PrintButton.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { formatNumber } from '../i18n/time.ts'
import { actionsByApplication, appRows, type ActionRow } from './accessRows.ts'
import { accessQuery } from './recordQueries.ts'
import shared from './users.module.css'
import css from './AccessTab.module.css'

/** A user's permissions, with the roles and groups that grant them. `children`, the explainer, are shown above. */
export function AccessTab({ username, children }: { username: string; children?: ReactNode }) {
  const query = useQuery(accessQuery(username))
  if (query.data === undefined) return <PendingState query={query} fallback={m.users_error_access()} lines={8} />
  const { facts } = query.data
  return (
    <div className={cx(shared.sections, css.access)}>
      {children === undefined ? null : <div data-screen-only>{children}</div>}
      <Roles facts={facts} />
      <Actions facts={facts} />
      <Apps facts={facts} />
    </div>
  )
}

function Roles({ facts }: { facts: PermissionInputs }) {
  return (
    <section className={shared.section}>
      <div className={shared.between}>
        <h3>{m.users_access_roles()}</h3>
        <PrintButton />
      </div>
      {facts.roles.length === 0 ? (
        <p className={shared.muted}>{m.users_access_no_roles()}</p>
      ) : (
        <ul className={shared.rows} aria-label={m.users_access_roles()}>
          {facts.roles.map((role) => (
            <li key={role.roleId} className={shared.rowItem}>
              <div className={shared.rowText}>
                <span className={shared.rowName}>
                  <span>{role.roleName}</span>
                  {role.isAdministrator ? <Badge tone="info">{m.users_access_administrator()}</Badge> : null}
                </span>
                <span className={shared.muted}>
                  {m.users_access_role_groups({ groups: formatList(role.groups.map((group) => group.groupName)) })}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Actions({ facts }: { facts: PermissionInputs }) {
  const [typed, setTyped] = useState('')
  const find = useDeferredValue(typed)
  const total = Object.keys(facts.actions).length
  const applications = actionsByApplication(facts, find)
  const shown = applications.reduce((sum, application) => sum + application.actions.length, 0)
  return (
    <section className={shared.section}>
      <div className={shared.between}>
        <h3>{m.users_access_actions()}</h3>
        {total > 0 ? (
          <div className={css.find}>
            <TextField
              label={m.users_access_find()}
              hideLabel
              placeholder={m.users_access_find()}
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        ) : null}
      </div>
      {total === 0 ? <p className={shared.muted}>{m.users_access_no_actions()}</p> : null}
      <p role="status" className={find === '' ? 'visually-hidden' : shared.muted}>
        {m.users_access_shown({ count: shown })}
      </p>
      {applications.map(({ application, actions }) => (
        // Search results are expanded; otherwise users expand what they want to see.
        <details
          key={`${application}${find === '' ? '' : '/found'}`}
          className={shared.details}
          open={find !== '' || applications.length === 1}
        >
          <summary>
            <ChevronRight aria-hidden />
            <span>{application}</span>
            <Badge>{formatNumber(actions.length)}</Badge>
          </summary>
          <ul className={shared.rows}>
            {actions.map((action) => (
              <ActionItem key={action.actionName} action={action} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

function ActionItem({ action }: { action: ActionRow }) {
  return (
    <li className={shared.rowItem}>
      <div className={shared.rowText}>
        <span className={shared.rowName}>
          <span title={action.actionName}>{action.label}</span>
          <Badge>{catalogText(action.accessLevel)}</Badge>
        </span>
        {action.description === '' ? null : <span className={shared.muted}>{action.description}</span>}
        <span className={css.source}>{action.sources.join(' · ')}</span>
      </div>
    </li>
  )
}

function Apps({ facts }: { facts: PermissionInputs }) {
  return (
    <section className={shared.section}>
      <h3>{m.users_access_apps()}</h3>
      <ul className={shared.rows} aria-label={m.users_access_apps()}>
        {appRows(facts).map((app) => (
          <li key={app.appName} className={shared.rowItem}>
            <div className={shared.rowText}>
              <span className={shared.rowName}>{app.label}</span>
              <span className={shared.muted}>{app.why}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
