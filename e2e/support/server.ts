import type { DemoCredentials } from '../../server/src/demo/first-start.ts'

/** The server that a test runs against. */
export interface TestServer {
  url: string
  /** What `steward` commands are given as STEWARD_DATA_DIR. */
  dataDir: string
  /** Where it sends mails, and where those are kept. */
  smtpUrl: string
  mails: string
  credentials: DemoCredentials
}

/** Who is mailed what users think of the product. */
export const feedbackAddress = 'operators@steward.example'

const variable = 'E2E_SERVERS'

/** Tells the workers what the global setup started: a server for each of them. */
export function announceServers(servers: TestServer[]): void {
  process.env[variable] = JSON.stringify(servers)
}

/** The server of this worker: tests in other workers share nothing with it. */
export function testServer(): TestServer {
  const servers = JSON.parse(process.env[variable] ?? '[]') as TestServer[]
  const server = servers[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]
  if (!server) throw new Error('the global setup started no server for this worker')
  return server
}

/** The address of a path on this worker's server. */
export const at = (path: string): string => new URL(path, testServer().url).href
