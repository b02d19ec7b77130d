import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { formatMoment } from '../i18n/time.ts'
import { useAuth } from '../session/token/state.ts'

/** The first line of a printed page: its title, the company and when it was printed. */
export function PrintLine() {
  const { company } = useAuth()
  const title = useRef<HTMLSpanElement>(null)
  const moment = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const write = () => {
      if (title.current) title.current.textContent = document.title
      if (moment.current) moment.current.textContent = `${company} · ${formatMoment(new Date().toISOString())}`
    }
    addEventListener('beforeprint', write)
    return () => removeEventListener('beforeprint', write)
  }, [company])
  return createPortal(
    <div data-print-line hidden aria-hidden>
      <strong ref={title} />
      <span ref={moment} />
    </div>,
    document.body,
  )
}
