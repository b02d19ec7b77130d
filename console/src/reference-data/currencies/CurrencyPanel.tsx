import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { saveCurrency } from '@steward/contract/reference-data/currencies'
import type { Currency } from '@steward/contract/reference-data/currencies-schemas'
import { currencyName } from '@steward/contract/rules/names'
import { CallPreview } from '../../effects/PreviewedEffects.tsx'
import { useDocumentTitle } from '../../pages/titles.ts'
import { ItemPanel } from '../shared/ItemPanel.tsx'
import { NameEditor, type NamedKind } from '../shared/NameEditor.tsx'
import { useEditReason } from './permissions.ts'
import { currencyQuery, currencyTables, readCurrencyAgain, writeCurrency } from './queries.ts'
import { useCurrencyStatus } from './useCurrencyStatus.ts'

const kind: NamedKind<Currency> = {
  key: 'Currencies_edit',
  schema: currencyName,
  serverField: '0.currencyName',
  nameOf: (currency) => currency.currencyName,
  titleOf: ({ currencyCode }) => currencyCode,
  descriptionOf: (currency) => currency.currencyName,
  maxLength: 16,
  tables: currencyTables,
  // The whole row is sent; the version it belongs to goes with it, so the status stays as it is.
  save: ({ currencyCode, isActive }, name, ifMatch) => writeCurrency({ currencyCode, isActive, currencyName: name }, ifMatch),
  preview: ({ currencyCode, isActive }, name) => (
    <CallPreview endpoint={saveCurrency} input={{ body: [{ currencyCode, isActive, currencyName: name }] }} />
  ),
  latest: ({ currencyCode }) => readCurrencyAgain(currencyCode),
  texts: {
    label: m.currencies_column_name,
    hint: m.currencies_name_hint,
    saved: ({ currencyCode }) => m.currencies_edited({ code: currencyCode }),
    failed: m.currencies_error_edit,
    createdBy: m.currencies_created_by,
    created: m.currencies_created_on,
    updatedBy: m.currencies_column_updated_by,
    updated: m.currencies_column_updated,
  },
}

/** A currency over the list: its name can be changed here. */
export function CurrencyPanel({ currencyCode }: { currencyCode: string }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reference-data/currencies/currency', search: true })
  const query = useQuery(currencyQuery(currencyCode))
  const reason = useEditReason()
  const status = useCurrencyStatus()
  useDocumentTitle(query.data?.data.currencyCode ?? m.menu_currencies())
  return (
    <ItemPanel
      query={query}
      title={m.currencies_currency()}
      gone={{ title: m.currencies_gone_title(), text: m.currencies_gone_text({ code: currencyCode }) }}
      errorFallback={m.currencies_error_get()}
      onClose={close}
    >
      {(currency) => (
        <NameEditor key={currency.data.currencyCode} kind={kind} latest={currency} reason={reason} status={status} onClose={close} />
      )}
    </ItemPanel>
  )
}
