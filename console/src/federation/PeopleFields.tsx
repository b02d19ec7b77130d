import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions/permissions.ts'
import { Button, IconButton } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { FormSelect, FormTextField } from '../ui/form/fields.tsx'
import type { ContractForm } from '../ui/form/FormShell.tsx'
import { CreateGroupDialog } from './CreateGroupDialog.tsx'
import shared from './federation.module.css'
import css from './PeopleFields.module.css'
import { impactQuery, mappableGroupsQuery } from './queries.ts'
import type { PeopleValues } from './setup.ts'
import { administratorLabel } from './labels.ts'

interface PeopleFieldsProps {
  form: ContractForm<PeopleValues>
  setup: FederationSetup | null
}

/** Group mappings, the administrator who keeps a password, and the names of the provider's claims. */
export function PeopleFields({ form, setup }: PeopleFieldsProps) {
  const { data: impact } = useQuery(impactQuery)
  const { adminUsername } = form.watch()
  const candidates = (impact?.breakGlassCandidates ?? []).map((one) => ({
    value: one.username,
    label: administratorLabel(one),
  }))
  // An administrator who no longer qualifies is still shown until another is chosen.
  const isListed = adminUsername === '' || candidates.some(({ value }) => value === adminUsername)
  const options = isListed ? candidates : [{ value: adminUsername, label: adminUsername }, ...candidates]
  return (
    <>
      <FormTextField
        control={form.control}
        name="adminGroupName"
        label={m.sso_admin_group()}
        hint={m.sso_admin_group_hint()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Mappings form={form} setup={setup} />
      {impact !== undefined && options.length === 0 ? (
        <Callout tone="warning">{m.sso_break_glass_none()}</Callout>
      ) : (
        <FormSelect
          control={form.control}
          name="adminUsername"
          label={m.sso_break_glass()}
          hint={m.sso_break_glass_hint()}
          options={options}
          placeholder=""
        />
      )}
      <ClaimNames form={form} />
    </>
  )
}

function Mappings({ form, setup }: PeopleFieldsProps) {
  const mayView = usePermission('Admin.ViewGroups')
  const { data } = useQuery({ ...mappableGroupsQuery, enabled: mayView })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'groupMappings' })
  const rows = form.watch('groupMappings')
  const [creatingFor, setCreatingFor] = useState<number>()
  const createReason = usePermission('Admin.EditGroups') ? undefined : m.groups_edit_reason()
  // Administrators have their own field.
  const groups = (data?.items ?? [])
    .filter(({ isReserved }) => !isReserved)
    .map(({ groupId, groupName }) => ({ value: groupId, label: groupName }))
  const known = (setup?.groupMappings ?? []).map(({ groupId, groupName }) => ({ value: groupId, label: groupName ?? m.sso_mapping_gone() }))
  const optionsFor = (groupId: string) => {
    const kept = known.find(({ value }) => value === groupId)
    return kept && !groups.some(({ value }) => value === groupId) ? [kept, ...groups] : groups
  }
  const error = form.formState.errors.groupMappings
  return (
    <fieldset className={css.fieldset}>
      <legend className={css.legend}>{m.sso_mappings()}</legend>
      <p className={shared.muted}>{m.sso_mappings_text()}</p>
      {fields.length === 0 ? (
        <p className={shared.muted}>{m.sso_mappings_empty()}</p>
      ) : (
        <ul className={css.mappings}>
          {fields.map((field, index) => (
            <li key={field.id} className={css.mapping}>
              <FormTextField
                control={form.control}
                name={`groupMappings.${index}.providerGroup`}
                label={m.sso_mapping_provider()}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              <div className={css.target}>
                <FormSelect
                  control={form.control}
                  name={`groupMappings.${index}.groupId`}
                  label={m.sso_mapping_group()}
                  options={optionsFor(rows[index]?.groupId ?? '')}
                  disabled={!mayView}
                  placeholder=""
                />
                {rows[index]?.groupId === '' ? (
                  <Button small kind="quiet" icon={<Plus />} disabledReason={createReason} onClick={() => setCreatingFor(index)}>
                    {m.groups_create()}
                  </Button>
                ) : null}
              </div>
              <IconButton
                label={m.tenant_settings_remove({
                  name: rows[index]?.providerGroup || m.tenant_settings_row({ number: index + 1 }),
                })}
                icon={<X />}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      {creatingFor === undefined ? null : (
        <CreateGroupDialog
          suggested={rows[creatingFor]?.providerGroup ?? ''}
          onClose={() => setCreatingFor(undefined)}
          onCreated={({ groupId }) => {
            form.setValue(`groupMappings.${creatingFor}.groupId`, groupId, { shouldDirty: true, shouldValidate: true })
          }}
        />
      )}
      <FieldError id="group-mappings-error" text={error?.message ?? error?.root?.message} />
      <div>
        <Button
          small
          icon={<Plus />}
          disabledReason={mayView ? undefined : m.sso_mapping_no_view()}
          onClick={() => append({ providerGroup: '', groupId: '' })}
        >
          {m.sso_mapping_add()}
        </Button>
      </div>
    </fieldset>
  )
}

function ClaimNames({ form }: Pick<PeopleFieldsProps, 'form'>) {
  const fields = [
    ['claimEmail', m.sso_claim_email(), 'email'],
    ['claimGivenName', m.sso_claim_given_name(), 'given_name'],
    ['claimFamilyName', m.sso_claim_family_name(), 'family_name'],
    ['claimGroups', m.sso_claim_groups(), 'groups'],
    ['claimIdentifier', m.sso_claim_identifier(), '', m.sso_claim_identifier_hint()],
  ] as const
  const values = form.getValues()
  return (
    <details className={css.details} open={fields.some(([name]) => values[name] !== '') || undefined}>
      <summary>{m.sso_claims()}</summary>
      <div className={css.detailsBody}>
        <p className={shared.muted}>{m.sso_claims_hint()}</p>
        <div className={shared.pair}>
          {fields.map(([name, label, placeholder, hint]) => (
            <FormTextField
              key={name}
              control={form.control}
              name={name}
              label={label}
              placeholder={placeholder}
              hint={hint}
              optional
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          ))}
        </div>
      </div>
    </details>
  )
}
