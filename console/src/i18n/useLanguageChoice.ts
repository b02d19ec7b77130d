import { useRef, useState, type KeyboardEvent } from 'react'
import { isLanguage, type Language } from '@steward/contract/languages'
import { currentLanguage } from './language.ts'

const passingKeys = /^(Arrow|Page|Home$|End$)/

/**
 * Props for a `select` of languages. Choosing one reloads the page, and arrow keys step through the options of a closed list.
 * So a keyboard choice applies on Enter or blur, and a choice from the open list immediately (WCAG 3.2.2).
 */
export function useLanguageChoice(choose: (language: Language) => void) {
  const [passed, setPassed] = useState<Language>()
  const isPassing = useRef(false)
  const choosePassed = () => {
    setPassed(undefined)
    if (passed !== undefined && passed !== currentLanguage()) choose(passed)
  }
  return {
    value: passed ?? currentLanguage(),
    onChoice: (value: string) => {
      if (!isLanguage(value)) return
      if (isPassing.current) setPassed(value)
      else choose(value)
    },
    onPointerDown: () => {
      isPassing.current = false
    },
    onKeyDown: ({ key, altKey }: KeyboardEvent) => {
      isPassing.current = !altKey && (passingKeys.test(key) || (key.length === 1 && key !== ' '))
      if (key === 'Enter') choosePassed()
    },
    onBlur: choosePassed,
  }
}
