import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { problemMessage } from '../../api/problem.ts'
import { Button } from './Button.tsx'
import { SidePanel, type PanelSize, PanelContent } from '../overlay/SidePanel.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import css from './FormShell.module.css'
import { contractResolver } from './resolver.ts'
import { applyServerError, type FieldNames, type ServerFault } from './serverErrors.ts'

export type ContractForm<Values extends FieldValues, Output extends FieldValues = Values> = UseFormReturn<Values, unknown, Output>

/** A form validated by a contract schema: on submit, then on every change. */
export function useContractForm<Values extends FieldValues, Output extends FieldValues>(options: {
  schema: z.ZodType<Output, Values>
  defaultValues: DefaultValues<Values>
}): ContractForm<Values, Output> {
  return useForm<Values, unknown, Output>({
    resolver: contractResolver(options.schema),
    defaultValues: options.defaultValues,
    // The summary gets focus instead.
    shouldFocusError: false,
  })
}

interface FormShellBase<Values extends FieldValues, Output extends FieldValues> {
  form: ContractForm<Values, Output>
  /** Sends the values; usually `mutation.mutateAsync`. Its rejection arrives through `submitError`. */
  onSubmit: (values: Output) => Promise<unknown>
  /** Called after `onSubmit` succeeds; the form no longer counts as dirty. */
  onDone: () => void
  /** The mutation's error, or null. */
  submitError: unknown
  /** The mutation is pending. */
  loading: boolean
  submitLabel: string
  /** Default message for when the server sends none. */
  errorFallback: string
  /** Server field name → form field name, if they differ. */
  fieldNames?: FieldNames<Values>
  /** Why the form can't be submitted. */
  submitDisabledReason?: string | undefined
  /** What submitting these values would do, shown on demand before it is done. */
  preview?: ((values: Output) => ReactNode) | undefined
  /** For steps before the last: called instead of `onSubmit` with valid values. Returns false if there is something to fix first. */
  proceed?: ((values: Output) => boolean) | undefined
  children: ReactNode
}

function useSubmission<Values extends FieldValues, Output extends FieldValues>(props: FormShellBase<Values, Output>) {
  const { form, onSubmit, onDone, submitError, errorFallback, fieldNames, proceed } = props
  const [previewed, setPreviewed] = useState<Output>()
  const summary = useRef<HTMLDivElement>(null)
  const done = useRef(false)
  const [fault, setFault] = useState<ServerFault>()
  const [attempt, setAttempt] = useState(0)
  const { isDirty, errors } = form.formState
  const dirty = useRef(isDirty)
  useEffect(() => {
    dirty.current = isDirty
    // A form that stays open after saving ("create another") guards its new values.
    if (!isDirty) done.current = false
  }, [isDirty])

  // The error arrives as a prop; passing it to the form synchronizes with the form library's own store.
  useEffect(() => {
    setFault(applyServerError(form, submitError, (error) => problemMessage(error, errorFallback), fieldNames))
    if (submitError) setAttempt((count) => count + 1)
    // Runs once per error object; the other values only affect the message.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [submitError])

  // The form library publishes errors after the submit count, so the summary appears one render after the attempt.
  const focused = useRef(0)
  useEffect(() => {
    if (focused.current === attempt || summary.current === null) return
    focused.current = attempt
    summary.current.focus()
  })

  const submit = form.handleSubmit(
    async (values) => {
      setFault(undefined)
      if (proceed) {
        if (!proceed(values)) setAttempt((count) => count + 1)
        return
      }
      try {
        await onSubmit(values)
      } catch {
        // Shown through submitError.
        return
      }
      done.current = true
      onDone()
    },
    () => setAttempt((count) => count + 1),
  )
  // A preview is of these values only.
  useEffect(() => {
    const { unsubscribe } = form.watch(() => setPreviewed(undefined))
    return unsubscribe
  }, [form])
  const showPreview = form.handleSubmit(
    (values) => setPreviewed(values),
    () => setAttempt((count) => count + 1),
  )
  const preview = props.preview && {
    button: (
      <Button disabledReason={props.submitDisabledReason} onClick={() => void showPreview()}>
        {m.changes_preview()}
      </Button>
    ),
    content: previewed && (
      <div ref={intoView} className={css.preview}>
        {props.preview(previewed)}
      </div>
    ),
  }
  return { preview, submit, summary, fault, errors, attempt, isDirty: () => dirty.current && !done.current }
}

/** Scrolls to a preview, and again when its answer has replaced the shorter text before it. */
function intoView(element: HTMLElement | null) {
  if (element === null) return
  const show = () => element.scrollIntoView({ block: 'nearest' })
  let isFirst = true
  const observer = new ResizeObserver(() => {
    // The first tells the size that it has.
    if (!isFirst) observer.disconnect()
    isFirst = false
    show()
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** A form on a page or in a dialog. In a panel use `PanelForm`. */
export function FormShell<Values extends FieldValues, Output extends FieldValues>(
  props: FormShellBase<Values, Output> & { secondary?: ReactNode },
) {
  const { preview, submit, summary, fault, errors, attempt } = useSubmission(props)
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={css.fields}>
        {attempt > 0 ? <ErrorSummary ref={summary} fault={fault} errors={errors} /> : null}
        {props.children}
        {preview?.content}
      </div>
      <div className={css.actions}>
        <Button kind="primary" type="submit" loading={props.loading} disabledReason={props.submitDisabledReason}>
          {props.submitLabel}
        </Button>
        {preview?.button}
        {props.secondary}
      </div>
    </form>
  )
}

export interface PanelFormProps<Values extends FieldValues, Output extends FieldValues> extends Omit<
  FormShellBase<Values, Output>,
  'onDone'
> {
  title: ReactNode
  description?: ReactNode
  size?: PanelSize
  actions?: ReactNode
  /** The search parameter that shows the panel, if it has no path of its own. */
  searchParam?: string
  /** Navigates to the URL without the panel. */
  onClose: () => void
  /** Defaults to `onClose`. */
  onDone?: () => void
  /** At the start of the footer: a secondary or destructive action on the same item. */
  secondary?: ReactNode
}

/** A form in a side panel: one column, a sticky footer with one primary button, and a prompt before changes are discarded. */
export function PanelForm<Values extends FieldValues, Output extends FieldValues>(props: PanelFormProps<Values, Output>) {
  const { preview, submit, summary, fault, errors, attempt, isDirty } = useSubmission({ ...props, onDone: props.onDone ?? props.onClose })
  return (
    <SidePanel
      title={props.title}
      description={props.description}
      size={props.size}
      actions={props.actions}
      onClose={props.onClose}
      isDirty={isDirty}
      searchParam={props.searchParam}
    >
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        <PanelContent
          footer={
            <>
              {props.secondary === undefined ? null : <span data-start>{props.secondary}</span>}
              <Button onClick={props.onClose}>{m.ui_cancel()}</Button>
              {preview?.button}
              <Button kind="primary" type="submit" loading={props.loading} disabledReason={props.submitDisabledReason}>
                {props.submitLabel}
              </Button>
            </>
          }
        >
          <div className={css.fields}>
            {attempt > 0 ? <ErrorSummary ref={summary} fault={fault} errors={errors} /> : null}
            {props.children}
            {preview?.content}
          </div>
        </PanelContent>
      </form>
    </SidePanel>
  )
}
