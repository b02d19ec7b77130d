import { CircleAlert } from 'lucide-react'
import { useId, useLayoutEffect, useState, type MouseEvent, type RefObject } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import css from './ErrorSummary.module.css'
import type { ServerFault } from './serverErrors.ts'

interface FlatError {
  name: string
  message: string
}

/** Flattens the form library's nested errors into a list. */
function flatten(errors: object, prefix = ''): FlatError[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null || key === 'ref') return []
    const name = prefix + key
    if ('message' in value && typeof value.message === 'string') return [{ name, message: value.message }]
    return flatten(value, `${name}.`)
  })
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function controlOf(form: HTMLFormElement | null | undefined, name: string): Control | null {
  const value = `"${name.replace(/["\\]/g, '\\$&')}"`
  return form?.querySelector<Control>(`:is(input, select, textarea):is([name=${value}], [data-field=${value}])`) ?? null
}

/** The text of a control's label; for a radio button, that of its group. */
function labelOf(control: Control | null): string {
  const words = control?.type === 'radio' ? control.closest('fieldset')?.querySelector('legend') : control?.labels?.[0]?.firstChild
  return words?.textContent ?? ''
}

export interface ErrorSummaryProps {
  /** Gets focus when validation fails. */
  ref: RefObject<HTMLDivElement | null>
  fault: ServerFault | undefined
  errors: object
}

/** Summary of a form's errors: a sentence and a link to each invalid field. */
export function ErrorSummary({ ref, fault, errors }: ErrorSummaryProps) {
  const titleId = useId()
  const list = flatten(errors)
  const [labels, setLabels] = useState<Record<string, string>>({})
  const names = list.map((error) => error.name).join(' ')
  useLayoutEffect(() => {
    // Only the rendered page knows the field's label.
    const form = ref.current?.closest('form')
    const found = names.split(' ').map((name) => [name, labelOf(controlOf(form, name))])
    setLabels(Object.fromEntries(found))
  }, [names, ref])
  if (!fault && list.length === 0) return null
  const go = (event: MouseEvent, name: string) => {
    event.preventDefault()
    const form = event.currentTarget.closest('form')
    const target = controlOf(form, name) ?? form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    target?.focus()
  }
  return (
    <div ref={ref} className={css.summary} tabIndex={-1} role="alert" aria-labelledby={titleId}>
      <div id={titleId} className={css.summaryTitle}>
        <CircleAlert aria-hidden />
        {fault ? fault.message : m.ui_form_errors()}
      </div>
      {list.length > 0 ? (
        <ul className={css.list}>
          {list.map(({ name, message }) => (
            <li key={name}>
              <a href={`#${name}`} onClick={(event) => go(event, name)}>
                {labels[name] ? m.ui_form_error({ label: labels[name], message }) : message}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {fault?.requestId ? <div className={css.request}>{m.ui_request_id({ id: fault.requestId })}</div> : null}
    </div>
  )
}
