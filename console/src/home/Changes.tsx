import { linkOptions } from '@tanstack/react-router'
import { Bot, Pencil, Plus, Trash2 } from 'lucide-react'
import type { AuditChange } from '@steward/contract/audit-log/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { actorName, changedFields, entityName, kindOf } from '../audit-log/labels.ts'
import { midSentence } from '../i18n/format.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import css from './Home.module.css'
import { Bones, Part } from './Part.tsx'

const sentences = { Create: m.home_change_create, Update: m.home_change_update, Delete: m.home_change_delete }
const icons = { Create: Plus, Update: Pencil, Delete: Trash2 }

/** The latest changes, one for each entity of a request; each leads to its details. */
export function Changes() {
  return (
    <Part
      part="changes"
      title={m.home_changes()}
      link={
        <PlainLink link={linkOptions({ to: '/monitoring/audit-log' })} className={css.link}>
          {m.home_changes_all()}
        </PlainLink>
      }
      skeleton={<Bones heights={[36, 36, 36, 36, 36, 36]} />}
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className={css.none}>{m.home_changes_empty()}</p>
        ) : (
          <ul className={css.changes}>
            {items.map((change) => (
              <ChangeRow key={change.cursor} change={change} />
            ))}
          </ul>
        )
      }
    </Part>
  )
}

function ChangeRow({ change }: { change: AuditChange }) {
  const isPerson = change.actorType === 'user'
  const Icon = isPerson ? icons[change.type] : Bot
  const fields = change.type === 'Update' ? changedFields(change) : undefined
  return (
    <li className={css.change}>
      <Icon aria-hidden />
      <div className={css.changeText}>
        <PlainLink
          link={linkOptions({ to: '/monitoring/audit-log/$cursor', params: { cursor: change.cursor } })}
          className={css.changeLink}
        >
          {changeText(change)}
        </PlainLink>
        <span className={css.changeMore}>
          <RelativeTime value={change.occurredAt} />
          {fields === undefined ? null : <span className={css.fields}> · {fields}</span>}
        </span>
      </div>
    </li>
  )
}

export const changeText = (change: AuditChange): string =>
  sentences[change.type]({ actor: actorName(change), kind: midSentence(kindOf(change)), name: entityName(change) })
