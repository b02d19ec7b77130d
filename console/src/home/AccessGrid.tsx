import { linkOptions } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import type { AccessMap } from '@steward/contract/home/schemas'
import type { AccessDepth } from '@steward/contract/rules/access-depth'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions/permissions.ts'
import { cx } from '../ui/display/cx.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import css from './AccessGrid.module.css'

const depthLabels: Record<AccessDepth, () => string> = { view: m.home_depth_view, run: m.home_depth_run, edit: m.home_depth_edit }

interface Position {
  row: number
  column: number
}

/** Groups and applications: how deep each group reaches. Arrow keys move from cell to cell; Enter shows the people of the group. */
export function AccessGrid({ applications, groups }: AccessMap) {
  const canOpen = usePermission('Navigation.UserManagement')
  const [at, setAt] = useState<Position>({ row: 0, column: 0 })

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
    <table className={css.grid} role="grid" aria-label={m.home_access()} onKeyDown={move}>
      <thead>
        <tr>
          <th scope="col" className={css.corner}>
            {m.home_access_group()}
          </th>
          {applications.map(({ applicationName, displayName }) => (
            <th key={applicationName} scope="col" className={css.application}>
              <span>{displayName}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group, row) => (
          <tr key={group.groupId}>
            <th scope="row" className={css.group}>
              <span className={css.groupName} title={group.groupName}>
                {group.groupName}
              </span>
              <span className={css.people}>{m.home_access_people({ count: group.userCount })}</span>
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
                      <span className="visually-hidden">{m.home_access_cell_none(named)}</span>
                      <span aria-hidden>·</span>
                    </span>
                  ) : canOpen ? (
                    <PlainLink
                      {...shared}
                      link={linkOptions({ to: '/user-administration/users', search: { group: [group.groupId] } })}
                      className={cx(css.cell, css[depth])}
                      aria-label={m.home_access_cell({ ...named, depth: depthLabels[depth]() })}
                      title={m.home_access_cell({ ...named, depth: depthLabels[depth]() })}
                    >
                      {depthLabels[depth]()}
                    </PlainLink>
                  ) : (
                    <span {...shared} className={cx(css.cell, css[depth])}>
                      {depthLabels[depth]()}
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
