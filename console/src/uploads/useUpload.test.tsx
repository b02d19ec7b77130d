import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alerts } from '../api/alerts.ts'
import { RequestProgress } from './RequestProgress.tsx'
import { type SendOptions, type Upload, uploadFault, useUpload } from './useUpload.ts'

const file = new File(['x'.repeat(1_000)], 'table.csv')
let request: { options: SendOptions; answer: PromiseWithResolvers<string> } | undefined

const send = (_: File, options: SendOptions) => {
  const answer = Promise.withResolvers<string>()
  options.signal.addEventListener('abort', () => answer.reject(new DOMException('Aborted', 'AbortError')))
  request = { options, answer }
  return answer.promise
}
const progress = vi.hoisted(() => ({ current: { step: 'saving', lines: 500, totalLines: 2_000 } }))
vi.mock('../api/client.ts', () => ({ api: async () => progress.current, setCallSession: () => undefined }))

beforeEach(() => {
  request = undefined
  vi.spyOn(alerts, 'info').mockReturnValue('')
})
afterEach(() => vi.restoreAllMocks())

function show({ isDryRun = false } = {}) {
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } })
  const onSuccess = vi.fn<(result: string) => void>()
  let shown: Upload | undefined
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      {children}
      {shown ? <RequestProgress upload={shown} isDryRun={isDryRun} /> : null}
    </QueryClientProvider>
  )
  const hook = renderHook(
    () => {
      const upload = useUpload('test_upload', send)
      shown = upload
      return upload
    },
    { wrapper },
  )
  act(() => hook.result.current.start(file, { onSuccess }))
  return { hook, onSuccess, again: () => hook.rerender() }
}

test('shows the bytes sent, then the lines, and gives the answer', async () => {
  const { hook, onSuccess, again } = show()
  await waitFor(() => expect(request).toBeDefined())
  act(() => request?.options.onProgress(250))
  again()
  expect(screen.getByRole('progressbar', { name: 'Progress of table.csv' }).getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText(/^250 bytes? of 1 kB sent$/)).toBeTruthy()
  act(() => request?.options.onProgress(1_200))
  again()
  await waitFor(() => expect(screen.getByText('500 of 2,000 lines processed')).toBeTruthy())
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  expect(hook.result.current.isRunning()).toBe(true)
  await act(async () => request?.answer.resolve('done'))
  await waitFor(() => expect(onSuccess.mock.calls[0]?.[0]).toBe('done'))
  expect(hook.result.current.isRunning()).toBe(false)
  await waitFor(() => expect(hook.result.current.sending).toBeUndefined())
})

test.each([
  { isDryRun: false, last: 'Save' },
  { isDryRun: true, last: 'Preview' },
])('says what the last step does: $last', async ({ isDryRun, last }) => {
  const { again } = show({ isDryRun })
  await waitFor(() => expect(request).toBeDefined())
  act(() => request?.options.onProgress(1_200))
  again()
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(last))
})

test('cancel ends the request, and doesn’t count as a failure', async () => {
  const { hook, onSuccess, again } = show()
  await waitFor(() => expect(request).toBeDefined())
  again()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
  expect(request?.options.signal.aborted).toBe(true)
  await waitFor(() => expect(hook.result.current.sending).toBeUndefined())
  expect(hook.result.current.error).toBeNull()
  expect(onSuccess).not.toHaveBeenCalled()
  expect(alerts.info).toHaveBeenCalledWith('The upload of table.csv was canceled. Nothing was saved.')
})

test('leaving the page ends the request', async () => {
  const { hook } = show()
  await waitFor(() => expect(request).toBeDefined())
  hook.unmount()
  expect(request?.options.signal.aborted).toBe(true)
})

test('refuses files that the server would refuse', () => {
  expect(uploadFault(new File([], 'empty.csv'))).toBe('The file has no rows.')
  const large = Object.defineProperty(new File(['x'], 'large.csv'), 'size', { value: 257 * 1_048_576 })
  expect(uploadFault(large)).toMatch(/larger than 256 MB/)
  expect(uploadFault(file)).toBeUndefined()
})
