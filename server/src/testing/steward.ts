import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'

/** The result of running the operator's command. */
export interface Ran {
  status: number
  stdout: string
  stderr: string
}

const cli = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
/** Tests run the command about a hundred times; without this cache, compiling took half of each run. */
const compiled = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url))

/** Runs `steward` with these arguments as an operator would, in this environment. */
export function runSteward(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cli, ...args],
      { env: { NODE_COMPILE_CACHE: compiled, ...environment } },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

/** The URL of a test database as an operator would write it. */
export function databaseUrl({ host, port, user, password, database }: ClientConfig): string {
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgresql://${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password))}@localhost/${database}?${query}`
}
