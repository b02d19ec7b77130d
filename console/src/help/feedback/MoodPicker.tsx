import { Angry, Frown, Laugh, Meh, Smile, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { moods, type Mood } from '@steward/contract/help/constants'
import { FieldError } from '../../ui/form/Field.tsx'
import shared from './Feedback.module.css'
import css from './MoodPicker.module.css'

const faces: Record<Mood, { icon: LucideIcon; label: () => string }> = {
  very_good: { icon: Laugh, label: m.feedback_mood_very_good },
  good: { icon: Smile, label: m.feedback_mood_good },
  neutral: { icon: Meh, label: m.feedback_mood_neutral },
  bad: { icon: Frown, label: m.feedback_mood_bad },
  very_bad: { icon: Angry, label: m.feedback_mood_very_bad },
}

export interface MoodPickerProps {
  /** Name of the form field. */
  name: string
  value: Mood | undefined
  onChange: (mood: Mood) => void
  error?: string | undefined
}

/** A rating of five faces, each a labeled radio button. */
export function MoodPicker({ name, value, onChange, error }: MoodPickerProps) {
  const id = useId()
  return (
    <fieldset className={shared.moods} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={shared.legend}>{m.feedback_mood()}</legend>
      <div className={css.faces}>
        {moods.map((mood) => {
          const { icon: Face, label } = faces[mood]
          return (
            <label key={mood} className={css.face} data-tooltip={label()} data-tooltip-side="bottom">
              <input
                type="radio"

                name={name}
                value={mood}
                checked={value === mood}
                onChange={() => onChange(mood)}
              />
              <Face aria-hidden />
              <span className="visually-hidden">{label()}</span>
            </label>
          )
        })}
      </div>
      {/* Shows the label of the chosen face as text. */}
      <p className={css.chosen} aria-hidden>
        {value === undefined ? '\u00A0' : faces[value].label()}
      </p>
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  )
}
