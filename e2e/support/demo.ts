import type { DemoCredentials } from '../../server/src/demo/first-start.ts'
import { testServer } from './server.ts'

/** How the demo tenant's administrator signs in, as the first start wrote it down. */
export const demoCredentials = (): DemoCredentials => testServer().credentials
