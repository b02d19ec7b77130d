import { createSavedView, deleteSavedView, listSavedViews, patchSavedView, putViewDefault } from '@steward/contract/saved-views/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { SavedViewService } from './service.ts'

/** Binds saved views of lists. */
export function bindSavedViewRoutes(bind: Bind, views: SavedViewService): void {
  bind(listSavedViews, async (call) => ({ items: await views.list(callerOf(call), call.principal) }))

  bind(createSavedView, async (call) => {
    const view = await views.create(callerOf(call), call.principal, call.body)
    call.setEtag(view.version)
    return view
  })

  bind(patchSavedView, async (call) => {
    const change = { input: call.body, ifMatch: call.ifMatch }
    const view = await views.patch(callerOf(call), call.principal, call.params.savedViewId, change)
    call.setEtag(view.version)
    return view
  })

  bind(deleteSavedView, async (call) => views.remove(callerOf(call), call.principal, call.params.savedViewId, call.ifMatch))

  bind(putViewDefault, async (call) => views.setDefault(callerOf(call), call.principal, call.params.list, call.body.savedViewId))
}
