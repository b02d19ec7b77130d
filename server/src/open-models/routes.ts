import { listOpenModels, patchOpenModel } from '@steward/contract/open-models/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { OpenModelService } from './service.ts'

/** Binds the other providers' models that a tenant can enable. */
export function bindOpenModelRoutes(bind: Bind, models: OpenModelService): void {
  bind(listOpenModels, async (call) => ({ items: await models.list(callerOf(call)) }))

  bind(patchOpenModel, async (call) => {
    const changed = await models.patch(callerOf(call), call.params.modelId, call.body, call.ifMatch)
    call.setEtag(changed.version)
    return changed
  })
}
