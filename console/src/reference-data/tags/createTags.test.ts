import { afterEach, expect, test, vi } from 'vitest'
import { createdText, createTags, listFault, namesIn, namesOf } from './createTags.ts'
import { buildProblemBody } from '../../testing/problems.ts'

afterEach(() => vi.unstubAllGlobals())

test('a list is split at commas and lines, without empty entries and repeated names', () => {
  expect(namesIn(' a, ,b,\nc\r\n, a , B')).toEqual(['a', 'b', 'c'])
})

test('a list without names, with too many or with invalid ones is refused', () => {
  expect(listFault(' , ')).toBe('Enter at least one tag name.')
  const many = Array.from({ length: 101 }, (_, index) => `tag_${index}`).join(',')
  expect(listFault(many)).toBe('Maximum number of tags creation exceeded, the limit is 100 tags.')
  expect(listFault(many.replace(',tag_100', ''))).toBeUndefined()
  expect(listFault('ok, two words, a-b')).toMatch(/^two words, a-b are invalid\./)
})

test('each name has its own call and its own answer, in the order of the list', async () => {
  const problems: Record<string, [string, number, string]> = {
    taken: ['tag_exists', 409, 'A tag with this name already exists.'],
    broken: ['internal', 500, 'no one reads this'],
    refused: ['forbidden', 403, 'Not you.'],
  }
  const sent: string[] = []
  const fetchStub = (_: string, { body }: { body: string }) => {
    const { tagName } = JSON.parse(body) as { tagName: string }
    sent.push(tagName)
    const [code, status, message] = problems[tagName] ?? []
    if (code === undefined || status === undefined) return Promise.resolve(Response.json({ tagName }, { status: 201 }))
    const answer = { ...buildProblemBody('tag_exists', status, message), code }
    return Promise.resolve(Response.json(answer, { status, headers: { 'content-type': 'application/problem+json' } }))
  }
  vi.stubGlobal('fetch', fetchStub)
  const progress: number[] = []
  const outcomes = await createTags(['a', 'taken', 'b', 'broken', 'refused', 'c'], (done) => progress.push(done))
  expect(sent.toSorted()).toEqual(['a', 'b', 'broken', 'c', 'refused', 'taken'])
  expect(progress).toEqual([1, 2, 3, 4, 5, 6])
  expect(outcomes).toEqual([
    { tagName: 'a', state: 'created' },
    { tagName: 'taken', state: 'duplicate' },
    { tagName: 'b', state: 'created' },
    { tagName: 'broken', state: 'failed', message: 'The tag could not be created.' },
    { tagName: 'refused', state: 'failed', message: 'Not you.' },
    { tagName: 'c', state: 'created' },
  ])
  expect(namesOf(outcomes, 'failed')).toEqual(['broken', 'refused'])
  expect(createdText(outcomes)).toBe('3 of 6 tags were created.')
})

test('the success alert tells one from all from some from none', () => {
  const created = (tagName: string) => ({ tagName, state: 'created' }) as const
  expect(createdText([created('a')])).toBe('Tag a was created.')
  expect(createdText([created('a'), created('b')])).toBe('All 2 tags were created.')
  expect(createdText([{ tagName: 'a', state: 'duplicate' }])).toBeUndefined()
})
