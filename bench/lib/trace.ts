import type { CDPSession } from '@playwright/test'
import type { Frames, TraceEvent } from './frames.ts'
import { median, ms, percentile } from './measure.ts'
import type { Figure } from './results.ts'

/** Chromium's trace of a page, and what it says about frames. */

export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]

const frameMs = 1_000 / 60
const goalShare = 0.99

/** Chromium's trace events during the work. */
export async function traced(devtools: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  // The event types of the protocol.
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const done = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'],
    },
  })
  await work()
  await devtools.send('Tracing.end')
  await done
  return events
}

/** Whether frames have time for their work. */
export function frameFigures(name: string, { processorMs, clockMs, dropped }: Frames): Figure[] {
  const inTime = processorMs.filter((one) => one < frameMs).length / processorMs.length
  const onTheClock = clockMs.filter((one) => one < frameMs).length / clockMs.length
  const p95 = percentile(processorMs, 0.95)
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return [
    {
      what: `${name}: frames with less than 16.7 ms of work`,
      measured: `${percent(inTime)} of ${processorMs.length}`,
      goal: '≥ 99 %',
      met: inTime >= goalShare,
    },
    {
      what: `${name}: work per frame, p50 / p95`,
      measured: `${ms(median(processorMs))} / ${ms(p95)}`,
      goal: 'p95 < 16.7 ms',
      met: p95 < frameMs,
    },
    {
      what: `${name}: the same in wall time`,
      measured: `${percent(onTheClock)}, ${ms(median(clockMs))} / ${ms(percentile(clockMs, 0.95))}`,
    },
    { what: `${name}: dropped frames`, measured: String(dropped) },
  ]
}
