import { useFieldArray } from 'react-hook-form'
import { m } from '@steward/contract/paraglide/messages'
import { FormTextField } from '../ui/form/fields.tsx'
import { Card } from '../ui/display/Card.tsx'
import type { CardProps } from './PreviewCard.tsx'
import { Rows } from './Rows.tsx'
import css from './tenantSettings.module.css'

/** Email domains that administrators can invite users from. */
export function DomainsCard({ form }: CardProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'domains' })
  const values = form.watch('domains')
  return (
    <Card title={m.tenant_settings_domains()}>
      <div className={css.card}>
        <p className={css.muted}>{m.tenant_settings_domains_text()}</p>
        <Rows
          id="domains"
          rows={fields.map((field, index) => ({
            id: field.id,
            name: values[index]?.domain ?? '',
            fields: (
              <FormTextField
                control={form.control}
                name={`domains.${index}.domain`}
                label={m.tenant_settings_domain()}
                hideLabel
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="company.com"
              />
            ),
          }))}
          empty={m.tenant_settings_domains_empty()}
          addLabel={m.tenant_settings_domain_add()}
          onAdd={() => append({ domain: '' })}
          onRemove={remove}
          error={form.formState.errors.domains?.message ?? form.formState.errors.domains?.root?.message}
        />
      </div>
    </Card>
  )
}
