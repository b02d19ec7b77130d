import { CircleCheck } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { m } from '@steward/contract/paraglide/messages'
import { isAllowedFrom, parseRange } from '@steward/contract/rules/addresses'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { FormTextField } from '../ui/form/fields.tsx'
import { Card } from '../ui/display/Card.tsx'
import type { CardProps } from './PreviewCard.tsx'
import { Rows } from './Rows.tsx'
import shared from './tenantSettings.module.css'
import css from './AddressesCard.module.css'

/** Networks that users can sign in and work from. Immediately shows how the ranges affect the user editing them. */
export function AddressesCard({ form, ownAddress }: CardProps & { ownAddress: string | null }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'ranges' })
  const values = form.watch('ranges')
  const ranges = values.flatMap(({ range }) => parseRange(range) ?? [])
  const isOutside = ownAddress !== null && ranges.length > 0 && !isAllowedFrom(ownAddress, ranges)
  return (
    <Card title={m.tenant_settings_addresses()}>
      <div className={shared.card}>
        <p className={shared.muted}>{m.tenant_settings_addresses_text()}</p>
        <Rows
          id="ranges"
          rows={fields.map((field, index) => ({
            id: field.id,
            name: values[index]?.range ?? '',
            fields: (
              <>
                <FormTextField
                  control={form.control}
                  name={`ranges.${index}.range`}
                  label={m.tenant_settings_range()}
                  hideLabel
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  placeholder="192.0.2.0/24"
                />
                <FormTextField
                  control={form.control}
                  name={`ranges.${index}.note`}
                  label={m.tenant_settings_note()}
                  hideLabel
                  autoComplete="off"
                  placeholder={m.tenant_settings_note()}
                />
              </>
            ),
          }))}
          empty={m.tenant_settings_addresses_empty()}
          addLabel={m.tenant_settings_range_add()}
          onAdd={() => append({ range: '', note: '' })}
          onRemove={remove}
          error={form.formState.errors.ranges?.message ?? form.formState.errors.ranges?.root?.message}
          actions={
            isOutside ? (
              <Button small onClick={() => append({ range: ownAddress, note: '' })}>
                {m.tenant_settings_own_add()}
              </Button>
            ) : null
          }
        />
        {ownAddress === null || ranges.length === 0 ? null : isOutside ? (
          <Callout tone="warning" role="status">
            {m.tenant_settings_own_out({ address: ownAddress })}
          </Callout>
        ) : (
          <p className={css.inside} role="status">
            <CircleCheck aria-hidden />
            {m.tenant_settings_own_in({ address: ownAddress })}
          </p>
        )}
      </div>
    </Card>
  )
}
