import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import type { Currency } from '@steward/contract/reference-data/currencies-schemas'
import { currencyName } from '@steward/contract/rules/names'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { useDocumentTitle } from '../../pages/titles.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { DescriptionList } from '../../ui/display/DescriptionList.tsx'
import { RelativeTime } from '../../ui/display/RelativeTime.tsx'
import { IconButton } from '../../ui/form/Button.tsx'
import { FormTextField } from '../../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../../ui/form/FormShell.tsx'
import { SaveConflict } from '../../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../../ui/form/StaleNotice.tsx'
import { useEditBase } from '../../ui/form/useEditBase.ts'
import { useVersionedSave } from '../../ui/form/useVersionedSave.ts'
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx'
import { ItemPanel } from '../shared/ItemPanel.tsx'
import { statusAction } from '../shared/statusAction.tsx'
import { ActiveCell } from '../shared/StatusCell.tsx'
import { fieldNames } from './fieldNames.ts'
import { useEditReason } from './permissions.ts'
import { currencyQuery, currencyTables, readCurrencyAgain, writeCurrency, type VersionedCurrency } from './queries.ts'
import { useCurrencyStatus } from './useCurrencyStatus.ts'

const schema = z.strictObject({ currencyName })
type Name = z.output<typeof schema>
const nameOf = ({ data }: VersionedCurrency): Name => ({ currencyName: data.currencyName })
const sameName = (a: VersionedCurrency, b: VersionedCurrency) => a.data.currencyName === b.data.currencyName

/** A currency over the list: its name can be changed here. */
export function CurrencyPanel({ currencyCode }: { currencyCode: string }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reference-data/currencies/currency', search: true })
  const query = useQuery(currencyQuery(currencyCode))
  useDocumentTitle(query.data?.data.currencyCode ?? m.menu_currencies())
  return (
    <ItemPanel
      query={query}
      title={m.currencies_currency()}
      gone={{ title: m.currencies_gone_title(), text: m.currencies_gone_text({ code: currencyCode }) }}
      errorFallback={m.currencies_error_get()}
      onClose={close}
    >
      {(currency) => <Editor key={currency.data.currencyCode} latest={currency} onClose={close} />}
    </ItemPanel>
  )
}

function Editor({ latest, onClose }: { latest: VersionedCurrency; onClose: () => void }) {
  const currency = latest.data
  const { currencyCode } = currency
  const reason = useEditReason()
  const form = useContractForm<Name, Name>({ schema, defaultValues: nameOf(latest) })
  const [base, rebase] = useEditBase(form, latest, nameOf)
  const { isDirty } = form.formState
  const status = useCurrencyStatus()
  const save = useVersionedSave<VersionedCurrency, Name>({
    key: 'Currencies_edit',
    // The whole row is sent; the version it belongs to goes with it, so the status stays as it is.
    save: (name, ifMatch, from) => writeCurrency({ currencyCode, isActive: from.data.isActive, ...name }, ifMatch),
    latest: () => readCurrencyAgain(currencyCode),
    isSame: sameName,
    onSaved: (saved) => {
      rebase(saved)
      void invalidateTables(currencyTables)
      alerts.success(m.currencies_edited({ code: currencyCode }))
    },
  })
  return (
    <>
      <PanelForm
        form={form}
        title={currencyCode}
        description={currency.currencyName}
        actions={
          <Menu trigger={<IconButton label={m.ui_row_actions({ name: currencyCode })} icon={<Ellipsis />} />}>
            <MenuItem {...statusAction(currency, status, reason)} />
          </Menu>
        }
        onSubmit={(name) => save.submit(name, base)}
        onClose={onClose}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        submitLabel={m.tags_save()}
        submitDisabledReason={reason ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={m.currencies_error_edit()}
        fieldNames={{ '0.currencyName': fieldNames['0.currencyName'] }}
      >
        {reason === undefined ? null : <Callout tone="info">{reason}</Callout>}
        <StaleNotice show={isDirty && !sameName(base, latest)} onTakeTheirs={() => rebase(latest)} />
        <FormTextField
          control={form.control}
          name="currencyName"
          label={m.currencies_column_name()}
          hint={m.currencies_name_hint()}
          autoComplete="off"
          maxLength={16}
          readOnly={reason !== undefined}
        />
        <Details currency={currency} />
      </PanelForm>
      <SaveConflict
        save={save}
        name={currencyCode}
        fields={({ base: from, mine, theirs }) => [
          {
            id: 'currencyName',
            label: m.currencies_column_name(),
            base: from.data.currencyName,
            mine: mine.currencyName,
            theirs: theirs.data.currencyName,
          },
        ]}
        resolved={({ mine, theirs }, sides) => (sides['currencyName'] === 'mine' ? mine : nameOf(theirs))}
        errorFallback={m.currencies_error_edit()}
      />
      {status.dialogs}
    </>
  )
}

function Details({ currency }: { currency: Currency }) {
  return (
    <DescriptionList
      items={[
        { term: m.tags_column_active(), value: <ActiveCell isActive={currency.isActive} /> },
        { term: m.currencies_created_by(), value: currency.createdBy },
        { term: m.currencies_created_on(), value: <RelativeTime value={currency.createdAt} /> },
        { term: m.currencies_column_updated_by(), value: currency.updatedBy },
        { term: m.currencies_column_updated(), value: <RelativeTime value={currency.updatedAt} /> },
      ]}
    />
  )
}
