import { m } from '@steward/contract/paraglide/messages'
import type { ProvisioningChange } from '@steward/contract/provisioning/schemas'
import { BeforeAfter } from '../ui/display/ChangedFields.tsx'
import css from './Changes.module.css'

/** An operation's changes, attribute by attribute; for lists the values added and removed. */
export function Changes({ changes }: { changes: readonly ProvisioningChange[] }) {
  return (
    <ul className={css.changes}>
      {changes.map((change) => (
        <li key={change.field} className={css.change}>
          <span className={css.field}>{change.field}</span>
          {isList(change.before) || isList(change.after) ? (
            <Lists before={entriesOf(change.before)} after={entriesOf(change.after)} />
          ) : (
            <span>
              <BeforeAfter before={textOf(change.before)} after={textOf(change.after)} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const entriesOf = (value: unknown): string[] => (isList(value) ? value : value === null ? [] : [value]).map((entry) => textOf(entry) ?? '')

/** A SCIM value as readable text. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? m.scim_yes() : m.scim_no()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function Lists({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const added = after.filter((entry) => !before.includes(entry))
  const removed = before.filter((entry) => !after.includes(entry))
  return (
    <ul className={css.members}>
      {added.map((entry) => (
        <li key={`+${entry}`} className={css.added}>
          <span className="visually-hidden">{m.scim_added()} </span>
          {entry}
        </li>
      ))}
      {removed.map((entry) => (
        <li key={`-${entry}`} className={css.removed}>
          <span className="visually-hidden">{m.scim_removed()} </span>
          {entry}
        </li>
      ))}
    </ul>
  )
}
