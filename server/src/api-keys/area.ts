import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { createKeyAuthenticator } from './authenticate.ts'
import { bindApiKeyRoutes } from './routes.ts'
import { createApiKeyService } from './service.ts'

/** API keys, and sign-in with them. */
export function createApiKeysArea({ db, log, changes, now }: Shared): Area {
  const authenticator = createKeyAuthenticator({ db, log, changes, now })
  const keys = createApiKeyService({ db, now })
  return {
    name: 'api-keys',
    tokens: { stw_key_: (token) => authenticator.authenticate(token) },
    bind: (bind) => bindApiKeyRoutes(bind, keys),
    close: () => authenticator.close(),
  }
}
