import type { Preview } from '@steward/contract/changes/schemas'
import type { HistoryPart } from '@steward/contract/history/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { kindOf } from '../change-text/labels.ts'
import { partDetails } from '../change-text/details.tsx'
import { partName } from '../change-text/names.ts'
import { ChangedFields } from '../ui/display/ChangedFields.tsx'
import css from './Parts.module.css'

interface PartsProps {
  changed: Pick<Preview, 'parts' | 'partCount'>
  /** What happens to a record besides its fields, such as "is deleted". */
  fateOf: (part: HistoryPart) => string | undefined
}

/** Each record that a change would write, with the fields before and after. */
export function Parts({ changed: { parts, partCount }, fateOf }: PartsProps) {
  return (
    <>
      <ul className={css.parts}>
        {parts.map((part) => (
          <li key={`${part.category} ${part.entityId}`}>
            <Part part={part} fate={fateOf(part)} />
          </li>
        ))}
      </ul>
      {partCount > parts.length ? <p className={css.muted}>{m.changes_more_records({ count: partCount - parts.length })}</p> : null}
    </>
  )
}

/** Made again each time: those of a preview are not those that the change will make. */
const madeFields: ReadonlySet<string> = new Set(['key', 'keyPrefix', 'signingSecret', 'token', 'tokenPrefix'])

/** A domain belongs to single sign-on, but has a name of its own. */
const kindIn = (part: HistoryPart): string =>
  part.category === 'Single sign-on' && part.fields.some(({ fieldName }) => fieldName === 'domain') ? m.sso_domain() : kindOf(part)

function Part({ part, fate }: { part: HistoryPart; fate: string | undefined }) {
  const shown = part.type === 'Create' ? { ...part, fields: part.fields.filter(({ fieldName }) => !madeFields.has(fieldName)) } : part
  const details = part.type === 'Delete' ? [] : partDetails(shown)
  const [kind, name] = [kindIn(part), partName(part)]
  return (
    <>
      <p className={css.record}>
        {name === kind ? kind : `${kind} ${name}`}
        {fate === undefined ? null : <span className={css.muted}> {fate}</span>}
      </p>
      <ChangedFields fields={details} />
    </>
  )
}
