import { problem } from '@steward/contract/errors'
import { deleteVintage, exportVintages, listVintages, saveVintage } from '@steward/contract/reference-data/currencies'
import { attachment } from '../../exports/stream-export.ts'
import type { Bind } from '../../http/binding.ts'
import { callerOf } from '../../http/caller.ts'
import type { VintageService } from './service.ts'

/** Binds the table of vintages. */
export function bindVintageRoutes(bind: Bind, vintages: VintageService): void {
  bind(listVintages, async (call) => vintages.list(callerOf(call), call.query))

  bind(exportVintages, async (call) => {
    const file = await vintages.export(callerOf(call), call.query)
    call.reply.header('content-disposition', attachment('currency-vintages'))
    return file
  })

  bind(saveVintage, async (call) => {
    const [wanted] = call.body
    if (!wanted) throw problem('invalid_request')
    const vintage = await vintages.save(callerOf(call), wanted, call.ifMatch)
    call.setEtag(vintage.version)
    return vintage
  })

  bind(deleteVintage, async (call) => vintages.remove(callerOf(call), call.params, call.ifMatch))
}
