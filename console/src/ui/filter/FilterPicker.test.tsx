import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FilterPicker } from './FilterPicker.tsx'

const choices = ['Actuaries', 'Brokers', 'Claims'].map((label) => ({ value: label.slice(0, 1), label }))

test('names the first value on the chip, counts the others, and names them all in the list', async () => {
  const asked: string[] = []
  const query = <T,>(key: string, answer: T) => ({
    queryKey: ['choices', key],
    queryFn: () => Promise.resolve(answer),
    meta: { tables: [] },
  })
  const source = {
    matching: (text: string) => query(`all ${text}`, choices),
    named: (value: string) => {
      asked.push(value)
      return query(value, choices.find((choice) => choice.value === value) ?? { value, label: 'Unknown' })
    },
  }
  function Filter() {
    const [values, setValues] = useState(['C', 'A'])
    return <FilterPicker label="Group" source={source} values={values} onChange={setValues} />
  }
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Filter />
    </QueryClientProvider>,
  )
  const chip = await screen.findByRole('button', { name: 'Group: Claims +1' })
  expect(asked).not.toContain('A')

  await user.click(chip)
  const list = within(await screen.findByRole('dialog', { name: 'Group' }))
  expect((await list.findAllByRole('option', { selected: true })).map((option) => option.textContent)).toEqual(['Claims', 'Actuaries'])
  await user.click(list.getByRole('option', { name: 'Claims' }))
  expect(await screen.findByRole('button', { name: 'Group: Actuaries', hidden: true })).toBeDefined()
  await user.click(list.getByRole('button', { name: 'Clear filter' }))
  expect(await screen.findByRole('button', { name: 'Group', hidden: true })).toBeDefined()
})
