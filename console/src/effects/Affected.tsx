import { m } from '@steward/contract/paraglide/messages'
import { compareText, formatList, joinNames } from '../i18n/format.ts'
import { type PermissionKind, permissionKind, permissionKinds, permissionName } from '../session/permissions/permissionTitle.ts'
import { ScrollRegion } from '../ui/table/ScrollRegion.tsx'
import css from './Affected.module.css'

interface Difference {
  /** Names of permissions. */
  gains: readonly string[]
  loses: readonly string[]
}

/** People or keys with what they gain and lose; those who gain and lose the same are named together. */
export function Affected({ label, affected }: { label: string; affected: readonly (Difference & { name: string })[] }) {
  const alike = Map.groupBy(affected, ({ gains, loses }) => JSON.stringify([gains.toSorted(), loses.toSorted()]))
  return (
    <ScrollRegion label={label} className={css.scroll}>
      <ul className={css.list}>
        {[...alike].map(([key, all]) => (
          <li key={key}>
            <p className={css.names}>{joinNames(all.map(({ name }) => name))}</p>
            <Permissions label={m.changes_gains({ count: all.length })} permissions={all[0]?.gains ?? []} />
            <Permissions label={m.changes_loses({ count: all.length })} permissions={all[0]?.loses ?? []} />
          </li>
        ))}
      </ul>
    </ScrollRegion>
  )
}

const kindTexts: Record<PermissionKind, (names: string) => string> = {
  application: (names) => m.changes_of_applications({ names }),
  administration: (names) => m.changes_of_administration({ names }),
  menu: (what) => m.access_menu({ what }),
  monitoring: (what) => m.access_monitoring({ what }),
  feature: (names) => m.changes_of_features({ names }),
}

function Permissions({ label, permissions }: { label: string; permissions: readonly string[] }) {
  const kinds = permissionKinds.flatMap((kind) => {
    const names = permissions.filter((name) => permissionKind(name) === kind).map(permissionName)
    return names.length === 0 ? [] : [{ kind, names: formatList(names.toSorted(compareText)) }]
  })
  const [first] = kinds
  if (first === undefined) return null
  if (kinds.length === 1 && first.kind === 'administration')
    return (
      <p className={css.muted}>
        {label} {first.names}
      </p>
    )
  return (
    <div className={css.muted}>
      {label}
      <ul className={css.kinds}>
        {kinds.map(({ kind, names }) => (
          <li key={kind}>{kindTexts[kind](names)}</li>
        ))}
      </ul>
    </div>
  )
}
