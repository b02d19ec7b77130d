import type { ClientConfig } from 'pg'
import { steward } from '../cli/steward.ts'

/** The result of running the operator's command. */
export interface Ran {
  status: number
  stdout: string
  stderr: string
}

/** Runs `steward` with these arguments in this environment, without a process of its own, which takes a second. */
export async function runSteward(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ran> {
  const out: string[] = []
  const errors: string[] = []
  const status = await steward(args, {
    environment,
    stdout: { write: (text) => void out.push(text) },
    stderr: { write: (text) => void errors.push(text) },
  })
  return { status, stdout: out.join(''), stderr: errors.join('') }
}

/** The URL of a test database as an operator would write it. */
export function databaseUrl({ host, port, user, password, database }: ClientConfig): string {
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgresql://${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password))}@localhost/${database}?${query}`
}
