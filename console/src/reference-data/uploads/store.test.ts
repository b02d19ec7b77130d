import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { alerts } from '../../api/alerts.ts'
import { eventually } from '../../testing/eventually.ts'
import { dismissSending, startUpload, useSending } from './store.ts'

const vintage = { scheme: 'MONTHLY', vintage: '2026-Q3' }
const file = new File(['currencyCode,asOfDate,exchangeRate\n'], 'rates.csv')
const stored = { uploadId: '0199c0de-7780-7c11-9d59-3b8f5f1c2a44', status: 'queued' } as RateUpload // all that is looked at

interface Call {
  onProgress: (sentBytes: number) => void
  signal: AbortSignal
}
const call = vi.hoisted(() => ({ current: Promise.withResolvers<unknown>(), options: undefined as unknown }))

vi.mock('../../uploads/sendFile.ts', () => ({
  sendFile: (_endpoint: unknown, { signal }: Pick<Call, 'signal'>, onProgress: Call['onProgress']) => {
    call.options = { signal, onProgress }
    signal.addEventListener('abort', () => call.current.reject(new DOMException('Aborted', 'AbortError')))
    return call.current.promise
  },
}))
const options = () => call.options as Call

beforeEach(() => {
  call.current = Promise.withResolvers<unknown>()
  call.options = undefined
  vi.spyOn(alerts, 'info').mockReturnValue('')
  vi.spyOn(alerts, 'danger').mockReturnValue('')
})
afterEach(() => {
  dismissSending(vintage)
  vi.restoreAllMocks()
})

const leave = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('goes on without a page, asks before the tab is closed, and says when the file has arrived', async () => {
  const page = renderHook(() => useSending(vintage, { isShown: true }))
  const done = startUpload(vintage, file)
  await eventually(() => expect(call.options).toBeDefined())
  act(() => options().onProgress(10))
  expect(page.result.current).toMatchObject({ fileName: 'rates.csv', sentBytes: 10, error: undefined })
  expect(leave()).toBe(true)
  page.unmount()
  call.current.resolve(stored)
  await act(() => done)
  expect(alerts.info).toHaveBeenCalledOnce()
  expect(renderHook(() => useSending(vintage)).result.current).toBeUndefined()
  expect(leave()).toBe(false)
})

test('keeps a failure where it is shown, and alerts where it is not', async () => {
  const page = renderHook(() => useSending(vintage, { isShown: true }))
  const failing = startUpload(vintage, file)
  call.current.reject(new Error('no network'))
  await act(() => failing)
  expect(page.result.current?.error).toBeInstanceOf(Error)
  expect(alerts.danger).not.toHaveBeenCalled()
  page.unmount()
  call.current = Promise.withResolvers()
  const again = startUpload(vintage, file)
  call.current.reject(new Error('no network'))
  await again
  expect(alerts.danger).toHaveBeenCalledOnce()
})

test('sends one file at a time into a vintage, and none after it was canceled', async () => {
  const page = renderHook(() => useSending(vintage))
  const first = startUpload(vintage, file)
  await eventually(() => expect(call.options).toBeDefined())
  await startUpload(vintage, new File(['x'], 'other.csv'))
  expect(page.result.current?.fileName).toBe('rates.csv')
  page.result.current?.cancel()
  await act(() => first)
  expect(page.result.current).toBeUndefined()
  expect(alerts.danger).not.toHaveBeenCalled()
})
