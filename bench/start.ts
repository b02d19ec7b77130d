import { removeData, startServer } from '../server/src/testing/process.ts'
import { median, ms, timed } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

/** Start of the server process until the first page is served: on an empty data directory, and on an existing one. */
export async function measure(): Promise<Section> {
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < 3; round++) {
    const first = await startServer()
    cold.push(first.readyMs + (await timed(() => fetch(`${first.url}/home/`))))
    await first.stop()
    for (let again = 0; again < 3; again++) {
      const second = await startServer({ dataDir: first.dataDir })
      warm.push(second.readyMs + (await timed(() => fetch(`${second.url}/home/`))))
      await second.stop()
    }
    removeData(first)
  }
  return {
    title: 'Start',
    how: 'Server process with the built-in database engine, from spawn to the first page; medians',
    figures: [
      { what: 'cold: creates the database and the demo tenant', measured: ms(median(cold)) },
      { what: 'warm', measured: ms(median(warm)), goal: '3000 ms', met: median(warm) < 3000 },
    ],
  }
}
