import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { MultiSelect } from './Combobox.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { TextField } from './TextField.tsx'

test('names each field, also one that is chosen from a list, and leads to it', async () => {
  const errors = { keyName: { message: 'Enter a name.' }, groups: { message: 'Choose a group.' } }
  render(
    <form>
      <ErrorSummary ref={createRef()} fault={undefined} errors={errors} />
      <TextField name="keyName" label="Key name" error={errors.keyName.message} />
      <MultiSelect name="groups" label="Groups" options={[]} value={[]} onChange={() => {}} error={errors.groups.message} />
    </form>,
  )
  const link = await screen.findByRole('link', { name: 'Groups: Choose a group.' })
  expect(screen.getByRole('link', { name: 'Key name: Enter a name.' })).toBeDefined()
  await userEvent.click(link)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Groups' })))
})
