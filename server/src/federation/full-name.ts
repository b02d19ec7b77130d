/** Scripts in which the family name comes first. */
const familyFirst = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export interface NameParts {
  givenName: string | undefined
  familyName: string | undefined
  /** Whether the provider sent the parts, or only the full name. */
  nameFrom: 'parts' | 'full' | undefined
}

/** The parts of a name: as sent, or of the full name if neither was: "Ada Lovelace", "Lovelace, Ada", "山田 太郎". */
export function namePartsOf(parts: { givenName: string | undefined; familyName: string | undefined }, full: string | undefined): NameParts {
  if (parts.givenName !== undefined || parts.familyName !== undefined) return { ...parts, nameFrom: 'parts' }
  const text = full?.trim() ?? ''
  if (text === '') return { ...parts, nameFrom: undefined }
  const [before = '', after] = text.split(/\s*,\s*/)
  if (after !== undefined) return { givenName: after || undefined, familyName: before || undefined, nameFrom: 'full' }
  const words = text.split(/[\s\u3000]+/)
  const [first = '', ...others] = words
  if (others.length === 0) return { givenName: first, familyName: undefined, nameFrom: 'full' }
  if (familyFirst.test(text)) return { givenName: others.join(' '), familyName: first, nameFrom: 'full' }
  return { givenName: words.slice(0, -1).join(' '), familyName: words.at(-1), nameFrom: 'full' }
}
