import { useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { formatTimeIn } from '../../i18n/time.ts'
import { languageChoices } from '../../i18n/language.ts'
import { useLanguageChoice } from '../../i18n/useLanguageChoice.ts'
import { usePreferences } from '../../theme/preferences.ts'
import { Combobox, type Choice } from '../../ui/form/Combobox.tsx'
import { RadioGroup } from '../../ui/form/RadioGroup.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { useNamedField } from '../../ui/form/useNamedField.ts'
import { languageHash, timeZoneHash } from './hashes.ts'
import { changeSettings } from './settings.ts'
import css from './UserSettings.module.css'

/** The user's appearance and language settings. Every choice applies immediately and is saved automatically. */
export function PreferencesSection() {
  useNamedField()
  const { theme, density, timeZone } = usePreferences()
  const { onChoice, ...language } = useLanguageChoice((chosen) => changeSettings({ language: chosen }))
  return (
    <section className={css.section}>
      <h3>{m.settings_appearance()}</h3>
      <div className={css.choices}>
        <RadioGroup
          label={m.shell_theme()}
          value={theme}
          onChange={(next) => changeSettings({ theme: next })}
          options={[
            { value: 'system', label: m.shell_theme_system() },
            { value: 'light', label: m.shell_theme_light() },
            { value: 'dark', label: m.shell_theme_dark() },
          ]}
        />
        <RadioGroup
          label={m.shell_density()}
          value={density}
          onChange={(next) => changeSettings({ density: next })}
          options={[
            { value: 'comfortable', label: m.shell_density_comfortable() },
            { value: 'compact', label: m.shell_density_compact() },
          ]}
        />
      </div>
      <Select
        id={languageHash}
        label={m.settings_language()}
        hint={m.settings_language_hint()}
        {...language}
        options={languageChoices}
        onChange={onChoice}
      />
      <TimeZone value={timeZone} />
    </section>
  )
}

const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
const labelOf = (name: string): string => name.replaceAll('_', ' ')

function TimeZone({ value }: { value: string }) {
  const device = deviceTimeZone()
  const options = useMemo((): Choice[] => {
    const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(value === 'system' ? [] : [value])])
    return [
      { value: 'system', label: m.settings_time_zone_device({ name: labelOf(device) }) },
      ...[...names].map((name) => ({ value: name, label: labelOf(name) })),
    ]
  }, [device, value])
  return (
    <Combobox
      id={timeZoneHash}
      label={m.settings_time_zone()}
      hint={m.settings_time_zone_now({ time: formatTimeIn(value === 'system' ? device : value) })}
      placeholder={m.settings_time_zone_search()}
      options={options}
      value={options.find((option) => option.value === value) ?? null}
      // Clearing the field starts a search; it is not a choice.
      onChange={(choice) => choice && changeSettings({ timeZone: choice.value })}
    />
  )
}
