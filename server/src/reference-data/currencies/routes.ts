import { problem } from '@steward/contract/errors'
import { exportCurrencies, listCurrencies, saveCurrency, uploadCurrencies } from '@steward/contract/reference-data/currencies'
import { attachment } from '../../exports/stream-export.ts'
import type { Bind } from '../../http/binding.ts'
import { callerOf } from '../../http/caller.ts'
import { uploadRequestOf } from '../tables/upload-request.ts'
import type { CurrencyService } from './service.ts'

/** Binds the table of currencies. */
export function bindCurrencyRoutes(bind: Bind, currencies: CurrencyService): void {
  bind(listCurrencies, async (call) => currencies.list(callerOf(call), call.query))

  bind(exportCurrencies, async (call) => {
    const file = await currencies.export(callerOf(call), call.query)
    call.reply.header('content-disposition', attachment('currencies'))
    return file
  })

  bind(saveCurrency, async (call) => {
    const [wanted] = call.body
    if (!wanted) throw problem('invalid_request')
    const currency = await currencies.save(callerOf(call), wanted, call.ifMatch)
    call.setEtag(currency.version)
    return currency
  })

  bind(uploadCurrencies, async (call) => currencies.upload(callerOf(call), uploadRequestOf(call)))
}
