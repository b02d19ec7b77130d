import type { ReactNode } from 'react'
import type { Preview } from '@steward/contract/changes/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { compareText, formatList, personName } from '../i18n/format.ts'
import { formatNumber } from '../i18n/time.ts'
import { permissionLabel } from '../session/permissions/permissionLabel.ts'
import { ScrollRegion } from '../ui/table/ScrollRegion.tsx'
import { numberCell, ScrollTable } from '../ui/table/ScrollTable.tsx'
import css from './Effects.module.css'
import { effectsSentence, lastingSentence } from './sentence.ts'

interface EffectsProps {
  effects: Preview['effects']
  /** False where the counts say too little: settings can lock people out without changing a permission. */
  withSentence?: boolean
}

/** What a change would do: one sentence, then people, permissions and keys on demand. */
export function Effects({ effects, withSentence = true }: EffectsProps) {
  const { people, permissions, keys, keyCount, gainingCount, losingCount } = effects
  const lasting = effects.isUndoable ? lastingSentence(effects.lasting) : m.changes_not_undoable()
  return (
    <div className={css.effects}>
      {withSentence ? <p className={css.sentence}>{effectsSentence(effects)}</p> : null}
      {people.length === 0 ? null : (
        <Fold title={m.changes_people()} count={Math.max(gainingCount, losingCount, people.length)}>
          <Named label={m.changes_people()}>
            {people.map((person) => (
              <li key={person.userId}>
                <span className={css.name}>{personName(person) || person.username}</span>
                <Permissions {...person} />
              </li>
            ))}
          </Named>
          <Rest count={Math.max(gainingCount, losingCount) - people.length} />
        </Fold>
      )}
      {permissions.length === 0 ? null : (
        <Fold title={m.changes_permissions()} count={permissions.length}>
          <ScrollTable label={m.changes_permissions()} boxed>
            <thead>
              <tr>
                <th scope="col">{m.changes_permissions()}</th>
                <th scope="col" className={numberCell}>
                  {m.changes_permission_gain()}
                </th>
                <th scope="col" className={numberCell}>
                  {m.changes_permission_lose()}
                </th>
              </tr>
            </thead>
            <tbody>
              {permissions.map((row) => (
                <tr key={row.permission}>
                  <th scope="row">{permissionLabel(row.permission)}</th>
                  <td className={numberCell}>{formatNumber(row.gainingCount)}</td>
                  <td className={numberCell}>{formatNumber(row.losingCount)}</td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        </Fold>
      )}
      {keys.length === 0 ? null : (
        <Fold title={m.changes_api_keys()} count={keyCount}>
          <Named label={m.changes_api_keys()}>
            {keys.map((key) => (
              <li key={key.apiKeyId}>
                <span className={css.name}>{key.apiKeyName}</span>
                <Permissions {...key} />
              </li>
            ))}
          </Named>
          <Rest count={keyCount - keys.length} />
        </Fold>
      )}
      {lasting === undefined ? null : <p className={css.muted}>{lasting}</p>}
    </div>
  )
}

function Fold({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <details className={css.fold}>
      <summary>
        {title} <span className={css.muted}>{formatNumber(count)}</span>
      </summary>
      {children}
    </details>
  )
}

function Named({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollRegion label={label} className={css.scroll}>
      <ul className={css.list}>{children}</ul>
    </ScrollRegion>
  )
}

const named = (permissions: readonly string[]): string => formatList([...new Set(permissions.map(permissionLabel))].sort(compareText))

function Permissions({ gains, loses }: { gains: readonly string[]; loses: readonly string[] }) {
  return (
    <>
      {gains.length === 0 ? null : (
        <span className={css.muted}>
          {m.changes_gains()} {named(gains)}
        </span>
      )}
      {loses.length === 0 ? null : (
        <span className={css.muted}>
          {m.changes_loses()} {named(loses)}
        </span>
      )}
    </>
  )
}

function Rest({ count }: { count: number }) {
  return count > 0 ? <p className={css.muted}>{m.changes_people_rest({ count })}</p> : null
}
