import type { ComponentProps } from 'react'

export interface NativeCheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref' | 'onChange'> {
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean
  onChange: (checked: boolean) => void
}

/** The platform's own box, for lists of hundreds: it costs nothing to draw and says "mixed" to screen readers by itself. */
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
