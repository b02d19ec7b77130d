import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { useController } from 'react-hook-form'
import { sendFeedback } from '@steward/contract/help/endpoints'
import { sendFeedbackBody } from '@steward/contract/help/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../../api/client.ts'
import { configQuery } from '../../api/config.ts'
import { useNarrow } from '../../theme/useNarrow.ts'
import { Button } from '../../ui/form/Button.tsx'
import { FloatingPanel } from '../../ui/overlay/FloatingPanel.tsx'
import { FormTextArea } from '../../ui/form/fields.tsx'
import { FormShell, useContractForm, type ContractForm } from '../../ui/form/FormShell.tsx'
import css from './FeedbackPopup.module.css'
import { MoodPicker } from './MoodPicker.tsx'
import { shrink } from './screenshot.ts'
import { ScreenshotField, usePicture, type Shot } from './ScreenshotField.tsx'

const feedbackSchema = sendFeedbackBody.pick({ mood: true, text: true })
type FeedbackValues = (typeof feedbackSchema)['_zod']['output']

/**
 * Feedback on the product for the operator (product decisions, "Feedback"). The form keeps its input while the panel is
 * closed.
 */
export function FeedbackPopup({ open, onClose }: { open: boolean; onClose: () => void }) {
  const fills = useNarrow()
  const [isCapturing, setIsCapturing] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const form = useContractForm({ schema: feedbackSchema, defaultValues: { text: '' } })
  const [shot, setShot] = useState<Shot>()
  if (!open) return null
  const restart = () => {
    form.reset()
    setShot(undefined)
    setIsSent(false)
  }
  const close = () => {
    if (isSent) restart()
    onClose()
  }
  return (
    <FloatingPanel title={m.feedback_title()} closeLabel={m.feedback_close()} fills={fills} hidden={isCapturing} onClose={close}>
      {isSent ? (
        <Thanks onClose={close} onAnother={restart} />
      ) : (
        <FeedbackForm form={form} shot={shot} onShot={setShot} onCapturing={setIsCapturing} onSent={() => setIsSent(true)} />
      )}
    </FloatingPanel>
  )
}

interface FeedbackFormProps {
  form: ContractForm<FeedbackValues>
  shot: Shot | undefined
  onShot: (shot: Shot | undefined) => void
  onCapturing: (isCapturing: boolean) => void
  onSent: () => void
}

function FeedbackForm({ form, shot, onShot, onCapturing, onSent }: FeedbackFormProps) {
  // Only the path, because search parameters can contain private data.
  const page = useLocation({ select: ({ pathname }) => `${import.meta.env.BASE_URL.replace(/\/$/, '')}${pathname}` })
  const version = useQuery(configQuery).data?.version ?? ''
  const [pictureError, setPictureError] = useState<string>()
  const take = usePicture({ onChange: onShot, onError: setPictureError })
  const mood = useController({ control: form.control, name: 'mood' })
  const send = useMutation({
    mutationFn: (values: FeedbackValues) => api(sendFeedback, { body: { ...values, page, version, screenshot: shot?.file } }),
  })
  const onPaste = (event: ClipboardEvent) => {
    const [picture] = event.clipboardData.files
    if (picture === undefined) return
    event.preventDefault()
    void take(() => shrink(picture))
  }
  const onDrop = (event: DragEvent) => {
    const [picture] = event.dataTransfer.files
    event.preventDefault()
    if (picture !== undefined) void take(() => shrink(picture))
  }
  return (
    // Pasting and dropping are alternatives to the button that chooses an image.
    <div className={css.form} onPaste={onPaste} onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
      <p className={css.intro}>{m.feedback_intro()}</p>
      <FormShell
        form={form}
        onSubmit={send.mutateAsync}
        onDone={onSent}
        submitError={send.error}
        loading={send.isPending}
        submitLabel={m.feedback_send()}
        errorFallback={m.feedback_failed()}
      >
        <MoodPicker name={mood.field.name} value={mood.field.value} onChange={mood.field.onChange} error={mood.fieldState.error?.message} />
        <FormTextArea control={form.control} name="text" label={m.feedback_text()} hint={m.feedback_text_hint()} rows={4} />
        <ScreenshotField value={shot} onChange={onShot} error={pictureError} onError={setPictureError} onCapturing={onCapturing} />
        <p className={css.sentWith}>{m.feedback_sent_with({ page, version })}</p>
      </FormShell>
    </div>
  )
}

function Thanks({ onClose, onAnother }: { onClose: () => void; onAnother: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={css.thanks}>
      <CircleCheck aria-hidden />
      <h3 ref={title} tabIndex={-1}>
        {m.feedback_thanks_title()}
      </h3>
      <p>{m.feedback_thanks_text()}</p>
      <div className={css.actions}>
        <Button kind="primary" onClick={onClose}>
          {m.ui_close()}
        </Button>
        <Button onClick={onAnother}>{m.feedback_another()}</Button>
      </div>
    </div>
  )
}
