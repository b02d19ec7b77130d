import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NetworkError } from '@steward/contract/http'
import { buildProblem } from '../testing/problems.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { ErrorPage, NotFoundPage } from './ErrorPages.tsx'

const show = (error: Error) => renderInRouter(<ErrorPage error={error} reset={() => {}} />)
const title = () => screen.getByRole('heading', { level: 1 }).textContent

test('an error page shows the status and its message, with a retry', async () => {
  await show(buildProblem('forbidden', 'You can’t do this.'))
  expect(title()).toBe('You can’t do this.')
  expect(screen.getByText('Error 403')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('for 404 it links home', async () => {
  await show(buildProblem('not_found', 'There is no such user.'))
  expect(title()).toBe('There is no such user.')
  expect(screen.getByText('Error 404')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to start page' }).getAttribute('href')).toBe('/')
})

test('an unknown error is a 500 with its own message', async () => {
  await show(new Error('The middleware is unknown.'))
  expect(title()).toBe('The middleware is unknown.')
  expect(screen.getByText('Error 500')).toBeDefined()
})

test('a network error has no status', async () => {
  await show(new NetworkError('network'))
  expect(title()).toBe('Please check your network connection.')
  expect(screen.queryByText(/^Error \d/)).toBeNull()
})

test('code that is still missing after a reload has its own message and a manual reload', async () => {
  sessionStorage.setItem('steward.chunk-reload', String(Date.now()))
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  await show(Object.assign(new Error('gone'), { name: 'ChunkFailure' }))
  expect(await screen.findByRole('button', { name: 'Reload page' })).toBeDefined()
  vi.restoreAllMocks()
})

test('an unmatched route shows the not-found message', async () => {
  await renderInRouter(<NotFoundPage />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
  expect(screen.getByText('Check the address, or search for the page.')).toBeDefined()
})
