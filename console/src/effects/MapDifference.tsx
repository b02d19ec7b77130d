import type { Preview } from '@steward/contract/changes/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { AccessDepth } from '@steward/contract/rules/access-depth'
import { depthLabel } from '../session/permissions/depthLabel.ts'
import { ScrollTable } from '../ui/table/ScrollTable.tsx'
import css from './MapDifference.module.css'

const labelOf = (depth: AccessDepth | null): string => (depth === null ? m.changes_map_none() : depthLabel(depth))

/** The cells of the access map that a change would change, before and after. */
export function MapDifference({ map: { applications, groups, groupCount } }: { map: Preview['effects']['accessMap'] }) {
  return (
    <>
      <ScrollTable label={m.changes_map_title()} boxed>
        <thead>
          <tr>
            <th scope="col">{m.access_map_group()}</th>
            {applications.map(({ applicationName, displayName }) => (
              <th key={applicationName} scope="col">
                {displayName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ groupId, groupName, depths }) => (
            <tr key={groupId}>
              <th scope="row">{groupName}</th>
              {applications.map(({ applicationName }, index) => (
                <td key={applicationName}>
                  <Cell {...(depths[index] ?? { before: null, after: null })} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {groupCount > groups.length ? <p className={css.muted}>{m.changes_map_rest({ count: groupCount - groups.length })}</p> : null}
    </>
  )
}

function Cell({ before, after }: { before: AccessDepth | null; after: AccessDepth | null }) {
  if (before === after) return <span className={css.muted}>{labelOf(before)}</span>
  return (
    <>
      <span className="visually-hidden">{m.changes_map_cell({ before: labelOf(before), after: labelOf(after) })}</span>
      <span aria-hidden className={css.step}>
        <span className={css.muted}>{labelOf(before)}</span> → <strong>{labelOf(after)}</strong>
      </span>
    </>
  )
}
