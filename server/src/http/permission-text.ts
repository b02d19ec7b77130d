import { findAction } from '@steward/contract/catalog/index'
import { de } from '@steward/contract/catalog/texts/de'
import { ja } from '@steward/contract/catalog/texts/ja'
import type { Language } from '@steward/contract/languages'
import type { Rule } from '@steward/contract/rules/expression'
import { permissionRules } from '@steward/contract/rules/permission-rules'
import { isPermissionName } from '@steward/contract/rules/permissions'
import { permissionWords } from '@steward/contract/rules/permission-words'

const translations: Partial<Record<Language, Readonly<Record<string, string>>>> = { de, ja }
const quotes: Record<Language, readonly [string, string]> = { en: ['“', '”'], de: ['„', '“'], ja: ['「', '」'] }

/** What would grant any of these permissions, named as the console names it: “View users” or “Edit users”. */
export function permissionText(names: readonly string[], language: Language): string {
  const [open, close] = quotes[language]
  const texts = [...new Set(names.flatMap(labels))].map((label) => `${open}${translations[language]?.[label] ?? label}${close}`)
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(texts)
}

function labels(name: string): string[] {
  const actions = isPermissionName(name) ? grantingActions(permissionRules[name]) : undefined
  return actions?.map((action) => findAction(action)?.scopeDisplayName ?? action) ?? [permissionWords(name)]
}

/** The actions each of which grants a rule on its own; undefined if the rule depends on anything else. */
function grantingActions(rule: Rule): string[] | undefined {
  switch (rule.kind) {
    case 'action':
      return [rule.actionName]
    case 'permission':
      return grantingActions(permissionRules[rule.name])
    case 'any': {
      const parts = rule.parts.map(grantingActions)
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined
    }
    default:
      return undefined
  }
}
