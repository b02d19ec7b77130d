import { BaseSequencer } from 'vitest/node'

/** Files that take longest on a machine without figures of an earlier run: mostly those that start, stop and kill processes. */
const longest = [
  'src/chaos.test.ts',
  'src/fuzz.test.ts',
  'src/changes/preview-generated.test.ts',
  'src/log-streams/log-streams.test.ts',
  'src/several-servers.test.ts',
  'src/main.test.ts',
  'src/failover.test.ts',
  'src/testing/process.test.ts',
  'src/db/engine.test.ts',
  'src/stopped-database.test.ts',
]

/** Starts the longest files first, so that no worker is left waiting for the other at the end. */
export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {Parameters<BaseSequencer['sort']>[0]} files
   */
  async sort(files) {
    const sorted = await super.sort(files)
    const rank = longest.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`server/${name}`)))
    return [...rank, ...sorted.filter((file) => !rank.includes(file))]
  }
}
