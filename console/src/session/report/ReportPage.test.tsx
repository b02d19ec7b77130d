import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { buildProblem } from '../../testing/problems.ts'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import { ReportPage } from './ReportPage.tsx'
import type { ReportState } from './reportLink.ts'

const api = vi.hoisted(() => vi.fn())
vi.mock('../../api/client.ts', () => ({ api }))
afterEach(() => api.mockReset())

const report: ReportState = {
  state: 'valid',
  token: 'secret',
  link: {
    tenantName: 'demo',
    company: 'Northwind Re',
    username: 'ada@company.example',
    resetsPassword: true,
    expiresAt: '2030-01-01T00:00:00.000Z',
  },
}
const submit = () => userEvent.setup().click(screen.getByRole('button', { name: 'Secure my account' }))

it('says what will happen, asks once, and says what happened', async () => {
  api.mockResolvedValue({ tenantName: 'demo', username: 'ada@company.example', endedSessions: 2, removedFactors: 0, resetsPassword: true })
  await renderInRouter(<ReportPage report={report} />)
  expect(screen.getByText('Secure your account ada@company.example at Northwind Re.')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(api).not.toHaveBeenCalled()
  await submit()
  expect(await screen.findByText('We sent you a link to set a new password. It works for one hour.')).toBeTruthy()
  expect(api).toHaveBeenCalledOnce()
})

it('names no password for people without one', async () => {
  await renderInRouter(<ReportPage report={{ ...report, link: { ...report.link, resetsPassword: false } }} />)
  expect(screen.queryByText(/Your password stops working/)).toBeNull()
})

it('leads on where the link was used in the meantime', async () => {
  api.mockRejectedValue(buildProblem('link_invalid', 'This link has expired or was already used.'))
  await renderInRouter(<ReportPage report={report} />)
  await submit()
  expect((await screen.findByRole('link', { name: 'Set new password' })).getAttribute('href')).toBe('/login/forgot-password')
})
