import { useMutation, useQuery } from '@tanstack/react-query'
import { Fingerprint, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { recoveryCodeCount } from '@steward/contract/rules/factors'
import { forgetBrowsers, renewRecoveryCodes } from '@steward/contract/session/factors'
import type { AuthenticatorSetup, Factor, OwnFactors } from '@steward/contract/session/factors-schemas'
import { alertFailure } from '../../api/alertFailure.ts'
import { alerts } from '../../api/alerts.ts'
import { api } from '../../api/client.ts'
import { invalidateTables } from '../../api/query.ts'
import { formatDate } from '../../i18n/time.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { PendingState } from '../../ui/display/PendingState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { deferred } from '../../ui/overlay/deferred.tsx'
import settings from '../settings/UserSettings.module.css'
import { addAuthenticator, addPasskeyHere, startAuthenticator } from './change.ts'
import { factorName } from './factorName.ts'
import { FactorRow } from './FactorRow.tsx'
import rows from '../rows.module.css'
import css from './factors.module.css'
import { hasPasskeys, PasskeyError } from './passkeys.ts'
import { passkeyFaultText } from './passkeyFaultText.ts'
import { ownFactorsQuery } from './queries.ts'
import { factorTables } from './tables.ts'
import type { RecoveryCodesDialogProps } from './RecoveryCodesDialog.tsx'
import type { RemoveFactorDialogProps } from './RemoveFactorDialog.tsx'
import type { RenameFactorDialogProps } from './RenameFactorDialog.tsx'
import type { AuthenticatorDialogProps } from './AuthenticatorDialog.tsx'

type Late<P> = P & { open?: boolean }

const AuthenticatorDialog = deferred<Late<AuthenticatorDialogProps>>(async () => (await import('./dialogs.ts')).AuthenticatorDialog)
const RecoveryCodesDialog = deferred<Late<RecoveryCodesDialogProps>>(async () => (await import('./dialogs.ts')).RecoveryCodesDialog)
const RenameFactorDialog = deferred<Late<RenameFactorDialogProps>>(async () => (await import('./dialogs.ts')).RenameFactorDialog)
const RemoveFactorDialog = deferred<Late<RemoveFactorDialogProps>>(async () => (await import('./dialogs.ts')).RemoveFactorDialog)

/** Passkeys, authenticator app and recovery codes of the signed-in user. */
export function SecuritySection({ username }: { username: string }) {
  const query = useQuery(ownFactorsQuery)
  const { data } = query
  return (
    <section className={settings.section}>
      <h3>{m.factor_section()}</h3>
      {data === undefined ? (
        <PendingState query={query} fallback={m.factor_get_failed()} lines={3} />
      ) : (
        <Factors own={data} username={username} />
      )}
    </section>
  )
}

/** The dialog that is open over the settings. */
type Open =
  | { dialog: 'authenticator'; setup: AuthenticatorSetup }
  | { dialog: 'codes'; codes: readonly string[] }
  | { dialog: 'rename' | 'remove'; factor: Factor }

function Factors({ own, username }: { own: OwnFactors; username: string }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { factors, recoveryCodes, allowedKinds, rememberedBrowsers } = own
  const showCodes = (codes: readonly string[] | null) => setOpen(codes === null ? undefined : { dialog: 'codes', codes })
  const refresh = () => invalidateTables(factorTables)
  const passkey = useMutation({
    mutationKey: ['factor_add_passkey'],
    mutationFn: addPasskeyHere,
    onSuccess: ({ recoveryCodes: codes }) => {
      alerts.success(m.passkey_added())
      showCodes(codes)
    },
    onError: (error) =>
      error instanceof PasskeyError ? alerts.danger(passkeyFaultText(error.fault)) : alertFailure(error, m.factor_setup_failed()),
    onSettled: refresh,
  })
  const begin = useMutation({
    mutationKey: ['factor_begin_authenticator'],
    mutationFn: startAuthenticator,
    onSuccess: (setup) => setOpen({ dialog: 'authenticator', setup }),
    onError: (error) => alertFailure(error, m.factor_setup_failed()),
  })
  const renew = useMutation({
    mutationKey: ['factor_renew_codes'],
    mutationFn: () => api(renewRecoveryCodes, {}),
    onSuccess: ({ recoveryCodes: codes }) => showCodes(codes),
    onError: (error) => alertFailure(error, m.factor_codes_failed()),
    onSettled: refresh,
  })
  const forget = useMutation({
    mutationKey: ['factor_forget_browsers'],
    mutationFn: () => api(forgetBrowsers, {}),
    onSuccess: () => alerts.success(m.factor_browsers_forgotten()),
    onError: (error) => alertFailure(error, m.factor_browsers_failed()),
    onSettled: refresh,
  })
  const hasAuthenticator = factors.some(({ kind }) => kind === 'authenticator')
  return (
    <>
      <DueNotice own={own} />
      {factors.length === 0 ? (
        <p className={settings.muted}>{m.factor_none()}</p>
      ) : (
        <ul className={rows.rows} aria-label={m.factor_list()}>
          {factors.map((factor) => (
            <FactorRow key={factor.factorId} factor={factor}>
              <Button
                small
                kind="quiet"
                aria-label={m.factor_rename_named({ name: factorName(factor) })}
                onClick={() => setOpen({ dialog: 'rename', factor })}
              >
                {m.factor_rename()}
              </Button>
              <Button
                small
                kind="quiet"
                aria-label={m.ui_remove({ name: factorName(factor) })}
                onClick={() => setOpen({ dialog: 'remove', factor })}
              >
                {m.factor_remove()}
              </Button>
            </FactorRow>
          ))}
        </ul>
      )}
      <div className={css.tools}>
        {allowedKinds.includes('passkey') && hasPasskeys() ? (
          <Button small icon={<Fingerprint />} loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {m.passkey_add()}
          </Button>
        ) : null}
        {allowedKinds.includes('authenticator') && !hasAuthenticator ? (
          <Button small icon={<Smartphone />} loading={begin.isPending} onClick={() => begin.mutate()}>
            {m.factor_authenticator_add()}
          </Button>
        ) : null}
      </div>
      {factors.length === 0 ? null : (
        <div className={css.between}>
          <p className={settings.muted}>{m.factor_codes_left({ count: recoveryCodes?.left ?? 0, total: String(recoveryCodeCount) })}</p>
          <Button small kind="quiet" loading={renew.isPending} onClick={() => renew.mutate()}>
            {m.factor_codes_renew()}
          </Button>
        </div>
      )}
      {rememberedBrowsers === 0 ? null : (
        <div className={css.between}>
          <p className={settings.muted}>{m.factor_browsers({ count: rememberedBrowsers })}</p>
          <Button small kind="quiet" loading={forget.isPending} onClick={() => forget.mutate()}>
            {m.factor_browsers_forget()}
          </Button>
        </div>
      )}
      {open?.dialog === 'authenticator' ? (
        <AuthenticatorDialog
          setup={open.setup}
          username={username}
          onClose={close}
          onConfirm={async (code) => {
            const { recoveryCodes: codes } = await addAuthenticator(open.setup.setupToken, code)
            alerts.success(m.factor_authenticator_added())
            showCodes(codes)
            await refresh()
          }}
        />
      ) : null}
      {open?.dialog === 'codes' ? <RecoveryCodesDialog codes={open.codes} username={username} onClose={close} /> : null}
      {open?.dialog === 'rename' ? <RenameFactorDialog factor={open.factor} onClose={close} /> : null}
      {open?.dialog === 'remove' ? <RemoveFactorDialog factor={open.factor} isLast={factors.length === 1} onClose={close} /> : null}
    </>
  )
}

/** Says that the tenant asks for a second factor that is not set up yet, or that few recovery codes are left. */
function DueNotice({ own: { factors, recoveryCodes, isRequired, dueTime } }: { own: OwnFactors }) {
  if (factors.length === 0 && isRequired)
    return <Callout tone="warning">{dueTime === null ? m.factor_due_now() : m.factor_due({ date: formatDate(dueTime) })}</Callout>
  if (factors.length > 0 && (recoveryCodes?.left ?? 0) <= 2) return <Callout tone="warning">{m.factor_codes_few()}</Callout>
  return null
}
