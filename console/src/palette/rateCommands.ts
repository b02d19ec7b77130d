import { useQuery } from '@tanstack/react-query'
import { Calculator, GitCompareArrows } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { defaultSchemeQuery } from '../reference-data/schemes/queries.ts'
import { useCan } from '../session/permissions/permissions.ts'
import type { Command } from './commands.ts'
import { sources } from './sources.ts'

/** The converter and the comparison of the vintage that the default currency scheme published last. */
export function useRateCommands(): Command[] {
  const { permission, path } = sources.vintages
  const enabled = useCan()(permission)
  const { data } = useQuery({ ...defaultSchemeQuery, enabled, retry: false })
  const scheme = enabled ? data?.items[0] : undefined
  if (!scheme?.newestVintage) return []
  const place = path([scheme.currencySchemeCode, scheme.newestVintage].map(encodeURIComponent).join('/'))
  const detail = `${scheme.currencySchemeCode} · ${scheme.newestVintage}`
  return [
    {
      id: 'action:convert',
      label: m.palette_convert(),
      detail,
      keywords: m.palette_words_convert(),
      icon: Calculator,
      target: { path: `${place}/converter` },
    },
    {
      id: 'action:compare',
      label: m.palette_compare(),
      detail,
      keywords: m.palette_words_compare(),
      icon: GitCompareArrows,
      target: { path: `${place}/compare` },
    },
  ]
}
