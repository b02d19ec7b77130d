import { useQuery } from '@tanstack/react-query'
import type { HistoryPart } from '@steward/contract/history/schemas'
import { ProblemError, type CallInput, type Endpoint } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { problemCode, problemMessage } from '../api/problem.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Effects } from './Effects.tsx'
import css from './Effects.module.css'
import { Parts } from './Parts.tsx'
import { previewed, previewQuery, type Previewed } from './preview.ts'
import { changesSentence } from './sentence.ts'

/** Why a call would be refused, by the code of the error, where its form says it in other words than the server. */
export type Refusals = Readonly<Partial<Record<string, string>>>

interface PreviewedEffectsProps {
  preview: Previewed
  refusals?: Refusals | undefined
  /** Also what would change, field by field. */
  withParts?: boolean
}

/**
 * What a change would do, or why it would be refused, while it is asked and after. It is as high before the usual answer as with
 * it: the buttons of a question don't move away from a pointer.
 */
export function PreviewedEffects({ withParts = false, ...props }: PreviewedEffectsProps) {
  return (
    <div className={withParts ? undefined : css.answer}>
      <Answer withParts={withParts} {...props} />
    </div>
  )
}

function Answer({ preview: { query, rest }, refusals = {}, withParts }: PreviewedEffectsProps) {
  const { data, error, isFetching } = query
  if (error instanceof ProblemError && error.status < 500)
    return (
      <Callout tone="warning" role="status" title={m.changes_refused()}>
        {refusals[problemCode(error) ?? ''] ?? problemMessage(error, m.changes_preview_failed())}
      </Callout>
    )
  if (error)
    return (
      <Callout
        tone="danger"
        actions={
          <Button small loading={isFetching} onClick={() => void query.refetch()}>
            {m.ui_retry()}
          </Button>
        }
      >
        {problemMessage(error, m.changes_preview_failed())}
      </Callout>
    )
  if (data === undefined)
    return (
      <p className={css.muted} role="status">
        {m.changes_preview_loading()}
      </p>
    )
  return (
    <section aria-label={m.changes_effects()} aria-busy={isFetching} role="status">
      {withParts ? (
        <Effects effects={data.effects} rest={rest} sentence={changesSentence(data)}>
          <Parts changed={data} fateOf={fateOf} />
        </Effects>
      ) : (
        <Effects effects={data.effects} rest={rest} />
      )}
    </section>
  )
}

const fates = { Create: m.changes_created, Update: undefined, Delete: m.changes_deleted }

/** A setting that is saved for the first time had its default before. */
const fateOf = ({ category, type }: HistoryPart): string | undefined =>
  category === 'Setting' && type === 'Create' ? undefined : fates[type]?.()

interface CallPreviewProps<E extends Endpoint> {
  endpoint: E
  /** Undefined if saving would send nothing. */
  input: CallInput<E> | undefined
  refusals?: Refusals
}

/** What a call with this input would change and whom it would affect, for the "Preview" button of a form. */
export function CallPreview<E extends Endpoint>({ endpoint, input, refusals }: CallPreviewProps<E>) {
  // Without input it is not enabled.
  const known = input as CallInput<E>
  const query = useQuery({ ...previewQuery(endpoint, known), enabled: input !== undefined })
  if (input === undefined) return <p role="status">{m.changes_nothing()}</p>
  return <PreviewedEffects withParts preview={previewed(endpoint, input, query)} refusals={refusals} />
}
