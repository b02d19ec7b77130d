import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { alertFailure } from '../../api/alertFailure.ts'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useStatusChange, type StatusChange } from '../shared/useStatusChange.tsx'
import { makeSchemeDefault, schemeTables, setSchemeActive } from './queries.ts'

export interface SchemeActions {
  status: StatusChange<CurrencyScheme>
  /** Asks first: where no scheme is named, rates come from the default. */
  makeDefault: (scheme: CurrencyScheme) => void
  /** The confirmation, or the failures by name; the caller renders it. */
  dialogs: ReactNode
}

/** Activates and deactivates schemes, and makes one the default. */
export function useSchemeActions(): SchemeActions {
  const [chosen, setChosen] = useState<CurrencyScheme>()
  const close = () => setChosen(undefined)
  const status = useStatusChange<CurrencyScheme>({
    mutationKey: 'CurrencySchemes_bulk_update',
    tables: schemeTables,
    id: (scheme) => scheme.currencySchemeId,
    name: (scheme) => scheme.currencySchemeCode,
    change: setSchemeActive,
    done: ({ isActive, names, already }) => {
      const of = { count: names.length, code: names[0] ?? '' }
      const done = isActive ? m.schemes_activated(of) : m.schemes_deactivated(of)
      if (already === 0) return done
      return `${done} ${isActive ? m.tags_already_active({ count: already }) : m.tags_already_inactive({ count: already })}`
    },
    failedTitle: m.schemes_bulk_failed,
    fallback: m.schemes_error_edit,
  })
  const setting = useMutation({
    mutationKey: ['CurrencySchemes_set_default'],
    mutationFn: makeSchemeDefault,
    onSuccess: (_, scheme) => {
      void invalidateTables(schemeTables)
      alerts.success(m.schemes_default_set({ code: scheme.currencySchemeCode }))
    },
    onError: (error) => alertFailure(error, m.schemes_error_edit()),
    onSettled: close,
  })
  return {
    status,
    makeDefault: setChosen,
    dialogs: (
      <>
        {status.dialogs}
        {chosen === undefined ? null : (
          <ConfirmDialog
            open
            danger={false}
            title={m.schemes_default_title({ code: chosen.currencySchemeCode })}
            confirmLabel={m.schemes_set_default()}
            loading={setting.isPending}
            onConfirm={() => setting.mutate(chosen)}
            onClose={close}
          >
            {m.schemes_default_text()}
          </ConfirmDialog>
        )}
      </>
    ),
  }
}
