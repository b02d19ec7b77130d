import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../api/query.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { Combobox, type Choice } from '../ui/form/Combobox.tsx'
import { isOffered, matching, questions, type Question } from './questions.ts'

const choiceOf = (question: Question): Choice => ({ value: question.id, label: question.label, detail: question.detail })

export interface QuestionPickerProps {
  value: Question | undefined
  onChange: (ask: string | undefined) => void
  autoFocus?: boolean
}

/** Chooses a page, permission, application, action or feature that the tenant has. */
export function QuestionPicker({ value, onChange, autoFocus }: QuestionPickerProps) {
  const [typed, setTyped] = useState('')
  const router = useRouter()
  const facts = queryClient.getQueryData(permissionsQuery.queryKey)?.facts
  const paths = Object.keys(router.routesByPath)
  const found = matching(questions(), typed === value?.label ? '' : typed)
  return (
    <Combobox
      label={m.access_question()}
      placeholder={m.access_question_find()}
      options={found.filter((question) => isOffered(question, facts, (path) => isPage(path, paths))).map(choiceOf)}
      onSearch={setTyped}
      value={value ? choiceOf(value) : null}
      onChange={(choice) => onChange(choice?.value)}
      autoFocus={autoFocus}
    />
  )
}

/** Whether the console has a page at a path; a product's page is a path with a parameter. */
function isPage(path: string, known: readonly string[]): boolean {
  const parent = path.slice(0, path.lastIndexOf('/'))
  return known.includes(path) || known.some((one) => one.startsWith(`${parent}/$`))
}
