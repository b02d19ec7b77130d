import { useQuery } from '@tanstack/react-query'
import { ProblemError, type CallInput, type Endpoint } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { problemMessage } from '../api/problem.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Effects } from './Effects.tsx'
import css from './Effects.module.css'
import { previewed, previewQuery, type Previewed } from './preview.ts'

/** What a change would do, or why it would be refused, while it is asked and after. */
export function PreviewedEffects({ preview: { query, rest } }: { preview: Previewed }) {
  const { data, error, isFetching } = query
  if (error instanceof ProblemError && error.status < 500)
    return (
      <Callout tone="warning" title={m.changes_refused()}>
        {problemMessage(error, m.changes_preview_failed())}
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
      <Effects effects={data.effects} rest={rest} />
    </section>
  )
}

/** What a call with this input would do, for the "Preview" button of a form. */
export function CallPreview<E extends Endpoint>({ endpoint, input }: { endpoint: E; input: CallInput<E> }) {
  return <PreviewedEffects preview={previewed(endpoint, input, useQuery(previewQuery(endpoint, input)))} />
}
