import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form'
import { m } from '@steward/contract/paraglide/messages'
import { exceedsPackageQuota, packageQuotaLeft, unassignedPackageId } from '@steward/contract/rules/resource-group-packages'
import { FormRadioGroup } from '../ui/form/fields.tsx'
import { choicesFor } from './assignments.ts'
import type { Packages } from './queries.ts'
import { formatShare, givesOf } from './labels.ts'
import css from './PackageField.module.css'

/** The package of a resource group: each choice shows all its quotas and whether it is still available. */
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
  return (
    <FormRadioGroup control={control} name={name} label={m.resource_groups_field_package({ left: formatShare(left) })} options={options} />
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
