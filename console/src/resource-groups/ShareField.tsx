import { ChevronDown } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { typedNumber } from '../i18n/decimals.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { Menu, MenuRadioGroup } from '../ui/overlay/Menu.tsx'
import { nearestFitting, type ChoiceOfPackage } from './assignments.ts'
import type { PackageTable } from './packageTable.ts'
import { formatShare, givesOf } from './labels.ts'
import css from './ShareField.module.css'

interface ShareFieldProps {
  /** Of the resource group. */
  name: string
  packageId: string
  choices: readonly ChoiceOfPackage[]
  table: PackageTable
  /** The largest share it could have now; computed only when the user types or opens the choices. */
  most: () => number
  onChoose: (packageId: string) => void
  onStep: (by: 1 | -1) => void
}

/** The share of a resource group in percent: typed, stepped with the arrow keys, or chosen from a list that shows the quotas. */
export function ShareField({ name, packageId, choices, table, most, onChoose, onStep }: ShareFieldProps) {
  const id = useId()
  const percentage = table.percentageOf(packageId)
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [note, setNote] = useState<string>()
  const [seen, setSeen] = useState(packageId)
  if (seen !== packageId) {
    // The share was changed with the slider, the bar or a suggestion, so the typed text is discarded.
    setSeen(packageId)
    setTyped(undefined)
    setFault(undefined)
  }
  const enter = (text: string) => {
    const wanted = typedNumber(text.replaceAll(/[%％]/g, ''))
    const nearest = wanted === undefined ? undefined : nearestFitting(choices, wanted, () => true)
    setNote(undefined)
    if (nearest === undefined || wanted === undefined || wanted > 100) return setFault(m.resource_groups_share_invalid())
    if (nearest.percentage > most()) return setFault(m.resource_groups_share_too_much({ most: formatShare(most()) }))
    if (nearest.percentage !== wanted) {
      setNote(m.resource_groups_share_nearest({ wanted: formatShare(wanted), share: formatShare(nearest.percentage) }))
    }
    setFault(undefined)
    setTyped(undefined)
    onChoose(nearest.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setNote(undefined)
      onStep(step)
    } else if (event.key === 'Enter' && typed !== undefined) {
      event.preventDefault()
      enter(typed)
    } else if (event.key === 'Escape' && typed !== undefined) {
      // Discards the typed text; the panel stays open.
      event.preventDefault()
      event.stopPropagation()
      setTyped(undefined)
      setFault(undefined)
    }
  }
  const described = [fault ? `${id}-error` : '', note ? `${id}-note` : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className={css.shareField}>
      <div className={css.shareBox} data-invalid={fault ? '' : undefined}>
        <input
          id={id}
          aria-label={m.resource_groups_share_typed({ name })}
          aria-invalid={fault ? true : undefined}
          aria-describedby={described}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={typed ?? String(percentage)}
          onChange={(event) => {
            setTyped(event.target.value)
            setFault(undefined)
            setNote(undefined)
          }}
          onFocus={(event) => event.target.select()}
          onBlur={() => typed !== undefined && enter(typed)}
          onKeyDown={onKeyDown}
        />
        <span aria-hidden className={css.unit}>
          %
        </span>
        <Menu trigger={<IconButton small label={m.resource_groups_package_of({ name })} icon={<ChevronDown />} />}>
          <Choices {...{ name, packageId, choices, table, most }} onChoose={onChoose} />
        </Menu>
      </div>
      <FieldError id={`${id}-error`} text={fault} />
      {note ? (
        <div id={`${id}-note`} className={css.note} role="status">
          {note}
        </div>
      ) : null}
    </div>
  )
}

/** Rendered only while the menu is open: each choice with all its quotas. */
function Choices({ name, packageId, choices, table, most, onChoose }: Omit<ShareFieldProps, 'onStep'>) {
  const limit = most()
  return (
    <MenuRadioGroup
      label={m.resource_groups_package_of({ name })}
      value={packageId}
      closesOnChange
      onChange={onChoose}
      options={choices.map(({ value, percentage, keptName }) => {
        const share = formatShare(percentage)
        const gives = givesOf(value, table.packages).map((one) => `${one.label}: ${one.value}`)
        const isTooMuch = percentage > limit && value !== packageId
        const parts = [
          ...(percentage === 0 && gives.length === 0 ? [m.resource_groups_choice_none()] : gives),
          ...(isTooMuch ? [m.resource_groups_share_too_much({ most: formatShare(limit) })] : []),
        ]
        return {
          value,
          label: keptName === undefined ? share : m.resource_groups_choice_kept({ share, name: keptName }),
          detail: parts.join(' · '),
          disabled: isTooMuch,
        }
      })}
    />
  )
}

/** There are few packages, so an arrow key goes to the next package instead of the next percent. */
const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }
