import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { FederationCheck } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../ui/display/Callout.tsx'
import { cx } from '../ui/display/cx.ts'
import { checkText } from './checkMessages.ts'
import shared from './federation.module.css'
import css from './Checks.module.css'
import { outcomeName } from './labels.ts'

const icons = { passed: CircleCheck, warning: TriangleAlert, failed: CircleX }

/** The icon of a check's outcome, with a text for screen readers. */
export function OutcomeIcon({ outcome }: { outcome: FederationCheck['outcome'] }) {
  const Icon = icons[outcome]
  return (
    <span className={cx(shared.outcome, css[outcome])}>
      <Icon aria-hidden />
      <span className="visually-hidden">{outcomeName(outcome)}: </span>
    </span>
  )
}

/** The results of a metadata check, and whether the metadata is usable. */
export function Checks({ checks, isUsable }: { checks: readonly FederationCheck[]; isUsable: boolean }) {
  const warns = checks.some(({ outcome }) => outcome === 'warning')
  return (
    <section className={shared.checks} aria-label={m.sso_check_title()}>
      <Callout tone={isUsable ? (warns ? 'warning' : 'success') : 'danger'} role={isUsable ? 'status' : 'alert'}>
        {isUsable ? (warns ? m.sso_check_warnings() : m.sso_check_usable()) : m.sso_check_unusable()}
      </Callout>
      <ul className={shared.checkList}>
        {checks.map((check, index) => (
          <li key={`${check.code} ${index}`}>
            <OutcomeIcon outcome={check.outcome} />
            <span>{checkText(check)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
