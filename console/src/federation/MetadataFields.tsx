import { useState } from 'react'
import type { FederationProtocol } from '@steward/contract/catalog/identity-providers'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { FileDrop } from '../ui/form/FileDrop.tsx'
import { FormPasswordField, FormRadioGroup, FormSwitch, FormTextArea, FormTextField } from '../ui/form/fields.tsx'
import type { ContractForm } from '../ui/form/FormShell.tsx'
import css from './federation.module.css'
import type { MetadataValues } from './setup.ts'

const largestFileBytes = 512 * 1024

export interface MetadataFieldsProps {
  form: ContractForm<MetadataValues>
  protocol: FederationProtocol
  /** What the setup already has. */
  setup: FederationSetup | null
  /** An example of the provider's metadata URL. */
  example: string
}

/** The provider's metadata, and the client credentials of this service. */
export function MetadataFields({ form, protocol, setup, example }: MetadataFieldsProps) {
  const [fileError, setFileError] = useState<string>()
  const { source, fileName, clientBy } = form.watch()
  const hasFile = setup !== null && setup.metadataUrl === null
  const take = (file: File) => {
    if (file.size > largestFileBytes) return setFileError(m.sso_metadata_file_large())
    setFileError(undefined)
    return void file.text().then((text) => {
      form.setValue('metadata', text, { shouldDirty: true })
      form.setValue('fileName', file.name)
      form.clearErrors('metadata')
    })
  }
  return (
    <>
      <FormRadioGroup
        control={form.control}
        name="source"
        label={m.sso_source()}
        options={[
          { value: 'url', label: m.sso_source_url(), hint: m.sso_source_url_hint() },
          { value: 'file', label: m.sso_source_file(), hint: m.sso_source_file_hint() },
          { value: 'text', label: m.sso_source_text(), hint: m.sso_source_text_hint() },
        ]}
      />
      {source === 'url' ? (
        <FormTextField
          control={form.control}
          name="metadataUrl"
          label={m.sso_metadata_url()}
          hint={protocol === 'oidc' ? m.sso_metadata_url_hint_oidc({ example }) : m.sso_metadata_url_hint_saml()}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : null}
      {source === 'text' ? (
        <FormTextArea
          control={form.control}
          name="pasted"
          label={m.sso_metadata_text()}
          hint={hasFile ? m.sso_metadata_text_kept() : m.sso_metadata_text_hint()}
          rows={8}
          maxLength={largestFileBytes}
          autoComplete="off"
          spellCheck={false}
        />
      ) : null}
      {source === 'file' ? (
        <div className={css.file}>
          <FileDrop
            label={m.sso_metadata_file()}
            text={m.sso_metadata_file_drop()}
            hint={m.sso_metadata_file_hint()}
            accept=".xml,.json,application/xml,text/xml,application/json,application/samlmetadata+xml"
            onFile={take}
            error={fileError ?? form.formState.errors.metadata?.message}
          />
          {fileName === '' && !hasFile ? null : (
            <p className={css.muted} role="status">
              {fileName === '' ? m.sso_metadata_file_kept() : m.sso_metadata_file_chosen({ name: fileName })}
            </p>
          )}
        </div>
      ) : null}
      {protocol === 'oidc' ? (
        <>
          <FormTextField
            control={form.control}
            name="clientId"
            label={m.sso_client_id()}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <FormRadioGroup
            control={form.control}
            name="clientBy"
            label={m.sso_client_authentication()}
            options={[
              { value: 'secret', label: m.sso_client_by_secret() },
              { value: 'key', label: m.sso_client_by_key(), hint: m.sso_client_by_key_hint() },
              { value: 'key_token_endpoint', label: m.sso_client_by_key_token_endpoint(), hint: m.sso_client_by_key_token_endpoint_hint() },
            ]}
          />
          {clientBy === 'secret' ? (
            <div className={css.pair}>
              <FormPasswordField
                control={form.control}
                name="clientSecret"
                label={m.sso_client_secret()}
                hint={setup?.hasClientSecret === true ? m.sso_client_secret_kept() : m.sso_client_secret_hint()}
                // Not a user's password: password managers must neither fill it in nor save it.
                autoComplete="off"
                data-1p-ignore
              />
              <FormTextField
                control={form.control}
                name="clientSecretExpires"
                type="date"
                label={m.sso_client_secret_expires()}
                hint={m.sso_client_secret_expires_hint()}
                optional
              />
            </div>
          ) : null}
        </>
      ) : (
        <FormSwitch
          control={form.control}
          name="acceptsResponseSignature"
          label={m.sso_response_signature()}
          hint={m.sso_response_signature_hint()}
        />
      )}
    </>
  )
}
