import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Checkbox, Switch } from './Checkbox.tsx'
import { RadioGroup } from './RadioGroup.tsx'

function Choices() {
  const [box, setBox] = useState(false)
  const [on, setOn] = useState(false)
  const [kind, setKind] = useState<'x' | 'y'>('x')
  return (
    <>
      <Checkbox label="Send now" hint="Otherwise later" checked={box} onChange={setBox} />
      <Switch label="Enabled" checked={on} onChange={setOn} />
      <RadioGroup
        label="Kind"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'x', label: 'User' },
          { value: 'y', label: 'Service' },
        ]}
      />
    </>
  )
}

test('selects once when the label is clicked', async () => {
  const user = userEvent.setup()
  render(<Choices />)
  const box = screen.getByRole('checkbox', { name: 'Send now', description: 'Otherwise later' })
  await user.click(screen.getByText('Send now'))
  expect(box.getAttribute('aria-checked')).toBe('true')
  await user.click(box)
  expect(box.getAttribute('aria-checked')).toBe('false')
  await user.click(screen.getByText('Enabled'))
  expect(screen.getByRole('switch', { name: 'Enabled' }).getAttribute('aria-checked')).toBe('true')
  await user.click(screen.getByText('Service'))
  expect(screen.getByRole('radio', { name: 'Service' }).getAttribute('aria-checked')).toBe('true')
})
