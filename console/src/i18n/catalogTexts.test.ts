import { esgPillars, esgPortfolios } from '@steward/contract/catalog/esg'
import { cancellableJobTypes, otherJobTypes } from '@steward/contract/catalog/jobs'
import { featureFlags } from '@steward/contract/catalog/flags'
import { actions } from '@steward/contract/catalog/index'
import { skus } from '@steward/contract/catalog/packages'
import { roleTemplates } from '@steward/contract/catalog/role-templates'
import { catalogText } from '@steward/contract/catalog/texts'
import { de } from '@steward/contract/catalog/texts/de'
import { ja } from '@steward/contract/catalog/texts/ja'
import { thirdPartyModels } from '@steward/contract/catalog/third-party-models'
import { tiles } from '@steward/contract/catalog/tiles'
import { baseLanguage, languages } from '@steward/contract/languages'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { permissionNames } from '@steward/contract/rules/permissions'
import { consoleRoutes } from '@steward/contract/rules/routes'
import { afterEach, describe, expect, test } from 'vitest'
import { pageTitle } from '../access/questions.ts'
import { permissionLabel } from '../session/permissions/permissionLabel.ts'

/** Only applications and features have their own name in the catalog; other names come from permission labels. */
const worded = permissionNames.filter((name) => !/^(?:AppAccess|FeatureFlags)\./.test(name))
const paths = consoleRoutes.filter((route) => route.isPublic !== true && !route.path.includes('{')).map((route) => route.path)

const shown = new Set([
  ...actions.flatMap((action) => [action.accessLevel, action.resourceName, action.scopeDisplayName, action.scopeDescription]),
  ...featureFlags.map((flag) => flag.description),
  ...[...cancellableJobTypes, ...otherJobTypes].map((type) => type.name),
  ...tiles.map((tile) => tile.purpose),
  ...skus.flatMap((sku) => sku.packages.map((one) => one.description)),
  ...worded.map(permissionLabel),
  ...esgPillars.flatMap((pillar) => [pillar.name, ...pillar.factors.flatMap((factor) => [factor.name, factor.description])]),
  ...esgPortfolios.map((portfolio) => portfolio.name),
  ...roleTemplates.flatMap((template) => [template.name, template.description]),
  ...thirdPartyModels.flatMap((model) => [model.peril, model.region]),
])

afterEach(() => overwriteGetLocale(() => baseLanguage))

describe.each(Object.entries({ de, ja }))('the catalog in %s', (language, texts) => {
  test('has the same keys as English', () => {
    const inPaths = new Set(paths.flatMap((path) => pageTitle(path).split(' › ')))
    expect([...shown].filter((text) => !texts[text]?.trim())).toEqual([])
    expect(Object.keys(texts).filter((text) => !shown.has(text) && !inPaths.has(text))).toEqual([])
  })

  test('names every page', () => {
    const english = new Set(paths.flatMap((path) => pageTitle(path).split(' › ')))
    overwriteGetLocale(() => languages.find((one) => one === language) ?? baseLanguage)
    const alike = new Set(['Launchpad', 'Nasdaq', 'Data Bridge', 'Single Sign-On', 'Download'])
    const untranslated = paths.flatMap((path) => pageTitle(path).split(' › ')).filter((word) => english.has(word) && !alike.has(word))
    expect(untranslated).toEqual([])
  })
})

test('every language has its texts', () => {
  const inLanguage = (language: (typeof languages)[number]) => {
    overwriteGetLocale(() => language)
    return catalogText('View API keys')
  }
  expect(new Set(languages.map(inLanguage)).size).toBe(languages.length)
})
