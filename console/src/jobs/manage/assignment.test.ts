import { expect, test } from 'vitest'
import { buildJob } from '../../testing/jobs.ts'
import { type Choices, afterClick, changeOf, rowsOf, tagsOf } from './assignment.ts'

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ tagId: id, tagName: id.toUpperCase(), isActive: true }))
if (a === undefined || b === undefined || c === undefined) throw new Error('three tags')
const jobs = [buildJob({ jobId: '1', tags: [a, b] }), buildJob({ jobId: '2', tags: [a] })]
const unchanged: Choices = new Map()
const found = [c, a].map(({ tagId, tagName }) => ({ id: tagId, name: tagName, isActive: true }))
const rows = (choices: Choices, typed = '') => rowsOf({ jobs, read: tagsOf, choices, first: tagsOf(jobs[0] ?? buildJob()), found, typed })

/** The boxes after each click on one, and what would be sent. */
function clicks(id: string, times: number): (string | undefined)[] {
  let choices = unchanged
  return Array.from({ length: times }, () => {
    const row = rows(choices).find((one) => one.id === id)
    if (row === undefined) throw new Error(`no row ${id}`)
    choices = afterClick(choices, row, row.original)
    const { add, remove } = changeOf(choices)
    return `${rows(choices).find((one) => one.id === id)?.mark} +${add.join()} -${remove.join()}`
  })
}

test('a box is on for what all jobs have, mixed for what some have, and off otherwise', () => {
  expect(rows(unchanged).map(({ name, count, mark }) => [name, count, mark])).toEqual([
    ['A', 2, 'all'],
    ['B', 1, 'some'],
    ['C', 0, 'none'],
  ])
})

test('lists what matches the search', () => {
  expect(rows(unchanged, ' C ').map(({ name }) => name)).toEqual(['C'])
})

test('clicks go there and back; a mixed box comes back to how it was', () => {
  expect(clicks('a', 2)).toEqual(['none + -a', 'all + -'])
  expect(clicks('c', 2)).toEqual(['all +c -', 'none + -'])
  expect(clicks('b', 3)).toEqual(['all +b -', 'none + -b', 'some + -'])
})

test('an inactive tag that some jobs have can only be removed', () => {
  const inactive = { id: 'b', name: 'B', isActive: false }
  const once = afterClick(unchanged, inactive, 'some')
  expect(changeOf(once)).toEqual({ add: [], remove: ['b'] })
  expect(changeOf(afterClick(once, inactive, 'some'))).toEqual({ add: [], remove: [] })
})
