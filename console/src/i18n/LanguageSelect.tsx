import { Languages } from 'lucide-react'
import { useId } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { languageChoices, setLanguage } from './language.ts'
import css from './LanguageSelect.module.css'
import { useLanguageChoice } from './useLanguageChoice.ts'

/** The language choice on pages without user settings, such as the sign-in page. */
export function LanguageSelect() {
  const id = useId()
  const { onChoice, ...choice } = useLanguageChoice(setLanguage)
  return (
    <div className={css.box}>
      <Languages className={css.icon} aria-hidden />
      <label htmlFor={id} className="visually-hidden">
        {m.settings_language()}
      </label>
      <select {...choice} id={id} className={css.select} onChange={(event) => onChoice(event.target.value)}>
        {languageChoices.map(({ value, label }) => (
          <option key={value} value={value} lang={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
