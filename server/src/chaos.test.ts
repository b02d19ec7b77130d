import { expect, test } from 'vitest'
import { runChaos } from './testing/chaos/run.ts'

test('keeps what was acknowledged, and sends every mail, when server and database are killed or stopped', async () => {
  const { longestOutageMs: _, mailMs: __, acknowledged, ...report } = await runChaos({ rounds: 3 })
  expect(acknowledged).toBeGreaterThan(0)
  expect(report).toEqual({ rounds: 3, lost: [], withoutMail: [], doubled: [], unexpected: [] })
}, 600_000)
