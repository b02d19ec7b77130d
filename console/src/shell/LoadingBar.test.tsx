import { createRoute, type AnyRoute } from '@tanstack/react-router'
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { LoadingBar } from './LoadingBar.tsx'

let arrive = () => {}

async function renderBar() {
  const routesUnder = (root: AnyRoute) => [
    createRoute({ getParentRoute: () => root, path: '/' }),
    createRoute({ getParentRoute: () => root, path: '/slow', loader: () => new Promise<void>((resolve) => (arrive = resolve)) }),
  ]
  const router = await renderRoutes(LoadingBar, routesUnder, ['/'])
  await pass(0)
  return { go: () => act(() => void router.history.push('/slow')) }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const bar = () => document.querySelector('[data-loading-bar]')

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a quick navigation shows no bar', async () => {
  const { go } = await renderBar()
  go()
  await pass(199)
  expect(bar()).toBeNull()
  act(() => arrive())
  await pass(1_000)
  expect(bar()).toBeNull()
})

test('once shown, the bar stays for at least half a second', async () => {
  const { go } = await renderBar()
  go()
  await pass(201)
  expect(bar()).not.toBeNull()
  act(() => arrive())
  await pass(400)
  expect(bar()).not.toBeNull()
  await pass(200)
  expect(bar()).toBeNull()
})
