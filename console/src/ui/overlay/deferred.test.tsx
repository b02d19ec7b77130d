import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../../api/alerts.ts'
import { deferred } from './deferred.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

const Box = ({ open }: Props) => (open ? <p>Here it is</p> : null)
const missing = () => Object.assign(new Error('gone'), { name: 'ChunkFailure' })

function Opener({ part: Part }: { part: ReturnType<typeof deferred<Props>> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => setOpen(false)}>
        Leave
      </button>
      <Part open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const opener = () => screen.getByRole('button', { name: 'Open' })

beforeEach(() => {
  vi.spyOn(alerts, 'danger')
  // The page has just been reloaded because of a missing chunk.
  sessionStorage.setItem('steward.chunk-reload', String(Date.now()))
})
afterEach(() => {
  vi.restoreAllMocks()
  alerts.clear()
})

test('reports a failed load, counts as closed, and loads again on the next open', async () => {
  const load = vi.fn<() => Promise<typeof Box>>().mockRejectedValueOnce(missing()).mockResolvedValueOnce(Box)
  render(<Opener part={deferred<Props>(load)} />)
  fireEvent.click(opener())
  await waitFor(() => expect(alerts.danger).toHaveBeenCalledWith(m.shell_chunk_failed()))
  await waitFor(() => expect(opener().getAttribute('aria-expanded')).toBe('false'))
  fireEvent.click(opener())
  expect(await screen.findByText('Here it is')).toBeTruthy()
})

test('does not report a failed load after it was closed', async () => {
  let fail: (error: Error) => void = () => {}
  const loading = new Promise<typeof Box>((_resolve, reject) => {
    fail = reject
  })
  render(<Opener part={deferred<Props>(() => loading)} />)
  fireEvent.click(opener())
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  fail(missing())
  await loading.catch(() => undefined)
  expect(alerts.danger).not.toHaveBeenCalled()
})
