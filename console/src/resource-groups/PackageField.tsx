import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { m } from '@steward/contract/paraglide/messages'
import { exceedsPackageQuota, packageQuotaLeft, unassignedPackageId } from '@steward/contract/rules/resource-group-packages'
import { Field } from '../ui/form/Field.tsx'
import { FormRadioGroup } from '../ui/form/fields.tsx'
import type { RadioOption } from '../ui/form/RadioGroup.tsx'
import { choicesFor } from './assignments.ts'
import type { Packages } from './queries.ts'
import { formatShare, givesOf } from './labels.ts'
import css from './PackageField.module.css'

/** The package of a resource group: each choice shows all its quotas; one that doesn't fit can't be chosen. */
export function PackageField<V extends FieldValues, O>({
  control,
  name,
  packages,
  others,
  heldId,
}: {
  control: Control<V, unknown, O>
  name: FieldPathByValue<V, string>
  packages: Packages
  /** The packages of the other resource groups. */
  others: readonly string[]
  /** Its current package. */
  heldId?: string
}) {
  const left = packageQuotaLeft(others, packages)
  const options = choicesFor(packages, heldId).map(({ value, percentage, keptName }) => ({
    value,
    // One that a resource group has can always be kept.
    disabled: value !== unassignedPackageId && value !== heldId && exceedsPackageQuota([...others, value], packages),
    label:
      keptName === undefined ? formatShare(percentage) : m.resource_groups_choice_kept({ share: formatShare(percentage), name: keptName }),
    hint: (
      <span className={css.gives}>
        {percentage === 0 ? m.resource_groups_choice_none() : <Gives packageId={value} packages={packages} />}
        {exceedsPackageQuota([...others, value], packages) ? (
          <span className={css.tooMuch}>{m.resource_groups_choice_too_much({ left: formatShare(left) })}</span>
        ) : null}
      </span>
    ),
  }))
  const label = m.resource_groups_field_package({ left: formatShare(left) })
  return options.length > mostRadios ? (
    <PackageStops {...{ control, name, label, options, packages }} />
  ) : (
    <FormRadioGroup control={control} name={name} label={label} options={options} />
  )
}

/** As many packages are all shown; more are the stops of a slider. */
const mostRadios = 6

interface PackageStopsProps<V extends FieldValues, O> {
  control: Control<V, unknown, O>
  name: FieldPathByValue<V, string>
  label: string
  options: readonly RadioOption<string>[]
  packages: Packages
}

/** A slider whose stops are the packages. It stops at the largest one that fits. */
function PackageStops<V extends FieldValues, O>({ control, name, label, options, packages }: PackageStopsProps<V, O>) {
  const { field, fieldState } = useController({ control, name })
  const at = Math.max(
    0,
    options.findIndex((option) => option.value === field.value),
  )
  const chosen = options[at]
  const packageName = packages.find((one) => one.resourceGroupPackageId === chosen?.value)?.packageName
  return (
    <Field label={label} error={fieldState.error?.message}>
      {(ids) => (
        <>
          <input
            {...ids}
            ref={field.ref}
            type="range"
            className={css.stops}
            min={0}
            max={options.length - 1}
            value={at}
            aria-valuetext={[chosen?.label, packageName].filter(Boolean).join(', ')}
            onBlur={field.onBlur}
            onChange={(event) => {
              const fitting = options.slice(0, event.target.valueAsNumber + 1).findLast((option) => !option.disabled)
              if (fitting) field.onChange(fitting.value)
            }}
          />
          <div className={css.stop} aria-hidden>
            <strong>{chosen?.label}</strong> {packageName}
          </div>
          {chosen?.hint}
        </>
      )}
    </Field>
  )
}

/** All the quotas of a package. */
export function Gives({ packageId, packages }: { packageId: string; packages: Packages }) {
  return givesOf(packageId, packages).map(({ label, value }) => (
    <span key={label}>
      {label}: <span className={css.value}>{value}</span>
    </span>
  ))
}
