import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readPidFile } from '../db/engine-process.ts'
import { isAlive } from '../db/engine-users.ts'
import { createTestDatabase } from './database.ts'
import { makeTemporaryDirectory } from './temporary.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** On other systems the sweeper only deletes the files, and PostgreSQL exits when it checks for them, once a minute. */
const endsWithinMs = process.platform === 'linux' ? 20_000 : 90_000

test('a killed run leaves no engine and no files behind, and touches no other run', { timeout: 180_000 }, async () => {
  const temporary = makeTemporaryDirectory('run-')
  const run = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'server/src/db/schema.test.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], TMPDIR: temporary },
    stdio: 'ignore',
  })
  const ended = once(run, 'exit')
  onTestFinished(() => void run.kill('SIGKILL'))
  const engine = await vi.waitFor(
    async () => {
      const [pidFile = ''] = globSync(join(temporary, '**/postmaster.pid'))
      const started = await readPidFile(dirname(pidFile))
      expect(started?.status).toBe('ready')
      return started?.pid ?? 0
    },
    { timeout: 60_000, interval: 100 },
  )
  run.kill('SIGKILL')
  await ended
  await vi.waitFor(() => expect([isAlive(engine), readdirSync(temporary)]).toEqual([false, []]), { timeout: endsWithinMs })
  // The engine of this run still responds.
  await (await createTestDatabase()).close()
})
