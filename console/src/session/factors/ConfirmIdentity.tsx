import { askPasskeyConfirmation, confirmIdentity } from '@steward/contract/session/factors'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../../api/client.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { goToProvider } from '../sign-in/federated.ts'
import { useAuth } from '../token/state.ts'
import type { AskedConfirmation } from './confirmation.ts'
import { FactorForm } from './FactorForm.tsx'
import css from './factors.module.css'
import { askForPasskey, hasPasskeys } from './passkeys.ts'
import { type Proof, waysOf } from './proof.ts'

/** Confirms who is there to the server. @throws {PasskeyError}, and as every call */
async function confirm(proof: Proof): Promise<void> {
  if (proof.kind !== 'passkey') await api(confirmIdentity, { body: proof })
  else {
    const credential = await askForPasskey(await api(askPasskeyConfirmation, {}))
    await api(confirmIdentity, { body: { kind: 'passkey', credential } })
  }
}

/** Asks who is there before a sensitive change, over the page or dialog that the change was made in. */
export function ConfirmIdentity({ kinds, end }: AskedConfirmation) {
  const { user } = useAuth()
  const ways = waysOf(kinds, hasPasskeys())
  const prove = async (proof: Proof) => {
    await confirm(proof)
    end(true)
  }
  return (
    <Dialog open isAbove onClose={() => end(false)} title={m.factor_title()} description={m.factor_confirm_sentence()}>
      <div className={css.stack}>
        {ways === undefined ? null : (
          <FactorForm ways={ways} username={user?.username ?? ''} submitLabel={m.factor_confirm()} onProve={prove} />
        )}
        {kinds.includes('provider') && user?.identityProvider != null ? <AtProvider user={user} name={user.identityProvider} /> : null}
        {ways === undefined && !kinds.includes('provider') ? <Callout tone="warning">{m.factor_no_way()}</Callout> : null}
      </div>
    </Dialog>
  )
}

/** A new sign-in through the provider is a confirmation, too; it leaves this page. */
function AtProvider({ user, name }: { user: { tenantName: string; username: string }; name: string }) {
  const here = `${location.pathname}${location.search}`
  return (
    <>
      <p className={css.muted}>{m.factor_provider_text({ provider: name })}</p>
      <div>
        <Button kind="primary" onClick={() => void goToProvider(user.tenantName, here, user.username)}>
          {m.login_federated({ provider: name })}
        </Button>
      </div>
    </>
  )
}
