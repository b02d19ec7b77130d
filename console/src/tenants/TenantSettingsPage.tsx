import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { putSetting } from '@steward/contract/tenants/endpoints'
import type { Tenant } from '@steward/contract/tenants/schemas'
import { queryClient } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { unchangeable, useCan } from '../session/permissions/permissions.ts'
import { useUser } from '../session/token/state.ts'
import { alerts } from '../api/alerts.ts'
import { buttonClass } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useNamedField } from '../ui/form/useNamedField.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { AddressesCard } from './AddressesCard.tsx'
import { DomainsCard } from './DomainsCard.tsx'
import { FirstSignInCard } from './FirstSignInCard.tsx'
import { retentionId } from './KeptFor.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import { changedSettings, readSettings, saveSettings, settingCall, settingsQuery, tenantQuery, type VersionedSettings } from './queries.ts'
import { RetentionCard } from './RetentionCard.tsx'
import { keepSavedChange, tellSavedChange } from './savedChange.ts'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { ShortenDialog } from './ShortenDialog.tsx'
import css from './TenantSettingsPage.module.css'
import {
  resolvedSettings,
  settingsConflict,
  settingsSchema,
  shortenedLogs,
  valuesOf,
  type SettingsOutput,
  type SettingsValues,
  type Shortened,
} from './values.ts'

/** Specification 1, section 9: the page reloads this long after settings are saved. */
const reloadDelayMs = 1_000

const dataOf = ({ data }: VersionedSettings) => data

/** Settings of the whole tenant (specification 1, section 3; product decisions, "Tenant settings"). */
export function TenantSettingsPage() {
  const { tenantId } = useUser()
  const settings = useQuery(settingsQuery(tenantId))
  const tenant = useQuery(tenantQuery)
  return (
    <div className={css.page}>
      <PageHeader
        title={m.menu_tenant_settings()}
        sentence={m.tenant_settings_sentence()}
        actions={
          <Link to="/company/tenant-information" className={buttonClass('secondary')}>
            {m.tenant_info_title()}
          </Link>
        }
      />
      {settings.data && tenant.data ? (
        <Editor tenant={tenant.data} latest={settings.data} />
      ) : (
        <PendingState query={[settings, tenant]} fallback={m.tenant_settings_get_failed()} lines={14} />
      )}
    </div>
  )
}

function Editor({ tenant, latest }: { tenant: Tenant; latest: VersionedSettings }) {
  useNamedField()
  useEffect(tellSavedChange, [])
  const can = useCan()
  const [reloading, setReloading] = useState(false)
  const { logRetention: limits } = tenant
  const schema = useMemo(() => settingsSchema(limits), [limits])
  const form = useContractForm<SettingsValues, SettingsOutput>({ schema, defaultValues: valuesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, valuesOf)
  const { isDirty } = form.formState
  const { tenantId } = tenant
  const save = useVersionedSave<VersionedSettings, SettingsOutput>({
    key: 'TenantSettings_save',
    save: (values, _, from) => saveSettings(tenantId, values, from),
    latest: () => readSettings(tenantId),
    onSaved: (saved) => {
      queryClient.setQueryData(settingsQuery(tenantId).queryKey, saved)
      rebase(saved)
      setReloading(true)
      keepSavedChange()
      alerts.success(m.tenant_settings_saved())
      // Previews affect every part of the console.
      setTimeout(() => window.location.reload(), reloadDelayMs)
    },
  })
  const { question, ask } = useShortenQuestion()
  const submit = async (values: SettingsOutput) => {
    const shortened = shortenedLogs(base.data.logRetention, values, limits)
    if (shortened && !(await ask(shortened))) throw new Error('Not confirmed')
    return save.submit(values, base)
  }
  // Each setting is saved by a call of its own.
  const preview = (values: SettingsOutput) =>
    changedSettings(values, base).map((setting) => (
      <CallPreview key={setting.key} endpoint={putSetting} input={settingCall(tenantId, setting)} />
    ))
  const reason = can('Admin.EditTenantSettings') ? undefined : unchangeable(m.tenant_settings_reason())
  return (
    <>
      <FormShell
        form={form}
        onSubmit={submit}
        onDone={() => undefined}
        submitError={save.error}
        loading={save.isSubmitting || reloading}
        preview={preview}
        submitLabel={m.tenant_settings_save()}
        submitDisabledReason={reason ?? (isDirty || reloading ? undefined : m.tenant_settings_unchanged())}
        errorFallback={m.tenant_settings_failed()}
        fieldNames={rowNames}
      >
        {reason === undefined ? null : <Callout tone="info">{reason}</Callout>}
        <StaleNotice show={isDirty && latest.etag !== base.etag} onTakeTheirs={() => rebase(latest)} />
        <fieldset className={css.cards} disabled={reason !== undefined || reloading}>
          <div id="preview-access">
            <PreviewCard form={form} saved={latest.data.tenantSettings.userDetails} />
          </div>
          <SessionsCard form={form} tenant={tenant} saved={base.data.sessionPolicy} />
          <div id="second-factor">
            <SecondFactorCard form={form} canEdit={reason === undefined} />
          </div>
          <div id="email-domains">
            <DomainsCard form={form} />
          </div>
          <div id="sign-in-addresses">
            <AddressesCard form={form} ownAddress={tenant.callerAddress} />
          </div>
          <div id="account-creation">
            <FirstSignInCard form={form} />
          </div>
          <div id={retentionId}>
            <RetentionCard form={form} limits={limits} />
          </div>
        </fieldset>
      </FormShell>
      {question}
      <LeaveGuard isDirty={() => isDirty && !reloading} />
      <SaveConflict
        save={save}
        name={m.menu_tenant_settings()}
        fields={(conflict) => settingsConflict(valuesIn(conflict, dataOf))}
        resolved={(conflict, sides) => resolvedSettings(valuesIn(conflict, dataOf), sides)}
        errorFallback={m.tenant_settings_failed()}
      />
    </>
  )
}

/** Asks whether entries of the logs can go; `ask` resolves with the decision. */
function useShortenQuestion() {
  const [asked, setAsked] = useState<{ shortened: Shortened; decide: (isWanted: boolean) => void }>()
  const ask = (shortened: Shortened) => new Promise<boolean>((decide) => setAsked({ shortened, decide }))
  const decide = (isWanted: boolean) => {
    asked?.decide(isWanted)
    setAsked(undefined)
  }
  return { ask, question: <ShortenDialog shortened={asked?.shortened} onDecide={decide} /> }
}

/** The server's errors refer to rows by number; each row is a field of the form. */
const rowNames = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`domains.${index}.domain`, `ranges.${index}.range`, `ranges.${index}.note`] as const)
    .flat()
    .map((name) => [name, name]),
)
