import type { Endpoint } from '../http.ts'
import type { guidanceSchema } from './guidance-schemas.ts'

/** The third-party script for in-product guidance (first specification file, sections 1, 4 and 9). */

export const getGuidance: Endpoint<{ response: typeof guidanceSchema }> = {
  id: 'getGuidance',
  method: 'GET',
  path: '/help/guidance',
  access: { signedIn: true },
}
