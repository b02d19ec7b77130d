import { m } from '@steward/contract/paraglide/messages'
import type { GroupFit, LabelFit } from '@steward/contract/rules/allocation-fit'
import { quotaLabel } from '../licenses/labels.ts'
import { Status } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import type { PackageTable } from './packageTable.ts'
import { fitTones, fitLabels, formatShare, formatUsed } from './labels.ts'
import shared from './allocation.module.css'
import css from './GroupUse.module.css'

interface GroupUseProps {
  name: string
  fit: GroupFit
  /** With its current package. */
  before: GroupFit
  table: PackageTable
  onChoose: (packageId: string) => void
}

/** A resource group's draft quota and past usage for each label. */
export function GroupUse({ name, fit, before, table, onChoose }: GroupUseProps) {
  const needed = fit.neededPackageId
  return (
    <div className={shared.use}>
      <ul className={css.labels} aria-label={m.what_if_of({ name })}>
        {fit.labels.map((label, index) => (
          <Label key={label.quotaName} label={label} was={before.labels[index]} />
        ))}
      </ul>
      {needed === null || needed === fit.packageId ? null : (
        <p className={css.needed}>
          {m.what_if_needed({ share: formatShare(table.percentageOf(needed)) })}{' '}
          <Button
            small
            kind="quiet"
            aria-label={m.what_if_use_needed_named({ share: formatShare(table.percentageOf(needed)), name })}
            onClick={() => onChoose(needed)}
          >
            {m.what_if_use_needed({ share: formatShare(table.percentageOf(needed)) })}
          </Button>
        </p>
      )}
    </div>
  )
}

function Label({ label, was }: { label: LabelFit; was: LabelFit | undefined }) {
  const { quotaName, quota, mean, peak, fit } = label
  return (
    <li className={css.label}>
      <span className={css.labelName}>{quotaLabel(quotaName)}</span>
      <Meter label={label} />
      <span className={css.figures}>
        {mean === null || peak === null
          ? m.what_if_figures_unknown({ quota: formatUsed(quota) })
          : m.what_if_figures({ peak: formatUsed(peak), mean: formatUsed(mean), quota: formatUsed(quota) })}
      </span>
      <span className={css.fit}>
        <Status tone={fitTones[fit]}>{fitLabels[fit]()}</Status>
        {was === undefined || was.fit === fit ? null : <span className={shared.was}>{m.what_if_was({ fit: fitLabels[was.fit]() })}</span>}
      </span>
    </li>
  )
}

/** Mean and peak as bars, the quota as a dashed line; the numbers beside it say the same. */
function Meter({ label: { quota, mean, peak, fit } }: { label: LabelFit }) {
  const whole = Math.max(quota, peak ?? 0, 1)
  const at = (value: number) => `${Math.min(100, (value / whole) * 100)}%`
  return (
    <span className={css.meter} data-fit={fit} aria-hidden>
      {peak === null ? null : <span className={css.peak} style={{ inlineSize: at(peak) }} />}
      {mean === null ? null : <span className={css.mean} style={{ inlineSize: at(mean) }} />}
      <span className={css.limit} style={{ insetInlineStart: at(quota) }} />
    </span>
  )
}
