import { Check } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from './cx.ts'
import css from './Stepper.module.css'

export interface StepperProps {
  label: string
  steps: readonly string[]
  /** Index of the current step. */
  current: number
  /** Goes back to a completed step; without it the steps are not clickable. */
  onStep?: (index: number) => void
}

/** Progress through a task of several steps. */
export function Stepper({ label, steps, current, onStep }: StepperProps) {
  return (
    <ol className={css.steps} aria-label={label}>
      {steps.map((step, index) => {
        const done = index < current
        const content = (
          <>
            <span className={cx(css.stepNumber, done && css.stepDone)} aria-hidden>
              {done ? <Check /> : index + 1}
            </span>
            <span>
              {step}
              {done ? <span className="visually-hidden"> {m.ui_step_done()}</span> : null}
            </span>
          </>
        )
        return (
          <li key={step}>
            {done && onStep ? (
              <button type="button" className={css.step} onClick={() => onStep(index)}>
                {content}
              </button>
            ) : (
              <span className={css.step} aria-current={index === current ? 'step' : undefined}>
                {content}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
