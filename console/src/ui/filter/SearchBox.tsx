import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Kbd } from '../display/Kbd.tsx'
import { RemoveButton } from '../form/RemoveButton.tsx'
import { useSent } from '../form/useSent.ts'
import css from './SearchBox.module.css'
import { isForInputMethod } from '../../theme/inputMethod.ts'
import { isSingleKey } from '../../theme/singleKeys.ts'

export interface SearchBoxProps {
  /** Accessible name, such as "Search users". */
  label: string
  /** What can be typed; the label by default. */
  hint?: string
  value: string
  onChange: (value: string) => void
  debounceMs?: number
  /** A second search on the page: no landmark, and '/' doesn't focus it. */
  beside?: boolean
}

/** Searches while typing. '/' anywhere on the page focuses it. */
export function SearchBox({ label, hint = label, value, onChange, debounceMs = 250, beside = false }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const noteSent = useSent(value, () => value !== typed.trim() && setTyped(value))
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (beside) return undefined
    const focus = (event: KeyboardEvent) => {
      if (!isSingleKey(event, '/')) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [beside])
  const type = (text: string, delay: number) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const wanted = text.trim()
      noteSent(wanted)
      onChange(wanted)
    }, delay)
  }
  return (
    <div className={css.search} role={beside ? undefined : 'search'}>
      <Search aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={beside ? undefined : '/'}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value, debounceMs)}
        onKeyDown={(event) => {
          if (isForInputMethod(event.nativeEvent)) return
          if (event.key === 'Enter') type(typed, 0)
          else if (event.key === 'Escape' && typed !== '') type('', 0)
        }}
      />
      {typed === '' ? (
        beside ? null : (
          <Kbd>/</Kbd>
        )
      ) : (
        <RemoveButton
          label={m.ui_search_clear()}
          onClick={() => {
            type('', 0)
            input.current?.focus()
          }}
        />
      )}
    </div>
  )
}
