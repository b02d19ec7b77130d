import { CircleAlert } from 'lucide-react'
import { useId, useLayoutEffect, useState, type MouseEvent, type RefObject } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import css from './ErrorSummary.module.css'
import type { ServerFault } from './serverErrors.ts'

interface FlatError {
  name: string
  message: string
}

/** The form library's errors, which follow the shape of the values, as a list. */
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
  return form?.querySelector<Control>(`:is(input, select, textarea)[name="${name.replace(/["\\]/g, '\\$&')}"]`) ?? null
}

/** The words of a control's label; of a radio button those of its group. */
function labelOf(control: Control | null): string {
  const words = control?.type === 'radio' ? control.closest('fieldset')?.querySelector('legend') : control?.labels?.[0]?.firstChild
  return words?.textContent ?? ''
}

export interface ErrorSummaryProps {
  /** Takes focus when the form was refused. */
  ref: RefObject<HTMLDivElement | null>
  fault: ServerFault | undefined
  errors: object
}

/** What stands in the way of a form: a sentence, and a link to each field that has a fault. */
export function ErrorSummary({ ref, fault, errors }: ErrorSummaryProps) {
  const titleId = useId()
  const list = flatten(errors)
  const [labels, setLabels] = useState<Record<string, string>>({})
  const names = list.map((error) => error.name).join(' ')
  useLayoutEffect(() => {
    // The words of a field's label are known to the page only.
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
