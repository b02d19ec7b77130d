import { m } from '@steward/contract/paraglide/messages'
import type { ConsolePath } from '@steward/contract/rules/routes'
import { Bell, Building2, CandlestickChart, FolderDown, Gauge, type LucideIcon } from 'lucide-react'

interface OtherPage {
  path: ConsolePath
  icon: LucideIcon
  keywords: () => string
}

/** Pages without an entry in the side menu that the palette finds. Separate from their declaration, which is part of the first load. */
export const otherPages: readonly OtherPage[] = [
  { path: '/notification-settings', icon: Bell, keywords: m.palette_words_notifications },
  { path: '/developer-administration/tempData', icon: FolderDown, keywords: m.palette_words_files },
  { path: '/reference-data/currencies/currency-schemes', icon: CandlestickChart, keywords: m.palette_words_schemes },
  { path: '/company/tenant-information', icon: Building2, keywords: m.tenant_info_sentence },
  { path: '/monitoring/internal-preview', icon: Gauge, keywords: m.lanes_keywords },
]
