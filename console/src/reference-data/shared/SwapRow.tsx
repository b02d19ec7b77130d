import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/form/Button.tsx'
import css from './SwapRow.module.css'

interface SwapRowProps {
  before: ReactNode
  after: ReactNode
  swapLabel: string
  onSwap: () => void
}

/** Two fields, and a button between them that swaps their values. */
export function SwapRow({ before, after, swapLabel, onSwap }: SwapRowProps) {
  return (
    <div className={css.row}>
      {before}
      <span className={css.swap}>
        <IconButton kind="secondary" label={swapLabel} icon={<ArrowLeftRight />} onClick={onSwap} />
      </span>
      {after}
    </div>
  )
}
