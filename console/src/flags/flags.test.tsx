import { act, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { evaluateAll } from '@steward/contract/rules/permissions'
import { buildPermissionInputs } from '@steward/contract/rules/permission-inputs.fixtures'
import { queryClient } from '../api/query.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { startOpenFeature } from './openFeature.ts'
import { refreshFlags, useFlag } from './state.ts'

/** The server's answers, evaluation by evaluation. */
let answers: Record<string, boolean>
let requests: Request[]
let stop: () => void

beforeEach(() => {
  answers = { CometaPage: true }
  requests = []
  const facts = buildPermissionInputs({ flags: { CometaPage: false, ExposureIQBeta: true } })
  queryClient.setQueryData(permissionsQuery.queryKey, { username: 'ada', permissions: evaluateAll(facts), facts })
  vi.stubGlobal('fetch', async (input: Request) => {
    requests.push(input)
    const flags = Object.entries(answers).map(([key, value]) => ({ key, value, reason: 'STATIC', variant: value ? 'on' : 'off' }))
    return Response.json({ flags }, { headers: { etag: `"${JSON.stringify(answers).length}"` } })
  })
  stop = () => undefined
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function Shown() {
  return <p>{`cometa ${String(useFlag('CometaPage'))}, beta ${String(useFlag('ExposureIQBeta'))}`}</p>
}

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )

describe('a feature flag', () => {
  it('equals the permission of the same name until OpenFeature is loaded, then its evaluation', async () => {
    show()
    expect(screen.getByText('cometa false, beta true')).toBeTruthy()
    act(() => {
      stop = startOpenFeature('user-1')
    })
    expect(await screen.findByText('cometa true, beta true')).toBeTruthy()
    expect(await requests[0]?.json()).toEqual({ context: { targetingKey: 'user-1' } })
  })

  it('is evaluated again on request, by ETag, and renders again', async () => {
    show()
    act(() => {
      stop = startOpenFeature('user-1')
    })
    await screen.findByText('cometa true, beta true')
    answers = { CometaPage: false, ExposureIQBeta: false }
    await act(() => refreshFlags())
    expect(await screen.findByText('cometa false, beta false')).toBeTruthy()
    expect(requests.at(-1)?.headers.get('if-none-match')).toMatch(/^"\d+"$/)
  })

  it('equals the permission again once the user has signed out', async () => {
    show()
    act(() => {
      stop = startOpenFeature('user-1')
    })
    await screen.findByText('cometa true, beta true')
    act(() => stop())
    expect(screen.getByText('cometa false, beta true')).toBeTruthy()
  })
})
