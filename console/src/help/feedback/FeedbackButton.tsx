import { useLocation } from '@tanstack/react-router'
import { MessageSquareHeart } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { useNarrow } from '../../theme/useNarrow.ts'
import { IconButton } from '../../ui/form/Button.tsx'
import { showFloating, useFloating } from '../../ui/overlay/floating.ts'
import { MenuItem } from '../../ui/overlay/Menu.tsx'
import { FeedbackPanel } from './FeedbackPanel.tsx'

/** The feedback panel is hidden on the download page (specification 1, section 2). */
export const useHasFeedback = (): boolean => useLocation({ select: ({ pathname }) => pathname !== '/download' })

/** Opens the feedback form. */
export function FeedbackButton() {
  const isOpen = useFloating() === 'feedback'
  const narrow = useNarrow()
  const hasFeedback = useHasFeedback()
  if (narrow || !hasFeedback) return null
  return (
    <IconButton
      label={m.feedback_title()}
      icon={<MessageSquareHeart />}
      aria-expanded={isOpen}
      onPointerEnter={() => void FeedbackPanel.preload()}
      onClick={() => showFloating(isOpen ? undefined : 'feedback')}
    />
  )
}

/** The feedback entry of the user menu, in narrow windows. */
export function FeedbackMenuItem() {
  const narrow = useNarrow()
  const hasFeedback = useHasFeedback()
  if (!narrow || !hasFeedback) return null
  return <MenuItem label={m.feedback_title()} icon={<MessageSquareHeart />} onSelect={() => showFloating('feedback')} />
}
