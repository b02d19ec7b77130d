import { Camera, ImagePlus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { screenshotTypes } from '@steward/contract/help/constants'
import { Button, buttonClass, IconButton } from '../../ui/form/Button.tsx'
import { FieldError } from '../../ui/form/Field.tsx'
import { cx } from '../../ui/display/cx.ts'
import shared from './Feedback.module.css'
import css from './ScreenshotField.module.css'
import { canCapture, capture, dataUrl, NotAPicture, shrink } from './screenshot.ts'

/** The image attached to the feedback, and its preview. */
export interface Shot {
  file: File
  url: string
}

export interface ScreenshotFieldProps {
  value: Shot | undefined
  onChange: (shot: Shot | undefined) => void
  error: string | undefined
  onError: (text: string | undefined) => void
  /** Hides the panel during the capture. */
  onCapturing: (isCapturing: boolean) => void
}

/** Sets the image from `make`, and shows why if that fails. */
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

/** An image by file, drop, paste (see the panel) or screen capture, with a preview. */
export function ScreenshotField(props: ScreenshotFieldProps) {
  const { value, onChange, error, onCapturing } = props
  const id = useId()
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
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`} className={css.screenshot}>
      <div id={`${id}-label`} className={shared.legend}>
        {m.feedback_screenshot()} <span>{m.ui_optional()}</span>
      </div>
      <div className={css.ways}>
        <label className={cx(buttonClass('secondary', true), css.choose)}>
          <ImagePlus aria-hidden />
          <span>{m.feedback_screenshot_choose()}</span>
          <input
            type="file"
            accept={screenshotTypes.join(',')}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            onChange={(event) => {
              const file = event.target.files?.[0]
              // Lets the same file be chosen again.
              event.target.value = ''
              if (file) void take(() => shrink(file))
            }}
          />
        </label>
        {canCapture() ? (
          <Button small icon={<Camera />} loading={busy} onClick={() => void onCapture()}>
            {m.feedback_screenshot_capture()}
          </Button>
        ) : null}
      </div>
      <p id={`${id}-hint`} className={shared.hint}>
        {m.feedback_screenshot_hint()}
      </p>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
