import { findJobType } from '@steward/contract/catalog/jobs'
import { de } from '@steward/contract/catalog/texts/de'
import { ja } from '@steward/contract/catalog/texts/ja'
import type { Language } from '@steward/contract/languages'

const texts: Partial<Record<Language, Readonly<Record<string, string>>>> = { de, ja }

/** The name of a job type in a language; its code if the catalog doesn't have it. */
export function jobTypeName(operation: string, language: Language): string {
  const name = findJobType(operation)?.name
  return name === undefined ? operation : (texts[language]?.[name] ?? name)
}
