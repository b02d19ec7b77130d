import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useHasFeedback } from './feedback/FeedbackButton.tsx'
import { FeedbackPanel } from './feedback/FeedbackPanel.tsx'
import { floatingPlace, showFloating, useFloating } from '../ui/overlay/floating.ts'
import { HelpPanel } from './HelpPanel.tsx'
import { WhatsNewPanel } from './whats-new/WhatsNewPanel.tsx'

const close = () => showFloating(undefined)

/** The panels of help, what is new and feedback, for signed-in users. */
export function FloatingHost() {
  const shown = useFloating()
  const hasFeedback = useHasFeedback()
  useEffect(() => close, [])
  return createPortal(
    <>
      <HelpPanel open={shown === 'help'} onClose={close} />
      <WhatsNewPanel open={shown === 'whatsNew'} onClose={close} />
      <FeedbackPanel open={shown === 'feedback' && hasFeedback} onClose={close} />
    </>,
    floatingPlace,
  )
}
