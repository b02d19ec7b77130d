import type { Language } from '@steward/contract/languages'
import * as m from '@steward/contract/paraglide/messages'
import { helpPageOfRoute } from '@steward/contract/rules/help-pages'
import { consoleRoutes } from '@steward/contract/rules/routes'

/** A section of the help site: its title, and its pages in reading order. */
export interface Section {
  title: (inputs: Record<string, never>, options: { locale: Language }) => string
  /** Names of pages, as in their URLs. */
  pages: readonly string[]
}

/** The reading order. A page of a route that is not listed comes last in the first section with a page of its folder. */
const ordered: readonly Section[] = [
  {
    title: m.help_section_start,
    pages: ['home', 'launchpad', 'basics/top-bar', 'basics/lists', 'basics/changes', 'basics/undo', 'notification-settings', 'download'],
  },
  {
    title: m.help_section_sign_in,
    pages: [
      'login',
      'login/second-factor',
      'login/forgot-password',
      'login/reset-password',
      'login/report',
      'login/set-password',
      'change-password',
    ],
  },
  {
    title: m.help_section_people,
    pages: [
      'user-administration/users',
      'user-administration/access',
      'user-administration/groups',
      'user-administration/roles',
      'user-administration/resource-groups',
      'user-administration/resource-groups/app',
    ],
  },
  {
    title: m.help_section_monitoring,
    pages: [
      'monitoring/system-usage',
      'monitoring/system-usage/app',
      'monitoring/system-log',
      'monitoring/job-log',
      'monitoring/audit-log',
      'monitoring/internal-preview',
    ],
  },
  {
    title: m.help_section_developers,
    pages: [
      'developer-administration/access-credentials',
      'developer-administration/api-monitoring',
      'developer-administration/log-streams',
      'developer-administration/tempData',
    ],
  },
  {
    title: m.help_section_company,
    pages: [
      'company/company-licenses',
      'company/company-licenses/type',
      'company/tenant-information',
      'company/sso',
      'company/sso/microsoft-entra-id',
      'company/sso/okta',
      'company/sso/google-workspace',
      'company/sso/keycloak',
      'company/sso/other-provider',
      'company/scim-management',
    ],
  },
  {
    title: m.help_section_reference_data,
    pages: [
      'reference-data/currencies',
      'reference-data/currencies/currency',
      'reference-data/currencies/currency/new',
      'reference-data/currencies/currency-schemes',
      'reference-data/currencies/currency-schemes/new',
      'reference-data/currencies/currency-schemes/scheme',
      'reference-data/currencies/currency-schemes/scheme/new',
      'reference-data/currencies/currency-schemes/scheme/version',
      'reference-data/data-tags',
    ],
  },
  { title: m.help_section_applications, pages: ['open-model-engine/nasdaq', 'esg-score-customization'] },
  { title: m.help_section_configurations, pages: ['configurations/tenant-settings'] },
  { title: m.help_section_problems, pages: ['401', '404'] },
]

const listed = new Set(ordered.flatMap((section) => section.pages))
const unlisted = consoleRoutes.map((route) => helpPageOfRoute(route.path)).filter((page) => !listed.has(page))

const folderOf = (page: string): string | undefined => /^[^/]+(?=\/)/.exec(page)?.[0]
const sectionOf = (page: string): Section | undefined =>
  ordered.find((section) => section.pages.some((known) => folderOf(known) !== undefined && folderOf(known) === folderOf(page)))

/** The contents of the help site. A test checks that every route of the console has its page here. */
export const sections: readonly Section[] = ordered.map((section) => ({
  ...section,
  pages: [...section.pages, ...unlisted.filter((page) => sectionOf(page) === section)],
}))

/** Every page of the site, in reading order. */
export const pageNames: readonly string[] = sections.flatMap((section) => section.pages)
