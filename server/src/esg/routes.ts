import { getEsgSettings, listEsgVersions, restoreEsgVersion, saveEsgSettings } from '@steward/contract/esg/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { EsgService } from './service.ts'

/** Binds the weights of ESG scores. */
export function bindEsgRoutes(bind: Bind, esg: EsgService): void {
  bind(getEsgSettings, async (call) => {
    const settings = await esg.read(callerOf(call))
    call.setEtag(settings.version)
    return settings
  })

  bind(listEsgVersions, async (call) => ({ items: await esg.versions(callerOf(call)) }))

  bind(saveEsgSettings, async (call) => {
    const settings = await esg.save(callerOf(call), call.ifMatch, call.body)
    call.setEtag(settings.version)
    return settings
  })

  bind(restoreEsgVersion, async (call) => {
    const settings = await esg.restore(callerOf(call), call.ifMatch, call.params.version)
    call.setEtag(settings.version)
    return settings
  })
}
