import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { createServiceAuthenticator } from './authenticate.ts'

/** Tokens of platform services, created with the operator's command. */
export function createServiceTokensArea({ db, log, changes, now }: Shared): Area {
  const authenticator = createServiceAuthenticator({ db, log, changes, now })
  return {
    name: 'service-tokens',
    tokens: { stw_svc_: (token) => authenticator.authenticate(token) },
    close: () => authenticator.close(),
  }
}
