import { useController, type Control, type FieldPath, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { Switch } from './Checkbox.tsx'
import { MultiSelect, type Choice, type MultiSelectProps } from './Combobox.tsx'
import { RadioGroup, type RadioGroupProps } from './RadioGroup.tsx'
import { Select, type SelectProps } from './Select.tsx'
import { PasswordField, TextArea, TextField, type TextFieldProps } from './TextField.tsx'
import type { ComponentProps } from 'react'

/**
 * Fields bound to a form: `<FormTextField control={form.control} name="givenName" label={…} />`. The type checks the name
 * against the form's values, and errors show below the field.
 */
interface Bound<Values extends FieldValues, Name extends FieldPath<Values>, Output> {
  control: Control<Values, unknown, Output>
  name: Name
}

type Own = 'control' | 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'error' | 'checked'

export function FormTextField<V extends FieldValues, O>({ control, name, ...rest }: Bound<V, FieldPath<V>, O> & Omit<TextFieldProps, Own>) {
  const { field, fieldState } = useController({ control, name })
  return <TextField {...rest} {...field} value={field.value ?? ''} error={fieldState.error?.message} />
}

export function FormPasswordField<V extends FieldValues, O>({
  control,
  name,
  ...rest
}: Bound<V, FieldPath<V>, O> & Omit<TextFieldProps, Own | 'type' | 'end'>) {
  const { field, fieldState } = useController({ control, name })
  return <PasswordField {...rest} {...field} value={field.value ?? ''} error={fieldState.error?.message} />
}

export function FormTextArea<V extends FieldValues, O>({
  control,
  name,
  ...rest
}: Bound<V, FieldPath<V>, O> & Omit<ComponentProps<typeof TextArea>, Own>) {
  const { field, fieldState } = useController({ control, name })
  return <TextArea {...rest} {...field} value={field.value ?? ''} error={fieldState.error?.message} />
}

export function FormSelect<V extends FieldValues, O, Value extends string>({
  control,
  name,
  ...rest
}: Bound<V, FieldPathByValue<V, Value | '' | undefined>, O> & Omit<SelectProps<Value>, Own>) {
  const { field, fieldState } = useController({ control, name })
  return <Select {...rest} {...field} value={field.value ?? ''} error={fieldState.error?.message} />
}

export function FormSwitch<V extends FieldValues, O>({
  control,
  name,
  ...rest
}: Bound<V, FieldPathByValue<V, boolean>, O> & Omit<ComponentProps<typeof Switch>, Own>) {
  const { field, fieldState } = useController({ control, name })
  return <Switch {...rest} ref={field.ref} checked={field.value} onChange={field.onChange} error={fieldState.error?.message} />
}

export function FormRadioGroup<V extends FieldValues, O, Value extends string>({
  control,
  name,
  ...rest
}: Bound<V, FieldPathByValue<V, Value>, O> & Omit<RadioGroupProps<Value>, Own>) {
  const { field, fieldState } = useController({ control, name })
  return <RadioGroup {...rest} value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
}

/** The value is a list of `Choice`. */
export function FormMultiSelect<V extends FieldValues, O>({
  control,
  name,
  ...rest
}: Bound<V, FieldPathByValue<V, Choice[]>, O> & Omit<MultiSelectProps, Own>) {
  const { field, fieldState } = useController({ control, name })
  return <MultiSelect {...rest} name={name} value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
}
