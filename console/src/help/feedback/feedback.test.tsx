import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { FloatingHost } from '../FloatingHost.tsx'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import { showFloating } from '../../ui/overlay/floating.ts'
import { FeedbackButton } from './FeedbackButton.tsx'

let answer: () => Response
let sent: FormData[]

beforeEach(() => {
  sent = []
  answer = () => Response.json({ feedbackId: '0199c0de-6666-7c11-9d59-3b8f5f1c2a44' }, { status: 201 })
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.endsWith('config.json')) return Response.json({ version: '1.2.3' })
    if (init?.body instanceof FormData) sent.push(init.body)
    return answer()
  })
})
afterEach(() => {
  act(() => showFloating(undefined))
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function openForm(path = '/user-administration/users?q=ada') {
  await renderInRouter(
    <>
      <FeedbackButton />
      <FloatingHost />
    </>,
    path,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Feedback' }))
  return { user, panel: await screen.findByRole('dialog', { name: 'Feedback' }) }
}

it('sends mood and text with the path and the version, and shows thanks', async () => {
  const { user, panel } = await openForm()
  expect(
    within(panel)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual(['Very good', 'Good', 'Neither good nor bad', 'Bad', 'Very bad'])
  await user.click(screen.getByRole('radio', { name: 'Bad' }))
  await user.type(screen.getByLabelText('What happened?'), 'The list jumped.')
  await user.click(screen.getByRole('button', { name: 'Send feedback' }))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Thank you' }))
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({
    mood: 'bad',
    text: 'The list jumped.',
    // Without the search parameters.
    page: '/user-administration/users',
    version: '1.2.3',
  })
  await user.click(screen.getByRole('button', { name: 'Send more' }))
  expect((screen.getByLabelText('What happened?') as HTMLTextAreaElement).value).toBe('')
})

it('lists missing fields by their labels, and sends nothing', async () => {
  const { user } = await openForm()
  await user.click(screen.getByRole('button', { name: 'Send feedback' }))
  const summary = await screen.findByRole('alert')
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['How was it?: This field is required.', 'What happened?: This field is required.'])
  expect(sent).toEqual([])
})

it('keeps the input while closed, and after a failed submit', async () => {
  const { user } = await openForm()
  await user.click(screen.getByRole('radio', { name: 'Very good' }))
  await user.type(screen.getByLabelText('What happened?'), 'All is well.')
  fireEvent.keyDown(screen.getByLabelText('What happened?'), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Feedback' }))
  expect(screen.getByLabelText('What happened?')).toHaveProperty('value', 'All is well.')
  answer = () => new Response('', { status: 502 })
  await user.click(screen.getByRole('button', { name: 'Send feedback' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByLabelText('What happened?')).toHaveProperty('value', 'All is well.')
})

it('rejects files that aren’t images', async () => {
  const { panel } = await openForm()
  const input = panel.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
  fireEvent.change(input, { target: { files: [new File(['%PDF'], 'x.pdf', { type: 'application/pdf' })] } })
  expect(await screen.findByText('The screenshot is not a PNG, JPEG or WebP picture.')).toBeTruthy()
})

it('is hidden on the download page', async () => {
  await renderInRouter(
    <>
      <p>page</p>
      <FeedbackButton />
    </>,
    '/download',
  )
  expect(screen.queryByRole('button', { name: 'Feedback' })).toBeNull()
})
