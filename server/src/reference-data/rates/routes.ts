import {
  compareVintages,
  convertAmount,
  exchangeRateHistory,
  exportExchangeRates,
  listExchangeRates,
} from '@steward/contract/reference-data/rates'
import { attachment } from '../../exports/stream-export.ts'
import type { Bind } from '../../http/binding.ts'
import { callerOf } from '../../http/caller.ts'
import type { RateService } from './service.ts'

/** Binds the exchange rates of the contract. */
export function bindRateRoutes(bind: Bind, rates: RateService): void {
  bind(listExchangeRates, async (call) => rates.list(callerOf(call), call.query))
  bind(exportExchangeRates, async (call) => {
    const file = await rates.export(callerOf(call), call.query)
    call.reply.header('content-disposition', attachment('exchange-rates'))
    return file
  })
  bind(exchangeRateHistory, async (call) => rates.history(callerOf(call), call.query))
  bind(compareVintages, async (call) => rates.compare(callerOf(call), call.query))
  bind(convertAmount, async (call) => rates.convert(callerOf(call), call.query))
}
