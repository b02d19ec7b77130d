import { m } from '@steward/contract/paraglide/messages'
import { Card } from '../ui/display/Card.tsx'
import { FormSwitch } from '../ui/form/fields.tsx'
import type { CardProps } from './PreviewCard.tsx'
import shared from './tenantSettings.module.css'

/** Whether people whom SCIM did not create get an account at their first sign-in. */
export function FirstSignInCard({ form }: CardProps) {
  return (
    <Card title={m.tenant_settings_first_sign_in()}>
      <div className={shared.card}>
        <FormSwitch
          control={form.control}
          name="duringProvisioning"
          label={m.tenant_settings_creation()}
          hint={m.tenant_settings_creation_text()}
        />
      </div>
    </Card>
  )
}
