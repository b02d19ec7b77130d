import { problem } from '@steward/contract/errors'
import {
  exportCurrencySchemes,
  listCurrencySchemes,
  saveCurrencyScheme,
  uploadCurrencySchemes,
} from '@steward/contract/reference-data/currencies'
import { attachment } from '../../exports/stream-export.ts'
import type { Bind } from '../../http/binding.ts'
import { callerOf } from '../../http/caller.ts'
import { uploadRequestOf } from '../tables/upload-request.ts'
import type { SchemeService } from './service.ts'

/** Binds the table of currency schemes. */
export function bindSchemeRoutes(bind: Bind, schemes: SchemeService): void {
  bind(listCurrencySchemes, async (call) => schemes.list(callerOf(call), call.query))

  bind(exportCurrencySchemes, async (call) => {
    const file = await schemes.export(callerOf(call), call.query)
    call.reply.header('content-disposition', attachment('currency-schemes'))
    return file
  })

  bind(saveCurrencyScheme, async (call) => {
    const [wanted] = call.body
    if (!wanted) throw problem('invalid_request')
    const scheme = await schemes.save(callerOf(call), wanted, call.ifMatch)
    call.setEtag(scheme.version)
    return scheme
  })

  bind(uploadCurrencySchemes, async (call) => schemes.upload(callerOf(call), uploadRequestOf(call)))
}
