import { describe, expect, it } from 'vitest'
import type { AttentionItem } from '@steward/contract/home/schemas'
import { keysToReview } from './api-keys.ts'
import { endingCertificate } from './certificates.ts'
import { mostUrgent } from './index.ts'
import { expiredInvitations } from './invitations.ts'
import { stuckQueues } from './jobs.ts'
import { endingLicenses } from './licenses.ts'
import { firstIdAt, provisioningTrouble } from './provisioning.ts'
import { quotasNearLimit } from './quotas.ts'
import { dueSchemes } from './schemes.ts'

const now = new Date('2031-06-14T12:30:00.000Z')
const dayMs = 86_400_000
const inDays = (days: number) => new Date(now.getTime() + days * dayMs)

describe('licenses', () => {
  const license = (product_code: string, days: number) => ({ product_code, end_date: inDays(days) })

  it('are named by the day on which they end, within 60 days', () => {
    const items = endingLicenses(
      [license('RI-TREATYIQ', 24), license('RI-RISKMODELER', 24), license('RI-EXPOSUREIQ', 5), license('RI-SITEIQ-GOLD', 61)],
      now,
    )
    expect(items).toMatchObject([
      { productName: 'ExposureIQ', days: 5, count: 1, urgency: 'critical' },
      { productName: 'TreatyIQ', days: 24, count: 2, urgency: 'warning' },
    ])
    expect(endingLicenses([license('RI-TREATYIQ', 59.5)], now)).toMatchObject([{ days: 60, urgency: 'notice' }])
  })

  it('do not count while another one of the product lasts longer', () => {
    expect(endingLicenses([license('RI-TREATYIQ', 5), license('RI-TREATYIQ', 300)], now)).toEqual([])
  })

  it('of unknown products go by their code', () => {
    expect(endingLicenses([license('X-NEW', 5)], now)).toMatchObject([{ productName: 'X-NEW' }])
  })
})

describe('quotas', () => {
  const quota = (projection: Parameters<typeof quotasNearLimit>[0][number]['projection']) => ({
    productCode: 'RI-RISKMODELER',
    productName: 'Risk Modeler',
    quotaName: 'maxConcurrentModelRuns',
    projection,
  })

  it('need attention when used up, or when the trend reaches the limit within 30 days', () => {
    const items = quotasNearLimit(
      [
        quota({ kind: 'reached' }),
        quota({ kind: 'day', day: '2031-06-18' }),
        quota({ kind: 'day', day: '2031-07-10' }),
        quota({ kind: 'day', day: '2031-07-16' }),
        quota({ kind: 'none', reason: 'not_rising' }),
      ],
      now,
    )
    expect(items.map(({ urgency, dueAt }) => [urgency, dueAt])).toEqual([
      ['critical', null],
      ['critical', '2031-06-18T00:00:00.000Z'],
      ['warning', '2031-07-10T00:00:00.000Z'],
    ])
  })
})

describe('invitations', () => {
  const invitation = (index: number) => ({ user_id: `user-${index}`, username: `u${index}@x.example`, expires_at: inDays(index - 200) })

  it('make one row with those to send again', () => {
    expect(expiredInvitations([])).toEqual([])
    expect(expiredInvitations([invitation(1), invitation(2)])).toMatchObject([
      { count: 2, hasMore: false, username: 'u1@x.example', userIds: ['user-1', 'user-2'], dueAt: inDays(-199).toISOString() },
    ])
  })

  it('are counted to 100', () => {
    const [item] = expiredInvitations(Array.from({ length: 101 }, (_, index) => invitation(index)))
    expect(item).toMatchObject({ count: 100, hasMore: true })
    expect(item?.kind === 'invitations_expired' && item.userIds).toHaveLength(100)
  })
})

describe('API keys', () => {
  const key = (name: string, wanted: { createdDays: number; used?: boolean; endDays?: number }) => ({
    api_key_id: name,
    api_key_name: name,
    created_at: inDays(-wanted.createdDays),
    last_used_at: wanted.used ? now : null,
    expires_at: wanted.endDays === undefined ? null : inDays(wanted.endDays),
  })

  it('need a review when they expire within 30 days, or when nothing used them in 90', () => {
    const items = keysToReview(
      [
        key('young', { createdDays: 89 }),
        key('old', { createdDays: 300 }),
        key('older', { createdDays: 400 }),
        key('used', { createdDays: 400, used: true }),
        key('soon', { createdDays: 10, used: true, endDays: 20 }),
        key('sooner', { createdDays: 400, endDays: 6 }),
        key('later', { createdDays: 10, endDays: 31 }),
        key('ended', { createdDays: 400, endDays: -1 }),
      ],
      now,
    )
    expect(items).toMatchObject([
      { kind: 'api_keys_expiring', apiKeyName: 'sooner', count: 2, days: 6, urgency: 'critical' },
      { kind: 'api_keys_unused', apiKeyName: 'older', count: 2, days: 400, urgency: 'notice' },
    ])
    expect(keysToReview([key('soon', { createdDays: 10, endDays: 20 })], now)).toMatchObject([{ urgency: 'warning' }])
  })
})

describe('certificates of the provider', () => {
  const certificate = (days: number) => ({ provider_name: 'Okta', not_after: inDays(days) })

  it('need attention when the last one ends within 30 days', () => {
    expect(endingCertificate([], now)).toEqual([])
    expect(endingCertificate([certificate(2), certificate(12)], now)).toMatchObject([
      { days: 12, urgency: 'warning', providerName: 'Okta' },
    ])
    expect(endingCertificate([certificate(2), certificate(31)], now)).toEqual([])
    expect(endingCertificate([certificate(-2)], now)).toMatchObject([{ days: 0, urgency: 'critical' }])
  })
})

describe('provisioning', () => {
  it('needs attention while stopped, and for operations that failed', () => {
    expect(provisioningTrouble({ failedAt: [], stoppedAt: null })).toEqual([])
    expect(provisioningTrouble({ failedAt: [inDays(-1), inDays(-3)], stoppedAt: inDays(-2) })).toMatchObject([
      { kind: 'deprovisioning_stopped', urgency: 'critical', dueAt: inDays(-2).toISOString() },
      { kind: 'provisioning_failed', urgency: 'warning', count: 2, hasMore: false, dueAt: inDays(-1).toISOString() },
    ])
  })

  it('finds events by the time in their id', () => {
    expect(firstIdAt(new Date(0x0199_c0de_7a3b))).toBe('0199c0de-7a3b-7000-8000-000000000000')
  })
})

describe('currency schemes', () => {
  const scheme = (code: string, days: number) => ({
    currency_scheme_code: code,
    currency_scheme_name: `Scheme ${code}`,
    due_at: inDays(days),
  })

  it('need a vintage when one is due', () => {
    expect(dueSchemes([scheme('A', 1)], now)).toEqual([])
    expect(dueSchemes([scheme('A', -1), scheme('B', -5), scheme('C', 1)], now)).toMatchObject([{ schemeCode: 'B', count: 2 }])
  })
})

describe('job queues', () => {
  const queue = (hours: number, is_running = false, waiting = 3) => ({
    product_code: 'RI-RISKMODELER',
    waiting,
    oldest: new Date(now.getTime() - hours * 3_600_000),
    is_running,
  })

  it('are stuck when a job has waited for an hour and nothing runs', () => {
    expect(stuckQueues([queue(0.9), queue(5, true)], now)).toEqual([])
    expect(stuckQueues([queue(1)], now)).toMatchObject([{ productName: 'Risk Modeler', count: 3, hasMore: false, urgency: 'critical' }])
    expect(stuckQueues([queue(2, false, 240)], now)).toMatchObject([{ count: 100, hasMore: true }])
  })
})

describe('the order', () => {
  const item = (urgency: AttentionItem['urgency'], days: number | null): AttentionItem => ({
    kind: 'deprovisioning_stopped',
    urgency,
    dueAt: days === null ? null : inDays(days).toISOString(),
  })

  it('is by urgency, then by date; what is so already comes first', () => {
    const wanted = [item('critical', null), item('critical', 3), item('warning', 1), item('notice', -300), item('notice', 2)]
    const [first, second, third, fourth, fifth] = wanted
    if (!first || !second || !third || !fourth || !fifth) throw new Error('five items')
    expect(mostUrgent([fifth, third, second, fourth, first]).items).toEqual(wanted)
  })

  it('shows seven', () => {
    const { items, total } = mostUrgent(Array.from({ length: 9 }, (_, index) => item('notice', index)))
    expect(items).toHaveLength(7)
    expect(total).toBe(9)
  })
})
