import { useState } from 'react'
import { customRoleDefaultActions } from '@steward/contract/catalog/products'
import { roleTemplates } from '@steward/contract/catalog/role-templates'
import { catalogText } from '@steward/contract/catalog/texts'
import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../ui/display/Callout.tsx'
import { Button } from '../ui/form/Button.tsx'
import type { ContractForm } from '../ui/form/FormShell.tsx'
import { Select } from '../ui/form/Select.tsx'
import { sortedActions, type RoleValues } from './changes.ts'

/** The template that is a new role's initial selection. */
export const defaultTemplate = 'default'

const options = () => [
  { value: defaultTemplate, label: m.roles_template_default() },
  ...roleTemplates.map(({ id, name, description }) => ({ value: id, label: `${catalogText(name)}: ${catalogText(description)}` })),
]

interface Template {
  values: RoleValues
  /** The number of its actions that this tenant's roles cannot include. */
  left: number
}

function templateOf(id: string, usable: ReadonlySet<string>): Template {
  const found = roleTemplates.find((template) => template.id === id)
  const wanted: readonly string[] = found ? found.actionNames : customRoleDefaultActions
  const actions = sortedActions(wanted.filter((name) => usable.has(name)))
  return {
    values: { roleName: found ? catalogText(found.name) : '', description: found ? catalogText(found.description) : '', actions },
    left: wanted.length - actions.length,
  }
}

const isSame = (a: readonly string[], b: readonly string[]) => a.join(' ') === b.join(' ')

interface RoleTemplateProps {
  form: ContractForm<RoleValues>
  template: string
  onTemplate: (id: string) => void
  /** The names of the actions that the new role can include. */
  usable: ReadonlySet<string>
}

/** Fills a new role from a template. Name and description that were typed stay; actions chosen by hand can be restored. */
export function RoleTemplate({ form, template, onTemplate, usable }: RoleTemplateProps) {
  const [replaced, setReplaced] = useState<{ template: string; actions: string[] }>()
  const current = templateOf(template, usable)
  const fill = (name: 'roleName' | 'description', from: Template, to: Template) => {
    const value = form.getValues(name)
    if (value !== '' && value !== from.values[name]) return
    form.setValue(name, to.values[name], { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  const choose = (id: string) => {
    const next = templateOf(id, usable)
    const actions = form.getValues('actions')
    setReplaced(isSame(actions, current.values.actions) ? undefined : { template, actions })
    fill('roleName', current, next)
    fill('description', current, next)
    form.setValue('actions', next.values.actions, { shouldDirty: true })
    onTemplate(id)
  }
  const undo = (before: { template: string; actions: string[] }) => {
    form.setValue('actions', before.actions, { shouldDirty: true })
    setReplaced(undefined)
    onTemplate(before.template)
  }
  return (
    <>
      <Select label={m.roles_template()} options={options()} value={template} onChange={choose} />
      {replaced === undefined ? null : (
        <Callout
          tone="info"
          role="status"
          actions={
            <Button small onClick={() => undo(replaced)}>
              {m.roles_template_undo()}
            </Button>
          }
        >
          {m.roles_template_replaced({ count: replaced.actions.length })}
        </Callout>
      )}
      {current.left > 0 ? (
        <Callout tone="info" role="status">
          {m.roles_template_left({ count: current.left })}
        </Callout>
      ) : null}
    </>
  )
}
