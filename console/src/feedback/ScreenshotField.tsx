import { Camera, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { screenshotTypes } from '@steward/contract/help'
import { Button, IconButton } from '../ui/Button.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import css from './Feedback.module.css'
import { canCapture, capture, dataUrl, NotAPicture, shrink } from './screenshot.ts'

/** A picture that goes with the feedback, and how it is shown. */
export interface Shot {
  file: File
  url: string
}

export interface ScreenshotFieldProps {
  value: Shot | undefined
  onChange: (shot: Shot | undefined) => void
  error: string | undefined
  onError: (text: string | undefined) => void
  /** The panel steps aside meanwhile. */
  onCapturing: (isCapturing: boolean) => void
}

/** Takes a picture in by `make`, and says why where it cannot. */
export function usePicture({ onChange, onError }: Pick<ScreenshotFieldProps, 'onChange' | 'onError'>) {
  return async (make: () => Promise<File>): Promise<void> => {
    onError(undefined)
    try {
      const file = await make()
      onChange({ file, url: await dataUrl(file) })
    } catch (error) {
      onError(error instanceof NotAPicture ? m.error_screenshot_unreadable() : m.feedback_screenshot_refused())
    }
  }
}

/** A picture by choosing, dropping, pasting (see the panel) or capturing; shown before it is sent. */
export function ScreenshotField(props: ScreenshotFieldProps) {
  const { value, onChange, error, onCapturing } = props
  const [busy, setBusy] = useState(false)
  const take = usePicture(props)
  const onCapture = async () => {
    setBusy(true)
    onCapturing(true)
    await take(capture)
    onCapturing(false)
    setBusy(false)
  }
  if (value !== undefined) {
    return (
      <div className={css.shot}>
        <img src={value.url} alt={m.feedback_screenshot_preview()} />
        <span className={css.remove}>
          <IconButton small kind="secondary" label={m.feedback_screenshot_remove()} icon={<Trash2 />} onClick={() => onChange(undefined)} />
        </span>
      </div>
    )
  }
  return (
    <div className={css.screenshot}>
      <FileDrop
        label={m.feedback_screenshot()}
        text={m.feedback_screenshot_choose()}
        hint={m.feedback_screenshot_hint()}
        accept={screenshotTypes.join(',')}
        onFile={(file) => void take(() => shrink(file))}
        error={error}
      />
      {canCapture() ? (
        <Button small icon={<Camera />} loading={busy} onClick={() => void onCapture()}>
          {m.feedback_screenshot_capture()}
        </Button>
      ) : null}
    </div>
  )
}
