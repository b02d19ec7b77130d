import { render, screen, within } from '@testing-library/react'
import { ProblemError } from '@steward/contract/http'
import { expect, test } from 'vitest'
import { buildProblemBody } from '../testing/problems.ts'
import { conflictsOf } from './conflicts.ts'
import { Conflicts } from './Conflicts.tsx'

const fault = (parameters: Record<string, string>) => ({ field: '', code: 'change_conflict', message: '', parameters })
const refusal = new ProblemError(409, {
  ...buildProblemBody('change_conflict', 409),
  errors: [
    fault({ category: 'Group', entityName: 'Analysts', fieldName: 'status', before: 'Enabled', after: 'Disabled', now: '' }),
    fault({ category: 'Group', entityName: 'Analysts', fieldName: 'usernames', before: 'exists', after: '', now: 'exists' }),
  ],
})

test('conflicts show each field as it would be, as it became and as it is now', () => {
  render(<Conflicts conflicts={conflictsOf(refusal)} />)
  const valuesOf = (name: RegExp) => {
    const cells = within(screen.getByRole('row', { name })).getAllByRole('cell')
    return cells.map((cell) => cell.textContent)
  }
  expect(valuesOf(/^Group Analysts · Status/)).toEqual(['Enabled', 'Disabled', 'empty'])
  expect(valuesOf(/^Group Analysts · Members/)).toEqual(['yes', 'no', 'yes'])
})

test('other refusals have no conflicts', () => {
  expect(conflictsOf(new ProblemError(403, buildProblemBody('forbidden', 403)))).toEqual([])
  expect(conflictsOf(new Error('offline'))).toEqual([])
})
