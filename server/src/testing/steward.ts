import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'

/** What a run of the operator's command left behind. */
export interface Ran {
  status: number
  stdout: string
  stderr: string
}

const cli = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
/** Tests run the command about a hundred times; compiling it took half the time of each. */
const compiled = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url))

/** Runs `steward WORDS` as an operator would, with this environment. */
export function runSteward(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cli, ...words],
      { env: { NODE_COMPILE_CACHE: compiled, ...environment } },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

/** The address of a test database as an operator would write it. */
export function databaseUrl({ host, port, user, password, database }: ClientConfig): string {
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgresql://${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password))}@localhost/${database}?${query}`
}
