import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { QuotaUsage } from '@steward/contract/usage/schemas'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { QuotaItem } from './QuotaItem.tsx'

const newest = '2026-03-14T09:25:00.000Z'
const usage: QuotaUsage = {
  productCode: 'RI-RISKMODELER',
  productName: 'Risk Modeler',
  quotaName: 'maxConcurrentModelRuns',
  period: 'now',
  quota: 40,
  current: 17,
  mean: 8.25,
  peak: 21,
  lastReadingAt: newest,
  level: 'normal',
  projection: { kind: 'none', reason: 'not_rising' },
}
const show = (changes: Partial<QuotaUsage> = {}) =>
  renderInRouter(
    <ul>
      <QuotaItem usage={{ ...usage, ...changes }} newestReadingAt={newest} />
    </ul>,
  )
const textOf = () => screen.getByRole('listitem').textContent

test('shows usage as a meter and as text', async () => {
  await show()
  expect(screen.getByRole('listitem', { name: 'Max Concurrent Model Runs' })).toBeTruthy()
  const meter = screen.getByRole('meter', { name: 'Max Concurrent Model Runs' })
  expect(meter.getAttribute('aria-valuenow')).toBe('17')
  expect(meter.getAttribute('aria-valuetext')).toBe('17 of 40, 42%')
  expect(textOf()).toContain('StableLast 30 days: average 8.3, peak 21')
  expect(textOf()).not.toContain('Measured')
})

test.each([
  [{ level: 'warning', current: 33 }, 'Above 80%'],
  [{ level: 'critical', current: 39 }, 'Above 95%'],
  [{ level: 'critical', current: 45, projection: { kind: 'reached' } }, 'Used up'],
] as const)('says how near the quota is: %o', async (changes, words) => {
  await show(changes)
  expect(screen.getByText(words)).toBeTruthy()
  const meter = screen.getByRole('meter')
  expect(meter.getAttribute('aria-valuetext')).toContain(words)
  expect(Number(meter.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(40)
})

test.each([
  ['now', { kind: 'day', day: '2026-04-22' }, /At this rate you’ll hit the limit on (Apr 22|22 Apr),? 2026\./],
  ['year', { kind: 'day', day: '2026-11-02' }, /At this rate it’s used up on (Nov 2|2 Nov),? 2026\./],
  ['year', { kind: 'none', reason: 'renewed_before' }, /Enough until the end of the year/],
  ['day', { kind: 'none', reason: 'too_far' }, /Enough for more than a year/],
  ['hour', { kind: 'none', reason: 'too_few_days' }, /14 days of usage/],
  ['now', { kind: 'reached' }, /No quota left/],
] as const)('puts the projection of a quota that counts by %s in words: %o', async (period, projection, words) => {
  await show({ period, projection })
  expect(textOf()).toMatch(words)
})

test('without readings it shows only the quota, without a meter', async () => {
  await show({ current: null, mean: null, peak: null, lastReadingAt: null })
  expect(textOf()).toContain('Quota: 40No usage yet.')
  expect(screen.queryByRole('meter')).toBeNull()
})

test('readings older than others show their time; a running total has neither mean nor peak', async () => {
  await show({ lastReadingAt: '2026-03-13T09:25:00.000Z', period: 'year' })
  expect(textOf()).toContain('Measured')
  expect(textOf()).not.toContain('average')
})

test('a quota of zero is used up by any usage', async () => {
  await show({ quota: 0, current: 1, level: 'critical' })
  expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('1 of 0, 100%, Used up')
})
