import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../../api/alerts.ts'
import { Button, IconButton } from '../form/Button.tsx'
import css from './CopyButton.module.css'
import { Mono } from './Mono.tsx'

/** Copies a value; `hasText` writes the label beside the icon. Shows the message of specification 2, section 8, when the browser refuses. */
export function CopyButton({ value, label = m.ui_copy(), hasText = false }: { value: string; label?: string; hasText?: boolean }) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      alerts.danger(m.ui_copy_failed())
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2000)
  }
  const shown = copied ? m.ui_copied() : label
  const icon = copied ? <Check /> : <Copy />
  return (
    <>
      {hasText ? (
        <Button small icon={icon} onClick={() => void copy()}>
          {shown}
        </Button>
      ) : (
        <IconButton small label={shown} icon={icon} onClick={() => void copy()} />
      )}
      <span role="status" className="visually-hidden">
        {copied ? m.ui_copied() : ''}
      </span>
    </>
  )
}

/** An identifier with its copy button. */
export function CopyValue({ value, label }: { value: string; label?: string }) {
  return (
    <span className={css.copyRow}>
      <Mono>{value}</Mono>
      <CopyButton value={value} label={label} />
    </span>
  )
}

/** Copies an identifier that is not visible. */
export function CopyId({ value, label }: { value: string; label: string }) {
  return (
    <span className={css.copyId}>
      {m.ui_id()}
      <CopyButton value={value} label={label} />
    </span>
  )
}
