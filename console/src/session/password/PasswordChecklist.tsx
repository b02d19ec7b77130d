import { Check, CircleCheck, Minus } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { isAcceptable, isSecure, type ChecklistItem } from './checklist.ts'
import css from './PasswordChecklist.module.css'

const stateLabels = { met: m.password_rule_met, unmet: m.password_rule_unmet, later: m.password_rule_later }

/**
 * The requirement box (specification 1, section 2): items are ticked as the user types. The praise replaces them in the same box,
 * so that the layout does not shift.
 */
export function PasswordChecklist({ id, items }: { id: string; items: readonly ChecklistItem[] }) {
  const good = isSecure(items)
  return (
    <div id={id} className={css.box} data-good={good ? '' : undefined}>
      <p className={css.title} role="status">
        {good ? (
          <>
            <CircleCheck aria-hidden />
            <span>{m.password_secure()}</span>
          </>
        ) : (
          <span>{isAcceptable(items) ? m.password_almost() : m.password_requirements()}</span>
        )}
      </p>
      <ul className={css.list}>
        {items.map((item) => (
          <li key={item.rule} className={css[item.state]} data-rule={item.rule} data-state={item.state}>
            <span className={css.mark} aria-hidden>
              {item.state === 'met' ? <Check /> : item.state === 'later' ? <Minus /> : null}
            </span>
            <span>
              {item.text} <span className={item.state === 'later' ? undefined : 'visually-hidden'}>{stateLabels[item.state]()}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
