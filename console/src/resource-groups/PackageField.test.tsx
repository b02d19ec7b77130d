import { fireEvent, render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { derivedPackages } from '@steward/contract/catalog/packages'
import { PackageField } from './PackageField.tsx'
import type { Packages } from './queries.ts'

const few = derivedPackages('RI-RISKMODELER')
const whole = few[0]?.definitions ?? []
/** A package at every 5%. */
const many: Packages = Array.from({ length: 20 }, (_, index) => ({
  resourceGroupPackageId: `share-${5 * (index + 1)}`,
  packageName: `Share ${5 * (index + 1)}`,
  isUncreatable: false,
  definitions: whole.map((one) => ({ ...one, value: (one.value * (index + 1)) / 20 })),
}))

function Form({ packages, others = [], heldId = '0' }: { packages: Packages; others?: string[]; heldId?: string }) {
  const { control } = useForm({ defaultValues: { id: heldId } })
  return <PackageField control={control} name="id" packages={packages} others={others} heldId={heldId} />
}

const isDisabled = (name: string) => screen.getByRole('radio', { name }).hasAttribute('data-disabled')

test('a few packages are all shown, and those that do not fit cannot be chosen', () => {
  render(<Form packages={few} others={['3']} />)
  expect(isDisabled('50%')).toBe(false)
  expect(isDisabled('75%')).toBe(true)
  expect(screen.getByRole('radio', { name: '75%', description: /Only 50% is free/ })).toBeDefined()
})

test('many packages are the stops of a slider, which stops at the largest that fits', () => {
  render(<Form packages={many} others={['share-60']} />)
  const slider = screen.getByRole('slider', { name: /^Package/ })
  expect(slider.getAttribute('aria-valuetext')).toBe('0%')
  fireEvent.change(slider, { target: { value: '3' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('15%, Share 15')
  expect(screen.getByText(/^Max Concurrent Model Runs/).textContent).toBe('Max Concurrent Model Runs: 6')
  fireEvent.change(slider, { target: { value: '20' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('40%, Share 40')
})

test('a package can be kept that no longer fits', () => {
  render(<Form packages={many} others={['share-60']} heldId="share-80" />)
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('80%, Share 80')
  expect(screen.getByText(/Only 40% is free/)).toBeDefined()
})
