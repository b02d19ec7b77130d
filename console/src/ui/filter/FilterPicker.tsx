import { useRef, useState } from 'react'
import { FilterChip } from '../display/Chip.tsx'
import { useName, type ChoiceSource } from '../form/choiceSource.ts'
import { deferred } from '../overlay/deferred.tsx'

export interface FilterPickerProps {
  label: string
  source: ChoiceSource
  /** The selected values. */
  values: readonly string[]
  onChange: (values: string[]) => void
}

const FilterPopup = deferred(() => import('./FilterPopup.tsx').then((module) => module.FilterPopup))

/** A filter that takes several of many values: a chip that opens a searchable list. The list's code loads when it opens. */
export function FilterPicker({ label, source, values, onChange }: FilterPickerProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const name = useName(source, values[0])
  return (
    <>
      <FilterChip
        ref={anchor}
        label={label}
        value={values.length > 1 ? `${name} +${values.length - 1}` : name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void FilterPopup.preload()}
        onClick={() => setOpen(!open)}
      />
      {open ? (
        <FilterPopup label={label} source={source} values={values} onChange={onChange} anchor={anchor} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
