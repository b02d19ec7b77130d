import { m } from '@steward/contract/paraglide/messages'
import type { ConsolePath } from '@steward/contract/rules/routes'
import { Bell, CandlestickChart, FolderDown, Gauge, ShieldQuestion, type LucideIcon } from 'lucide-react'
import type { MenuGroupId } from '../pages/pages.ts'

interface OtherPage {
  path: ConsolePath
  icon: LucideIcon
  group?: MenuGroupId
  keywords: () => string
}

/** Pages without an entry in the side menu that the palette finds. Separate from `pages/pages.ts`, which is part of the first load. */
export const otherPages: readonly OtherPage[] = [
  {
    path: '/user-administration/access',
    icon: ShieldQuestion,
    group: 'user-administration',
    keywords: m.palette_words_access,
  },
  { path: '/notification-settings', icon: Bell, keywords: m.palette_words_notifications },
  {
    path: '/developer-administration/tempData',
    icon: FolderDown,
    group: 'developer-administration',
    keywords: m.palette_words_files,
  },
  {
    path: '/reference-data/currencies/currency-schemes',
    icon: CandlestickChart,
    group: 'reference-data',
    keywords: m.palette_words_schemes,
  },
  {
    path: '/monitoring/internal-preview',
    icon: Gauge,
    group: 'monitoring',
    keywords: m.lanes_keywords,
  },
]
