import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Ran } from './steward.ts'

const cli = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
/** Without this cache, compiling takes half of each run. */
const compiled = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url))

/** Runs `steward` with these arguments as an operator would, as a process in this environment. */
export function runStewardProcess(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cli, ...args],
      { env: { NODE_COMPILE_CACHE: compiled, ...environment } },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}
