import type { DemoCredentials } from '../../server/src/demo/first-start.ts'
import { testServer } from './server.ts'

/** The credentials of the demo tenant's administrator, as saved by the first start. */
export const demoCredentials = (): DemoCredentials => testServer().credentials
