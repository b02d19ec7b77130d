import { m } from '@steward/contract/paraglide/messages'
import type { Currency } from '@steward/contract/reference-data/currencies-schemas'
import { useStatusChange, type StatusChange } from '../shared/useStatusChange.tsx'
import { currencyTables, setCurrencyActive } from './queries.ts'

/** Activates or deactivates currencies: one from a menu, or many from a selection. */
export const useCurrencyStatus = (): StatusChange<Currency> =>
  useStatusChange<Currency>({
    mutationKey: 'Currencies_bulk_update',
    tables: currencyTables,
    id: (currency) => currency.currencyCode,
    name: (currency) => currency.currencyCode,
    change: setCurrencyActive,
    done: ({ isActive, names, already }) => {
      const of = { count: names.length, code: names[0] ?? '' }
      const done = isActive ? m.currencies_activated(of) : m.currencies_deactivated(of)
      if (already === 0) return done
      return `${done} ${isActive ? m.tags_already_active({ count: already }) : m.tags_already_inactive({ count: already })}`
    },
    failedTitle: m.currencies_bulk_failed,
    fallback: m.currencies_error_edit,
  })
