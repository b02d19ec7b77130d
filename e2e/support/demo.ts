import type { DemoCredentials } from '../../server/src/demo/first-start.ts'

/** How the demo tenant's administrator signs in, as the first start wrote it down. */
export function demoCredentials(): DemoCredentials {
  // Set by the global setup.
  return JSON.parse(process.env['E2E_CREDENTIALS'] ?? '{}') as DemoCredentials
}
