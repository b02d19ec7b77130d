import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { MintedScimToken } from '@steward/contract/provisioning/schemas'
import { CopyBox, ShownOnceDialog } from '../ui/overlay/ShownOnceDialog.tsx'
import css from './provisioning.module.css'
import { provisioningQuery } from './queries.ts'

/** Shows a new token, once, with its address. */
export function MintedTokenDialog({ minted, onClose }: { minted: MintedScimToken; onClose: () => void }) {
  const { data } = useQuery(provisioningQuery)
  return (
    <ShownOnceDialog title={m.scim_minted_title({ name: minted.tokenName })} warning={m.scim_minted_text()} onClose={onClose}>
      <div className={css.part}>
        <h3>{m.scim_minted_token()}</h3>
        <CopyBox value={minted.token} label={m.scim_copy_token()} />
      </div>
      {data ? (
        <div className={css.part}>
          <h3>{m.scim_base_url()}</h3>
          <CopyBox value={data.data.baseUrl} label={m.scim_copy_base_url()} />
        </div>
      ) : null}
      <p className={css.muted}>{minted.isDryRun ? m.scim_minted_dry_run() : m.scim_minted_use()}</p>
    </ShownOnceDialog>
  )
}
