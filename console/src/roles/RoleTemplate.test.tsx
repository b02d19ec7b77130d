import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useContractForm } from '../ui/form/FormShell.tsx'
import type { RoleValues } from './changes.ts'
import { roleSchema } from './RoleFields.tsx'
import { defaultTemplate, RoleTemplate } from './RoleTemplate.tsx'

const usable = new Set(['ViewUsers', 'EditUsers', 'ViewGroups', 'ViewRoles', 'ViewLicenses', 'ViewCurrencies', 'EditCurrencies'])

function Form() {
  const form = useContractForm<RoleValues, RoleValues>({
    schema: roleSchema,
    defaultValues: { roleName: '', description: '', actions: ['ViewLicenses', 'ViewUsers'] },
  })
  const [template, setTemplate] = useState(defaultTemplate)
  const values = form.watch()
  return (
    <>
      <RoleTemplate form={form} template={template} onTemplate={setTemplate} usable={usable} />
      <button type="button" onClick={() => form.setValue('actions', ['ViewGroups'])}>
        Select by hand
      </button>
      <button type="button" onClick={() => form.setValue('roleName', 'Mine')}>
        Type a name
      </button>
      <output aria-label="Role">{[values.roleName, ...values.actions].join(' ')}</output>
    </>
  )
}
const role = () => screen.getByRole('status', { name: 'Role' }).textContent
const choose = (user: ReturnType<typeof userEvent.setup>, name: RegExp) =>
  user.selectOptions(screen.getByLabelText('Template'), screen.getByRole('option', { name }))

it('fills name, description and the actions that can be granted, and says how many cannot', async () => {
  const user = userEvent.setup()
  render(<Form />)
  await choose(user, /^Help desk/)
  expect(role()).toBe('Help desk EditUsers ViewGroups ViewRoles ViewUsers')
  expect(screen.getByText(/^1 action of the template/)).toBeTruthy()
  await choose(user, /^Reference data manager/)
  expect(role()).toBe('Reference data manager EditCurrencies ViewCurrencies')
})

it('keeps a typed name, and restores actions selected by hand', async () => {
  const user = userEvent.setup()
  render(<Form />)
  await user.click(screen.getByRole('button', { name: 'Type a name' }))
  await user.click(screen.getByRole('button', { name: 'Select by hand' }))
  await choose(user, /^Help desk/)
  expect(role()).toBe('Mine EditUsers ViewGroups ViewRoles ViewUsers')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(role()).toBe('Mine ViewGroups')
  expect(screen.getByLabelText<HTMLSelectElement>('Template').value).toBe(defaultTemplate)
})
