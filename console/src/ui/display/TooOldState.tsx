import { Clock } from 'lucide-react'
import { tooOldText } from '../../api/tooOldText.ts'
import { State } from './State.tsx'

/** That a moment is not kept, in place of what failed to load. */
export function TooOldState({ error, level }: { error: unknown; level?: 1 | 2 | undefined }) {
  return <State level={level} icon={<Clock />} title={tooOldText(error)} />
}
