import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { listTags } from '@steward/contract/reference-data/tags'
import { problemMessage } from '../../api/problem.ts'
import { listQuery } from '../../api/query.ts'
import { tagTables } from '../../reference-data/tags/queries.ts'
import { usePermission } from '../../session/permissions/permissions.ts'
import { useDebounced } from '../../ui/form/useDebounced.ts'
import { AssignList } from './AssignList.tsx'
import { type Assignable, type Choices, afterClick, assignedTo, rowsOf, tagsOf } from './assignment.ts'
import type { ManagedJob } from './managedJob.ts'
import { TagForm } from './TagForm.tsx'

export interface AssignPartProps {
  jobs: readonly ManagedJob[]
  choices: Choices
  onChoose: (choices: Choices, item: Assignable) => void
}

const shown = 50

const none: readonly Assignable[] = []

/** The tags of the jobs, then active tags that match the search. */
export function AssignTags({ jobs, choices, onChoose }: AssignPartProps) {
  const mayView = usePermission('Admin.ViewTags')
  const [typed, setTyped] = useState('')
  const [created, setCreated] = useState(none)
  const search = useDebounced(typed.trim())
  const query = useQuery({
    ...listQuery(listTags, tagTables, { query: { search: search === '' ? undefined : search, isActive: 'true', limit: shown } }),
    enabled: mayView,
  })
  const found = useMemo(
    () => (query.data?.items ?? []).map(({ tagId, tagName }) => ({ id: tagId, name: tagName, isActive: true })),
    [query.data],
  )
  const rows = rowsOf({ jobs, read: tagsOf, choices, first: [...created, ...assignedTo(jobs, tagsOf)], found, typed })
  const isLoading = mayView && query.data === undefined && !query.error
  return (
    <AssignList
      label={m.jobs_manage_tags()}
      findLabel={m.jobs_manage_tags_find()}
      typed={typed}
      onType={setTyped}
      rows={rows}
      total={jobs.length}
      onToggle={(row) => onChoose(afterClick(choices, row, row.original), row)}
      isLoading={isLoading}
      failure={mayView ? query.error && problemMessage(query.error, m.tags_error_list()) : m.jobs_manage_tags_reason()}
      empty={m.jobs_manage_tags_empty()}
      more={Math.max(0, (query.data?.totalCount ?? 0) - shown)}
    >
      {mayView ? (
        <TagForm
          typed={rows.some(({ name }) => name.toLowerCase() === typed.trim().toLowerCase()) ? '' : typed.trim()}
          onCreated={({ tagId, tagName }) => {
            const tag = { id: tagId, name: tagName, isActive: true }
            setCreated([tag, ...created])
            setTyped('')
            onChoose(new Map([...choices, [tagId, true]]), tag)
          }}
        />
      ) : null}
    </AssignList>
  )
}
