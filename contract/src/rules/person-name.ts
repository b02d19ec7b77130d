import type { Language } from '../languages.ts'

export interface PersonName {
  givenName: string
  familyName: string
}

export const isFamilyNameFirst = (language: Language): boolean => language === 'ja'

/** A full name in the order of a language, "Ada Lindqvist" or "山田 花子"; empty where no name is known. */
export function fullName({ givenName, familyName }: PersonName, language: Language): string {
  return (isFamilyNameFirst(language) ? `${familyName} ${givenName}` : `${givenName} ${familyName}`).trim()
}

/** The name to greet a person by: the given name in English, the full name where the form of address is formal. */
export const greetingName = (name: PersonName, language: Language): string =>
  (language === 'en' && name.givenName) || fullName(name, language)
