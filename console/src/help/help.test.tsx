import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { eventually } from '../testing/eventually.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { alerts } from '../api/alerts.ts'
import { showFloating } from '../ui/overlay/floating.ts'
import { FloatingHost } from './FloatingHost.tsx'
import { isAgeing } from './help.ts'
import { PanelHelpButton } from './HelpButton.tsx'

let answer: () => Response
let config: object
let calls: { url: string; init: RequestInit | undefined; at: number }[]

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  calls = []
  config = { environment: 'production' }
  answer = () => Response.json({ expiresIn: 3600 })
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.endsWith('config.json')) return Response.json(config)
    calls.push({ url: input, init, at: Date.now() })
    return answer()
  })
})
afterEach(() => {
  act(() => showFloating(undefined))
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const helpButton = () => screen.findByRole('button', { name: 'Help' })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const cookieCalls = () => calls.filter(({ url }) => url.endsWith('/oauth/cookie2'))

it("shows 'Loading' while help is opening, then only its name", async () => {
  let arrive: (response: Response) => void = () => {}
  const waiting = new Promise<Response>((resolve) => {
    arrive = resolve
  })
  answer = () => waiting as unknown as Response // awaited by the stub
  await renderInRouter(<PanelHelpButton />)
  const button = await helpButton()
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.dataset.tooltip).toBe('Loading')
  expect(button.dataset.tooltipDelay).toBe('1000')
  arrive(Response.json({ expiresIn: 3600 }))
  await eventually(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  expect(button.dataset.tooltip).toBe('Help')
  expect(cookieCalls().map(({ init }) => init?.body)).toEqual([JSON.stringify({ app: 'admin-console', env: 'production' })])
})

it("tries five times, five seconds apart, and then says 'Help Unavailable'", async () => {
  answer = () => new Response('', { status: 502 })
  await renderInRouter(<PanelHelpButton />)
  const button = await helpButton()
  await eventually(() => expect(cookieCalls()).toHaveLength(1))
  await pass(18_000)
  expect(cookieCalls()).toHaveLength(4)
  expect(button.dataset.tooltip).toBe('Loading')
  await pass(4_000)
  await eventually(() => expect(button.dataset.tooltip).toBe('Help Unavailable'))
  await pass(50_000)
  const moments = cookieCalls().map(({ at }) => at)
  expect(moments.slice(1).map((at, index) => Math.floor((at - (moments[index] ?? 0)) / 1_000))).toEqual([5, 5, 5, 5])
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

it('recovers from being unavailable', async () => {
  answer = () => new Response('', { status: 502 })
  await renderInRouter(<PanelHelpButton />)
  const button = await helpButton()
  await eventually(() => expect(cookieCalls()).toHaveLength(1))
  await pass(22_000)
  await eventually(() => expect(button.dataset.tooltip).toBe('Help Unavailable'))
  answer = () => Response.json({ expiresIn: 3600 })
  await pass(62_000)
  await eventually(() => expect(button.dataset.tooltip).toBe('Help'))
})

it('opens as soon as one attempt succeeds', async () => {
  answer = () => (cookieCalls().length < 3 ? new Response('', { status: 502 }) : Response.json({ expiresIn: 3600 }))
  await renderInRouter(<PanelHelpButton />)
  const button = await helpButton()
  await pass(11_000)
  await eventually(() => expect(button.dataset.tooltip).toBe('Help'))
  expect(cookieCalls()).toHaveLength(3)
})

it('calls the operator’s help service with its cookies, and only warns of a 401', async () => {
  config = { environment: 'ppe', help: { site: 'https://help.example/', api: 'https://api.help.example' } }
  const warning = vi.spyOn(alerts, 'warning')
  answer = () => new Response('', { status: 401 })
  await renderInRouter(<PanelHelpButton />)
  const button = await helpButton()
  await eventually(() => expect(button.dataset.tooltip).toBe('Help Unavailable'))
  await pass(30_000)
  expect(cookieCalls().map(({ url, init }) => [url, init?.credentials])).toEqual([['https://api.help.example/oauth/cookie2', 'include']])
  expect(warning).toHaveBeenCalledExactlyOnceWith('Help is not available: signing in to the help failed.')
  alerts.clear()
})

it('shows the help of the route in a panel; Escape closes it and returns focus', async () => {
  await renderInRouter(
    <>
      <PanelHelpButton />
      <FloatingHost />
    </>,
    '/user-administration/groups/0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44/members',
  )
  const button = await helpButton()
  await eventually(() => expect(button.dataset.tooltip).toBe('Help'))
  button.focus()
  fireEvent.click(button)
  const panel = await screen.findByRole('dialog', { name: 'Help' })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Help' }))
  expect(screen.getByTitle('Help page').getAttribute('src')).toBe('/help/site/user-administration/groups')
  expect(screen.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe('/help/site/user-administration/groups')
  fireEvent.keyDown(document.activeElement ?? panel, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
})

it('renews the cookie before opening a page when it is past half of its life', () => {
  const data = { expiresIn: 3600 }
  expect(isAgeing({ dataUpdatedAt: Date.now() - 1_700_000, data })).toBe(false)
  expect(isAgeing({ dataUpdatedAt: Date.now() - 1_900_000, data })).toBe(true)
  // Another service doesn't return its lifetime.
  expect(isAgeing({ dataUpdatedAt: 0, data: { expiresIn: undefined } })).toBe(false)
})
