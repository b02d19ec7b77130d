import {
  createApiKey,
  deleteApiKey,
  endApiKeyOverlap,
  getApiKey,
  listApiKeys,
  patchApiKey,
  regenerateApiKey,
} from '@steward/contract/api-keys/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { ApiKeyService } from './service.ts'

/** Binds the API keys of the contract. Secrets are never logged or cached. */
export function bindApiKeyRoutes(bind: Bind, keys: ApiKeyService): void {
  bind(listApiKeys, async (call) => keys.list(callerOf(call), call.query))

  bind(getApiKey, async (call) => {
    const key = await keys.get(callerOf(call), call.params.key)
    call.setEtag(key.version)
    return key
  })

  bind(createApiKey, async (call) => {
    const minted = await keys.create(callerOf(call), call.body)
    call.setEtag(minted.version)
    return minted
  })

  bind(patchApiKey, async (call) => {
    const key = await keys.patch(callerOf(call), call.params.key, call.body, call.ifMatch)
    call.setEtag(key.version)
    return key
  })

  bind(deleteApiKey, async (call) => keys.remove(callerOf(call), call.params.key, call.ifMatch))

  bind(regenerateApiKey, async (call) => {
    const minted = await keys.regenerate(callerOf(call), call.params.key, {
      overlap: call.query.overlap,
      ifMatch: call.ifMatch,
    })
    call.setEtag(minted.version)
    return minted
  })

  bind(endApiKeyOverlap, async (call) => {
    const key = await keys.endOverlap(callerOf(call), call.params.key, call.ifMatch)
    call.setEtag(key.version)
    return key
  })
}
