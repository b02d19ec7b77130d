import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NetworkError } from '@steward/contract/http'
import { buildProblem } from '../testing/problems.ts'
import { queryClient } from './query.ts'
import { GivenUpError } from './retry.ts'
import { combinedStatus, statusRecord, useStatus } from './status.ts'

afterEach(() => {
  queryClient.clear()
})

/** Runs a change under a key; it ends when the test says so. */
function change(key: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationKey: [key], mutationFn: () => promise })
  const run = mutation.execute(undefined).catch(() => undefined)
  return { finish: () => (resolve('done'), run), fail: (error: Error) => (reject(error), run) }
}

test('reports a change as loading, then finished, under its key', async () => {
  expect(statusRecord('change_password')).toBeUndefined()
  const { finish } = change('change_password')
  expect(statusRecord('change_password')).toEqual({ key: 'change_password', type: 'loading' })
  await finish()
  expect(statusRecord('change_password')).toEqual({ key: 'change_password', type: 'finished' })
})

test('keeps the HTTP status of a failure, reports a canceled call, and counts only the newest', async () => {
  const key = 'RoleManagement_create_role'
  await change(key).fail(buildProblem('role_name_taken', 'Taken'))
  expect(statusRecord(key)).toEqual({ key, type: 'failed', code: 409 })
  await change(key).fail(new NetworkError('network'))
  expect(statusRecord(key)).toEqual({ key, type: 'failed' })
  await change(key).fail(new GivenUpError(new NetworkError('network')))
  expect(statusRecord(key)).toEqual({ key, type: 'cancelled' })
})

test('ranks failed over loading, canceled, finished and none', async () => {
  const all = ['a', 'b', 'c', 'd', 'never']
  expect(combinedStatus(all)).toBe('none')
  await change('a').finish()
  expect(combinedStatus(all)).toBe('finished')
  await change('b').fail(new GivenUpError(new NetworkError('network')))
  expect(combinedStatus(all)).toBe('cancelled')
  change('c')
  expect(combinedStatus(all)).toBe('loading')
  await change('d').fail(new Error('x'))
  expect(combinedStatus(all)).toBe('failed')
})

test('combines reads and changes of a screen', async () => {
  const read = Promise.withResolvers<string>()
  const saved = Promise.withResolvers<string>()
  function Screen() {
    useQuery({ queryKey: ['listThings', {}], queryFn: () => read.promise })
    const save = useMutation({ mutationKey: ['save_things'], mutationFn: () => saved.promise })
    return <button onClick={() => save.mutate()}>{useStatus('listThings', 'save_things')}</button>
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('button').textContent).toBe('loading')
  read.resolve('things')
  await screen.findByText('finished')
  act(() => screen.getByRole('button').click())
  await screen.findByText('loading')
  saved.reject(new Error('x'))
  await screen.findByText('failed')
})
