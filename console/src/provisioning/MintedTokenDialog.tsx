import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { MintedScimToken } from '@steward/contract/provisioning/schemas'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import css from './provisioning.module.css'
import { provisioningQuery } from './queries.ts'

/** Shows a new token, once, with its address. Clicks outside do not close it, because the token cannot be shown again. */
export function MintedTokenDialog({ minted, onClose }: { minted: MintedScimToken; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  const { data } = useQuery(provisioningQuery)
  return (
    <Dialog
      open
      staysOpen
      onClose={onClose}
      title={m.scim_minted_title({ name: minted.tokenName })}
      initialFocus={done}
      footer={
        <Button ref={done} kind="primary" onClick={onClose}>
          {m.scim_minted_done()}
        </Button>
      }
    >
      <div className={css.stack}>
        <Callout tone="warning">{m.scim_minted_text()}</Callout>
        <div className={css.part}>
          <h3>{m.scim_minted_token()}</h3>
          <div className={css.value}>
            <CopyValue value={minted.token} label={m.scim_copy_token()} />
          </div>
        </div>
        {data ? (
          <div className={css.part}>
            <h3>{m.scim_base_url()}</h3>
            <div className={css.value}>
              <CopyValue value={data.data.baseUrl} label={m.scim_copy_base_url()} />
            </div>
          </div>
        ) : null}
        <p className={css.muted}>{minted.isDryRun ? m.scim_minted_dry_run() : m.scim_minted_use()}</p>
      </div>
    </Dialog>
  )
}
