import type { DemoCredentials } from '../../server/src/demo/first-start.ts'

/** The server that a test runs against. */
export interface TestServer {
  url: string
  /** STEWARD_DATA_DIR for `steward` commands. */
  dataDir: string
  /** Where it sends mails, and where those are stored. */
  smtpUrl: string
  mails: string
  /** Settings of the object storage that it archives to. */
  storage: Record<string, string>
  credentials: DemoCredentials
}

/** The recipient of user feedback. */
export const feedbackAddress = 'operators@steward.example'

const variable = 'E2E_SERVERS'

/** Tells the workers what the global setup started: a server for each of them. */
export function announceServers(servers: TestServer[]): void {
  process.env[variable] = JSON.stringify(servers)
}

/** This worker's server, not shared with other workers. */
export function testServer(): TestServer {
  const servers = JSON.parse(process.env[variable] ?? '[]') as TestServer[]
  const server = servers[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]
  if (!server) throw new Error('the global setup started no server for this worker')
  return server
}

/** The URL of a path on this worker's server. */
export const at = (path: string): string => new URL(path, testServer().url).href
