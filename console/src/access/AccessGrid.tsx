import { linkOptions } from '@tanstack/react-router'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { AccessMap } from '@steward/contract/access/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions/permissions.ts'
import { cx } from '../ui/display/cx.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { depthLabel } from '../session/permissions/depthLabel.ts'
import css from './AccessGrid.module.css'

interface Position {
  row: number
  column: number
}

interface AccessGridProps extends Pick<AccessMap, 'applications' | 'groups'> {
  headerOf?: (application: AccessMap['applications'][number]) => ReactNode
}

/** Groups and applications: how deep each group reaches. Arrow keys move from cell to cell; Enter shows the people of the group. */
export function AccessGrid({ applications, groups, headerOf = ({ displayName }) => displayName }: AccessGridProps) {
  const canOpen = usePermission('Navigation.UserManagement')
  const [chosen, setAt] = useState<Position>({ row: 0, column: 0 })
  // Groups and applications can become fewer while the map is shown.
  const at = { row: Math.min(chosen.row, groups.length - 1), column: Math.min(chosen.column, applications.length - 1) }

  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const target = event.ctrlKey || event.metaKey || event.altKey ? undefined : nextOf(event.key, at, applications.length, groups.length)
    if (target === undefined) return
    event.preventDefault()
    setAt(target)
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${target.row} ${target.column}"]`)?.focus()
  }

  return (
    // A grid of links, of which one is in the tab order (ARIA authoring practices, "Grid").
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table className={css.grid} role="grid" aria-label={m.access_map_label()} onKeyDown={move}>
      <thead>
        <tr>
          <th scope="col" className={css.corner}>
            {m.access_map_group()}
          </th>
          {applications.map((application) => (
            <th key={application.applicationName} scope="col" className={css.application}>
              {headerOf(application)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group, row) => (
          <tr key={group.groupId} data-off={group.status === 'Disabled' ? '' : undefined}>
            <th scope="row" className={css.group}>
              <span className={css.groupName} title={group.groupName}>
                {group.groupName}
              </span>
              <span className={css.people}>
                {m.access_map_people({ count: group.userCount })}
                {group.status === 'Disabled' ? ` · ${m.access_map_disabled()}` : null}
              </span>
            </th>
            {group.depths.map((depth, column) => {
              const application = applications[column]?.displayName ?? ''
              const named = { group: group.groupName, application }
              const shared = {
                'data-cell': `${row} ${column}`,
                tabIndex: row === at.row && column === at.column ? 0 : -1,
              }
              return (
                <td key={application} onFocus={() => setAt({ row, column })}>
                  {depth === null ? (
                    // Reached by the arrow keys, so that a reader hears that there is no access.
                    <span {...shared} className={cx(css.cell, css.none)}>
                      <span className="visually-hidden">{m.access_map_none(named)}</span>
                      <span aria-hidden>·</span>
                    </span>
                  ) : canOpen ? (
                    <PlainLink
                      {...shared}
                      link={linkOptions({ to: '/user-administration/users', search: { group: [group.groupId] } })}
                      className={cx(css.cell, css[depth])}
                      aria-label={m.access_map_cell({ ...named, depth: depthLabel(depth) })}
                      title={m.access_map_cell({ ...named, depth: depthLabel(depth) })}
                    >
                      {depthLabel(depth)}
                    </PlainLink>
                  ) : (
                    <span {...shared} className={cx(css.cell, css[depth])}>
                      {depthLabel(depth)}
                    </span>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function nextOf(key: string, { row, column }: Position, columns: number, rows: number): Position | undefined {
  switch (key) {
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) }
    case 'ArrowRight':
      return { row, column: Math.min(columns - 1, column + 1) }
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column }
    case 'ArrowDown':
      return { row: Math.min(rows - 1, row + 1), column }
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: columns - 1 }
    default:
      return undefined
  }
}
