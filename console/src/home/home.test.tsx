import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AttentionItem } from '@steward/contract/home/schemas'
import { queryClient } from '../api/query.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { setUser } from '../session/token/state.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { buildUser } from '../testing/user.ts'
import { Attention } from './Attention.tsx'
import { People } from './People.tsx'
import { attentionStep, attentionText } from './attentionText.ts'
import { DayChart } from './DayChart.tsx'
import { forecastOf, lineOf, splitAt } from './dayShapes.ts'

const dueAt = '2026-04-07T00:00:00.000Z'

describe('what needs attention', () => {
  const key = { urgency: 'notice' as const, dueAt, apiKeyId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44', apiKeyName: 'Old script' }
  const invitations = { kind: 'invitations_expired' as const, urgency: 'notice' as const, dueAt, username: 'lena@x.example', userIds: [] }
  const queue = {
    kind: 'jobs_stuck' as const,
    urgency: 'critical' as const,
    dueAt,
    productCode: 'RI-RISKMODELER',
    productName: 'Risk Modeler',
  }

  it.each<[AttentionItem, string, string]>([
    [
      { kind: 'license_ends', urgency: 'warning', dueAt, productName: 'TreatyIQ', count: 1, days: 24 },
      'The license for TreatyIQ ends in 24 days.',
      'View licenses',
    ],
    [
      { kind: 'license_ends', urgency: 'critical', dueAt, productName: 'TreatyIQ', count: 1, days: 1 },
      'The license for TreatyIQ ends tomorrow.',
      'View licenses',
    ],
    [{ ...key, kind: 'api_keys_unused', count: 1, days: 300 }, 'API key Old script has not been used in 300 days.', 'Review'],
    [{ ...key, kind: 'api_keys_expiring', count: 1, days: 6 }, 'API key Old script expires in 6 days.', 'Renew'],
    [{ ...invitations, count: 4, hasMore: false }, '4 invitations are older than 7 days.', 'Resend'],
    [{ ...invitations, count: 1, hasMore: false }, 'The invitation to lena@x.example is older than 7 days.', 'Resend'],
    [{ ...invitations, count: 100, hasMore: true }, 'More than 100 invitations are older than 7 days.', 'Resend'],
    [
      { kind: 'certificate_ends', urgency: 'critical', dueAt, providerName: 'Okta', days: 0 },
      'The certificate of Okta has expired.',
      'Open single sign-on',
    ],
    [
      { kind: 'deprovisioning_stopped', urgency: 'critical', dueAt: null },
      'Deprovisioning is paused: too many users would lose access.',
      'Decide',
    ],
    [{ ...queue, count: 3, hasMore: false }, '3 jobs of Risk Modeler are waiting, and none is running.', 'Open queue'],
  ])('is one sentence and one button: %o', (item, text, label) => {
    expect(attentionText(item)).toBe(text)
    expect(attentionStep(item, true).label).toBe(label)
  })

  it('leads people without licenses to the use of the product', () => {
    const item: AttentionItem = {
      kind: 'quota_limit',
      urgency: 'critical',
      dueAt: null,
      productCode: 'RI-RISKMODELER',
      productName: 'Risk Modeler',
      quotaName: 'maxConcurrentModelRuns',
    }
    expect(attentionStep(item, true).link).toMatchObject({ params: { type: 'quotas' } })
    expect(attentionStep(item, false).link).toMatchObject({ params: { app: 'risk-modeler' } })
  })
})

describe('where nothing needs attention', () => {
  beforeEach(() => setUser(buildUser()))
  afterEach(() => {
    queryClient.clear()
    setUser(null)
    vi.unstubAllGlobals()
  })

  async function show(total: number, permissions: readonly string[]) {
    const answer = { username: 'ada', permissions: Object.fromEntries(permissions.map((name) => [name, true])) }
    queryClient.setQueryData(permissionsQuery.queryKey, answer as never)
    const people = { total, active: 0, invited: 0, neverSignedIn: 0, disabled: 0, signIns: null }
    vi.stubGlobal('fetch', async (input: string) => {
      const url = new URL(input, 'http://localhost')
      if (url.pathname.endsWith('/permissions')) return Response.json(answer)
      return Response.json({ asOf: dueAt, attention: { items: [], total: 0 }, people })
    })
    const canSeePeople = permissions.includes('Admin.ViewUsers')
    await renderInRouter(
      <>
        <Attention />
        {canSeePeople ? <People /> : null}
      </>,
    )
    // Both read the same figures.
    if (canSeePeople) await screen.findByRole('list', { name: 'People by state' })
  }

  it('leads the first user of a tenant to the next steps that they can take', async () => {
    await show(1, ['Navigation.SideMenu', 'Admin.ViewUsers', 'Admin.EditUsers', 'Admin.EditGroups'])
    await screen.findByText('Set up your tenant')
    const links = screen.getAllByRole<HTMLAnchorElement>('link').map(({ text, pathname }) => [text, pathname])
    expect(links).toEqual([
      ['Create group', '/user-administration/groups/new'],
      ['Create user', '/user-administration/users/new'],
    ])
  })

  it.each([
    ['there are other users', 2, ['Navigation.SideMenu', 'Admin.ViewUsers', 'Admin.EditUsers']],
    ['they can change nothing', 1, ['Navigation.SideMenu', 'Admin.ViewUsers']],
    ['they can’t see users', 1, ['Navigation.SideMenu', 'Admin.EditUsers']],
  ])('says so if %s', async (_, total, permissions) => {
    await show(total, permissions)
    await screen.findByText('Nothing needs you')
    expect(screen.queryByText('Set up your tenant')).toBeNull()
  })
})

describe('a chart by the day', () => {
  const days = ['2026-03-12', '2026-03-13', '2026-03-14']
  const chart = (
    <DayChart
      label="Sign-ins a day"
      summary="9 sign-ins."
      days={days}
      today="2026-03-14"
      series={[{ id: 'signIns', label: 'Sign-ins', kind: 'bar', color: 'accent', values: [4, 0, 5] }]}
      formatValue={String}
    />
  )

  it('is an image with a summary, read by arrow keys, and a table', async () => {
    await renderInRouter(chart)
    const image = screen.getByRole('img', { name: /^Sign-ins a day\. 9 sign-ins\./ })
    fireEvent.keyDown(image, { key: 'Home' })
    expect(screen.getByText(/12.* · 4$/)).toBeTruthy()
    fireEvent.keyDown(image, { key: 'End' })
    expect(screen.getByText('Today so far · 5')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'View as table' }))
    expect(screen.getAllByRole('row')).toHaveLength(4)
  })

  it('draws no line over gaps', () => {
    expect(lineOf([1, 2, null, 2], { count: 4, most: 2, width: 40, height: 24 })).toBe('M5 14L15 4M35 4h1')
  })

  it('leads to today, which is not over, with a line of its own', () => {
    expect(splitAt([1, 2, 3, null], 2)).toEqual({ known: [1, 2, null, null], partial: [null, 2, 3, null] })
    expect(splitAt([1, 2, null], 2)).toEqual({ known: [1, 2, null], partial: [] })
  })

  it('leads from the last value to the limit on the day of the projection', () => {
    const { axis, used, forecast } = forecastOf(
      {
        days: [
          { day: '2026-03-13', peak: 10 },
          { day: '2026-03-14', peak: 20 },
        ],
        quota: 40,
        projection: { kind: 'day', day: '2026-03-24' },
      },
      '2026-03-14',
    )
    expect(axis).toHaveLength(60)
    expect(used[29]).toBe(20)
    expect(forecast?.[29]).toBe(20)
    expect(forecast?.[34]).toBe(30)
    expect(forecast?.[39]).toBe(40)
    expect(forecast?.[40]).toBeNull()
    expect(forecastOf({ days: [], quota: 40, projection: { kind: 'none' } }, '2026-03-14').forecast).toBeUndefined()
  })
})
