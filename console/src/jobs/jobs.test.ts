import { expect, test } from 'vitest'
import { jobStatuses } from '@steward/contract/catalog/job-statuses'
import { jobSorts } from '@steward/contract/jobs/constants'
import { buildTask } from '../testing/jobs.ts'
import { statusOrder } from './labels.ts'
import { sortOf } from './filters.ts'
import { jobsSearch, sorts } from './search.ts'
import { countTasks, shownTasks } from './tasks.ts'

const id = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44'

test('reads the URL and drops what is invalid', () => {
  expect(
    jobsSearch({
      status: ['Running', 'Odd', 'Queued'],
      productCode: 'RI-RISKMODELER',
      operation: ['PLT import', 'PLT import'],
      createdBy: 12,
      resourceGroupId: [id, 'x'],
      tagId: 'x',
      before: 'a b',
      after: 'abc',
      days: '30',
      q: '  rollup ',
      other: 1,
    }),
  ).toEqual({
    status: ['Queued', 'Running'],
    productCode: ['RI-RISKMODELER'],
    operation: ['PLT import'],
    createdBy: ['12'],
    resourceGroupId: [id],
    after: 'abc',
    days: 30,
    q: 'rollup',
  })
  expect(jobsSearch({ before: 'a', after: 'b', from: '2026-03-14T00:00:00.000Z', days: 7 })).toEqual({
    before: 'a',
    from: '2026-03-14T00:00:00.000Z',
  })
})

test('sorts by what the contract knows, and newest first otherwise', () => {
  expect(sorts).toEqual(jobSorts)
  expect(jobsSearch({ sort: '-reason' })).toEqual({ sort: '-reason' })
  expect(jobsSearch({ sort: '-createdAt' })).toEqual({ sort: '-createdAt' })
  expect(jobsSearch({ sort: 'secret' })).toEqual({})
  expect([sortOf({}), sortOf({ sort: 'operation' })]).toEqual(['-createdAt', 'operation'])
})

test('the filter offers every status', () => expect([...statusOrder].toSorted()).toEqual([...jobStatuses]))

const tree = [
  buildTask('a', { tasks: [buildTask('a1', { tasks: [buildTask('a1x', { status: 'Running' })] }), buildTask('a2')] }),
  buildTask('b'),
]

test('lists the visible tasks with their places', () => {
  const places = (open: readonly string[]) =>
    shownTasks(tree, (path) => open.includes(path)).map(({ task, path, level, position, siblings, isOpen }) =>
      [task.name, path, level, `${position}/${siblings}`, isOpen].join(' '),
    )
  expect(places([])).toEqual(['a 0 1 1/2 false', 'b 1 1 2/2 '])
  expect(places(['0', '0.0'])).toEqual(['a 0 1 1/2 true', 'a1 0.0 2 1/2 true', 'a1x 0.0.0 3 1/1 ', 'a2 0.1 2 2/2 ', 'b 1 1 2/2 '])
})

test('counts tasks on every level', () => expect(countTasks(tree)).toEqual({ total: 5, done: 4 }))
