import { describe, expect, test } from 'vitest'
import type { MetricSeries } from '@steward/contract/usage/schemas'
import { currentOf, dailyPeaks, metricLines, plain, shareOf, shownSeries, sparkPath, storageLines, timesOf, valuesAt } from './series.ts'

const hour = (time: string) => `2026-03-14T${time}:00:00.000Z`
const metric = (given: Partial<MetricSeries> = {}): MetricSeries => ({
  metricName: 'maxJobsPerHour',
  quota: 400,
  points: [{ at: hour('08'), mean: 16.5, peak: 21, last: 17 }],
  ...given,
})

describe('times of a range', () => {
  test('are the beginnings of its hours, the unfinished one included', () => {
    expect(timesOf({ from: hour('07'), until: '2026-03-14T09:26:53.589Z', step: 'hour' })).toEqual([hour('07'), hour('08'), hour('09')])
  })

  test('are days in UTC where the range is longer', () => {
    expect(timesOf({ from: '2026-03-12T10:00:00.000Z', until: '2026-03-14T09:26:53.589Z', step: 'day' })).toEqual([
      '2026-03-12T00:00:00.000Z',
      '2026-03-13T00:00:00.000Z',
      '2026-03-14T00:00:00.000Z',
    ])
  })

  test('have a gap where nothing was measured', () => {
    const points = [
      { at: hour('07'), mean: 0 },
      { at: '2026-03-14T09:00:00Z', mean: 2.5 },
    ]
    expect(valuesAt([hour('07'), hour('08'), hour('09')], points, ({ mean }) => mean)).toEqual([0, null, 2.5])
  })
})

test('current use starts again with the period of its quota', () => {
  const now = Date.parse('2026-03-14T09:26:53.589Z')
  expect(currentOf(metric(), now)).toBe(0)
  expect(currentOf(metric({ metricName: 'maxJobsPerDay' }), now)).toBe(17)
  expect(currentOf(metric({ metricName: 'maxConcurrentModelRuns' }), now)).toBe(17)
  expect(currentOf(metric({ points: [] }), now)).toBeNull()
})

test('a sparkline has the peak of each day, and breaks on days without one', () => {
  const points = [
    { at: '2026-03-12T10:00:00.000Z', peak: 3 },
    { at: '2026-03-12T22:00:00.000Z', peak: 8 },
    { at: '2026-03-14T00:00:00.000Z', peak: 4 },
  ]
  const days = dailyPeaks({ from: '2026-03-12T10:00:00.000Z', until: '2026-03-14T09:00:00.000Z' }, points)
  expect(days).toEqual([8, null, 4])
  expect(sparkPath(days, { width: 100, height: 20 })).toBe('M0 0h1M100 10h1')
  expect(sparkPath([2, 4, 0], { width: 100, height: 20 })).toBe('M0 10L50 0L100 20')
  expect(sparkPath([0, 0], { width: 100, height: 20 })).toBe('M0 20L100 20')
  expect(sparkPath([], { width: 100, height: 20 })).toBe('')
})

test('metrics with a quota come first; the archive has a chart of its own', () => {
  const names = ['zebras', 'archiveStorageBytes', 'apples', 'maxJobsPerHour']
  const series = names.map((metricName) => metric({ metricName, quota: metricName.startsWith('max') ? 400 : null }))
  expect(shownSeries(series, (a, b) => a.localeCompare(b)).map(({ metricName }) => metricName)).toEqual([
    'maxJobsPerHour',
    'apples',
    'zebras',
  ])
})

test('any use of a quota of zero is all of it', () => {
  expect([shareOf(1, 0), shareOf(0, 0), shareOf(3, 4)]).toEqual([1, 0, 0.75])
})

describe('CSV', () => {
  test('has a line for each metric and time, in UTC and plain numbers', () => {
    const series = [
      metric(),
      metric({
        metricName: 'reads',
        quota: null,
        points: [{ at: '2026-03-14T10:00:00+01:00', mean: 12_512_004.25, peak: 31_000_000, last: 1 }],
      }),
    ]
    expect(metricLines(series, 'hour', (name) => `Label of ${name}`)).toEqual([
      [hour('08'), 'hour', 'Label of maxJobsPerHour', 'maxJobsPerHour', '16.5', '21', '400'],
      [hour('09'), 'hour', 'Label of reads', 'reads', '12512004.25', '31000000', ''],
    ])
  })

  test('has the archive in bytes', () => {
    const storage = {
      from: hour('08'),
      until: hour('09'),
      step: 'day' as const,
      usedBytes: 1,
      limitBytes: 10_000_000_000_000,
      lastReadingAt: null,
      points: [{ at: hour('00'), average: 8_411_000_000_000, peak: 8_412_000_000_000 }],
    }
    expect(storageLines(storage, 'Archive')).toEqual([
      [hour('00'), 'day', 'Archive', 'archiveStorageBytes', '8411000000000', '8412000000000', '10000000000000'],
    ])
  })

  test.each([
    [0, '0'],
    [1e21, '1000000000000000000000'],
    [0.000_001, '0.000001'],
    [null, ''],
  ])('writes %s as %s', (value, text) => expect(plain(value)).toBe(text))
})
