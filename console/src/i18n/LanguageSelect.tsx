import { Languages } from 'lucide-react'
import { useId } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { currentLanguage, languageChoices, setLanguage } from './language.ts'
import css from './LanguageSelect.module.css'

/** The choice of the language where there are no settings yet: before signing in. */
export function LanguageSelect() {
  const id = useId()
  return (
    <div className={css.box}>
      <Languages className={css.icon} aria-hidden />
      <label htmlFor={id} className="visually-hidden">
        {m.settings_language()}
      </label>
      <select
        id={id}
        className={css.select}
        value={currentLanguage()}
        onChange={(event) => {
          const chosen = languageChoices.find(({ value }) => value === event.target.value)
          if (chosen) setLanguage(chosen.value)
        }}
      >
        {languageChoices.map(({ value, label }) => (
          <option key={value} value={value} lang={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
