import { FileUp } from 'lucide-react'
import { useId, useState, type DragEvent } from 'react'
import css from './FileDrop.module.css'
import { FieldError } from './Field.tsx'

export interface FileDropProps {
  label: string
  /** "Drop a file here, or" and "choose one". */
  text: string
  hint?: string
  /** Like the `accept` attribute of an input: `.csv,text/csv`. */
  accept: string
  onFile: (file: File) => void
  error?: string | undefined
  disabled?: boolean
}

/** Drop zone or file dialog: a plain file input with a large label. */
export function FileDrop({ label, text, hint, accept, onFile, error, disabled }: FileDropProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onFile(file)
  }
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={css.root}>
      <div
        className={css.zone}
        data-over={over ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp aria-hidden />
        <input
          id={id}
          type="file"
          className={css.input}
          accept={accept}
          aria-label={label}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          disabled={disabled}
          onChange={(event) => {
            const file = event.target.files?.[0]
            // Lets the same file be chosen again after it was fixed.
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
        <label htmlFor={id} className={css.text}>
          {text}
        </label>
        {hint ? (
          <span id={`${id}-hint`} className={css.hint}>
            {hint}
          </span>
        ) : null}
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
