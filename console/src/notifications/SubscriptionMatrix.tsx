import { subscriptionTypes } from '@steward/contract/catalog/message-types'
import type { ResponseOf } from '@steward/contract/http'
import type { listSupportedEventTypes } from '@steward/contract/notifications/endpoints'
import type { Subscription } from '@steward/contract/notifications/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { NativeCheckbox } from '../ui/form/NativeCheckbox.tsx'
import { isChosen, withCell, type Draft } from './draft.ts'
import shared from './NotificationSettings.module.css'
import css from './SubscriptionMatrix.module.css'

const ways = { email: m.notification_settings_email, push: m.notification_settings_push }

export interface SubscriptionMatrixProps {
  supported: ResponseOf<typeof listSupportedEventTypes>
  saved: readonly Subscription[]
  draft: Draft
  onChange: (draft: Draft) => void
}

/** Event types × notification channels (specification 1, section 3). */
export function SubscriptionMatrix({ supported, saved, draft, onChange }: SubscriptionMatrixProps) {
  return (
    <table className={css.matrix}>
      <thead>
        <tr>
          <th scope="col">{m.notification_settings_event()}</th>
          {subscriptionTypes.map((type) => (
            <th key={type} scope="col" className={css.way}>
              {ways[type]()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {supported.map(({ eventType, displayName, description, subscriptionTypes: offered }) => (
          <tr key={eventType}>
            <th scope="row">
              <span className={shared.event}>{displayName}</span>
              <span className={shared.description}>{description}</span>
            </th>
            {subscriptionTypes.map((type) => (
              <td key={type} className={css.way}>
                {offered.includes(type) ? (
                  // The whole cell is clickable.
                  <label className={css.cell}>
                    <span className="visually-hidden">{`${displayName}, ${ways[type]()}`}</span>
                    <NativeCheckbox
                      checked={isChosen(draft, saved, eventType, type)}
                      onChange={(chosen) => onChange(withCell(draft, saved, { eventType, type, chosen }))}
                    />
                  </label>
                ) : (
                  <>
                    <span aria-hidden>–</span>
                    <span className="visually-hidden">{m.notification_settings_unavailable()}</span>
                  </>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
