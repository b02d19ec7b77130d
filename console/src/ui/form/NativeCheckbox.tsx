import type { ComponentProps } from 'react'

export interface NativeCheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref' | 'onChange'> {
  /** Some of the items it covers are selected. */
  indeterminate?: boolean
  onChange: (checked: boolean) => void
}

/** A native checkbox, for lists of hundreds: it is cheap to render and announces "mixed" without extra ARIA. */
export function NativeCheckbox({ indeterminate = false, onChange, ...rest }: NativeCheckboxProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = indeterminate
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
