import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../ui/form/Button.tsx'

interface AskForPreviewProps {
  /** What waits until the preview is done. */
  text: string
  onAsk: () => void
}

/** Offers the preview of a change of so many users that it is not computed unasked: it locks rows for seconds. */
export function AskForPreview({ text, onAsk }: AskForPreviewProps) {
  return (
    <>
      <p>{text}</p>
      <div>
        <Button small onClick={onAsk}>
          {m.changes_preview()}
        </Button>
      </div>
    </>
  )
}
