import type { Endpoint } from '../http.ts'
import type { listWhatsNewResponse, markWhatsNewSeenBody } from './whats-new-schemas.ts'

/** What the product gained lately (first specification file, section 9: "what's-new panel"). */

export const listWhatsNew: Endpoint<{ response: typeof listWhatsNewResponse }> = {
  id: 'listWhatsNew',
  method: 'GET',
  path: '/help/whats-new',
  access: { signedIn: true },
}

export const markWhatsNewSeen: Endpoint<{ body: typeof markWhatsNewSeenBody }> = {
  id: 'markWhatsNewSeen',
  method: 'PUT',
  path: '/help/whats-new/seen',
  access: { signedIn: true },
  repeatable: true,
  status: 204,
}
