import type { Endpoint } from '../http.ts'
import type { guidanceSchema } from './guidance-schemas.ts'

/** The third-party script that guides people through the console (specification 1, sections 1, 4 and 9). */

export const getGuidance: Endpoint<{ response: typeof guidanceSchema }> = {
  id: 'getGuidance',
  method: 'GET',
  path: '/help/guidance',
  access: { signedIn: true },
}
