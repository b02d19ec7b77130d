import { X } from 'lucide-react'
import css from './RemoveButton.module.css'

/** A round button with a cross: removes a chip or clears a search. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={css.remove} aria-label={label} onClick={onClick}>
      <X aria-hidden />
    </button>
  )
}
