import { render, screen, within } from '@testing-library/react'
import { ProblemError } from '@steward/contract/http'
import { expect, test } from 'vitest'
import { buildProblemBody } from '../testing/problems.ts'
import { conflictsOf } from './conflicts.ts'
import { Conflicts } from './Conflicts.tsx'

const refusal = new ProblemError(409, {
  ...buildProblemBody('change_conflict', 409),
  errors: [
    {
      field: 'user_group/g/status',
      code: 'change_conflict',
      message: '',
      parameters: { category: 'Group', entityName: 'Analysts', fieldName: 'status', before: 'Enabled', after: 'Disabled', now: '' },
    },
  ],
})

test('conflicts show each field as it would be, as it became and as it is now', () => {
  const conflicts = conflictsOf(refusal)
  expect(conflicts).toHaveLength(1)
  render(<Conflicts conflicts={conflicts} />)
  const row = screen.getByRole('row', { name: /^Group Analysts · Status/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Enabled', 'Disabled', 'empty'])
})

test('other refusals have no conflicts', () => {
  expect(conflictsOf(new ProblemError(403, buildProblemBody('forbidden', 403)))).toEqual([])
  expect(conflictsOf(new Error('offline'))).toEqual([])
})
