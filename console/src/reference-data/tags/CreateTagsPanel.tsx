import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useWatch, type ResolverResult } from 'react-hook-form'
import { m } from '@steward/contract/paraglide/messages'
import { createTag } from '@steward/contract/reference-data/tags'
import { tagsPerRequest } from '@steward/contract/rules/name-rules'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { CallPreview } from '../../effects/PreviewedEffects.tsx'
import { formatNumber } from '../../i18n/time.ts'
import { PanelForm } from '../../ui/form/FormShell.tsx'
import { FormTextArea } from '../../ui/form/fields.tsx'
import { createdText, createTags, listFault, namesIn, namesOf, type TagOutcome } from './createTags.ts'
import { Outcomes } from './Outcomes.tsx'
import { useEditReason } from './permissions.ts'
import { Progress } from './Progress.tsx'
import { tagTables } from './queries.ts'

interface Values {
  names: string
}

const resolver = (values: Values): ResolverResult<Values, Values> => {
  const fault = listFault(values.names)
  if (fault === undefined) return { values, errors: {} }
  return { values: {}, errors: { names: { type: 'list', message: fault } } }
}

/** Creates tags from a comma-separated list, one call for each name (second specification file, sections 4 and 5). */
export function CreateTagsPanel() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reference-data/data-tags', search: true })
  const reason = useEditReason()
  const form = useForm<Values, unknown, Values>({ resolver, defaultValues: { names: '' }, shouldFocusError: false })
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  // The answers of the last run; names that failed are in the field again, to be retried.
  const [outcomes, setOutcomes] = useState<readonly TagOutcome[]>([])
  const names = namesIn(useWatch({ control: form.control, name: 'names' }))
  const mutation = useMutation({
    mutationKey: ['DataTags_create'],
    mutationFn: async (values: Values) => {
      const wanted = namesIn(values.names)
      setProgress({ done: 0, total: wanted.length })
      return createTags(wanted, (done) => setProgress({ done, total: wanted.length }))
    },
    onSuccess: (answers) => {
      setProgress(undefined)
      setOutcomes(answers)
      void invalidateTables(tagTables)
      const success = createdText(answers)
      if (success !== undefined) alerts.success(success)
      form.reset({ names: namesOf(answers, 'failed').join(', ') })
    },
  })
  return (
    <PanelForm
      form={form}
      title={m.tags_create()}
      description={m.tags_create_text()}
      onSubmit={async (values) => {
        const answers = await mutation.mutateAsync(values)
        if (answers.every(({ state }) => state === 'created')) close()
      }}
      onClose={close}
      onDone={() => {}}
      submitError={mutation.error}
      loading={mutation.isPending}
      preview={(values) => <TagPreviews names={namesIn(values.names)} />}
      submitLabel={submitLabel(names.length, namesOf(outcomes, 'failed').length > 0)}
      submitDisabledReason={reason}
      errorFallback={m.tags_error_create()}
    >
      {progress === undefined ? <Outcomes outcomes={outcomes} /> : <Progress {...progress} />}
      <FormTextArea
        control={form.control}
        name="names"
        label={m.tags_names_field()}
        hint={m.tags_names_hint({ count: formatNumber(names.length), maximum: formatNumber(tagsPerRequest) })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        rows={4}
        readOnly={mutation.isPending}
      />
    </PanelForm>
  )
}

/** Each tag is created by a call of its own. */
const previewedTags = 5

function TagPreviews({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.slice(0, previewedTags).map((tagName) => (
        <CallPreview
          key={tagName}
          endpoint={createTag}
          input={{ body: { tagName } }}
          refusals={{ tag_exists: m.tags_already_exist({ names: tagName }) }}
        />
      ))}
      {names.length > previewedTags ? <p>{m.changes_people_rest({ count: names.length - previewedTags })}</p> : null}
    </>
  )
}

function submitLabel(count: number, isRetry: boolean): string {
  if (count === 0) return m.tags_create()
  return isRetry ? m.tags_create_retry({ count }) : m.tags_create_submit({ count })
}
