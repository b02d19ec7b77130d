import { Lock, LockOpen } from 'lucide-react'
import { useId, type KeyboardEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { largestWeight, rebalance, type LevelWeights } from '@steward/contract/rules/esg'
import { IconButton } from '../ui/form/Button.tsx'
import css from './WeightLevel.module.css'
import { formatWeight, percentOf } from './formats.ts'

export interface WeightPart {
  id: string
  name: string
  description?: string
}

interface WeightLevelProps {
  label: string
  parts: readonly WeightPart[]
  weights: LevelWeights
  locked: ReadonlySet<string>
  onChange: (weights: LevelWeights) => void
  onLock: (id: string, locked: boolean) => void
  readOnly: boolean
}

/** The weights of one level: moving one re-balances the unlocked others, so that the level always sums to 100 %. */
export function WeightLevel({ label, parts, weights, locked, onChange, onLock, readOnly }: WeightLevelProps) {
  return (
    <fieldset className={css.level} disabled={readOnly}>
      <legend className="visually-hidden">{label}</legend>
      {parts.map((part) => (
        <Part
          key={part.id}
          part={part}
          weight={weights[part.id] ?? 0}
          most={largestWeight(weights, locked, part.id)}
          isLocked={locked.has(part.id)}
          canMove={parts.some((other) => other.id !== part.id && !locked.has(other.id))}
          onChange={(weight) => onChange(rebalance(weights, locked, part.id, weight))}
          onLock={(isLocked) => onLock(part.id, isLocked)}
        />
      ))}
    </fieldset>
  )
}

interface PartProps {
  part: WeightPart
  weight: number
  most: number
  isLocked: boolean
  /** Another weight can change to compensate. */
  canMove: boolean
  onChange: (weight: number) => void
  onLock: (locked: boolean) => void
}

const verticalArrows: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }
const arrows: Readonly<Record<string, number>> = { ...verticalArrows, ArrowRight: 1, ArrowLeft: -1 }
/** Weights are in tenths of a percent. */
const wholePercent = 10

function Part({ part, weight, most, isLocked, canMove, onChange, onLock }: PartProps) {
  const id = useId()
  const isFixed = isLocked || !canMove
  /** Arrow keys change whole percents; with Shift, the browser's tenths. */
  const stepByKey = (directions: Readonly<Record<string, number>>) => (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (direction === undefined || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChange(Math.max(0, Math.min(most, weight + direction * wholePercent)))
  }
  return (
    <div className={css.part}>
      <label htmlFor={id} className={css.partName}>
        {part.name}
        {part.description === undefined ? null : <small>{part.description}</small>}
      </label>
      <input
        id={id}
        className={css.slider}
        type="range"
        min={0}
        max={1_000}
        step={1}
        value={weight}
        disabled={isFixed}
        aria-valuetext={formatWeight(weight)}
        onKeyDown={stepByKey(arrows)}
        onChange={(event) => onChange(Math.min(most, event.target.valueAsNumber))}
      />
      <span className={css.percent}>
        <input
          className={css.number}
          type="number"
          inputMode="decimal"
          min={0}
          max={most / 10}
          step={0.1}
          value={percentOf(weight)}
          onKeyDown={stepByKey(verticalArrows)}
          disabled={isFixed}
          aria-label={m.esg_weight_of({ name: part.name })}
          onChange={(event) => Number.isFinite(event.target.valueAsNumber) && onChange(Math.round(event.target.valueAsNumber * 10))}
        />
        %
      </span>
      <IconButton
        small
        label={isLocked ? m.esg_unlock({ name: part.name }) : m.esg_lock({ name: part.name })}
        aria-pressed={isLocked}
        icon={isLocked ? <Lock /> : <LockOpen />}
        onClick={() => onLock(!isLocked)}
      />
    </div>
  )
}
