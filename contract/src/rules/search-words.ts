/** What people type for letters that have no accent to take off. */
const typedFor: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}

/**
 * Text as searches compare it: without case, accents, widths and apostrophes, with spaces for hyphens and commas, and katakana as
 * hiragana. The database does the same (`fold_text`, docs/adr/074).
 */
export function fold(text: string): string {
  return text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœþøđðłħŧıς]/g, (letter) => typedFor[letter] ?? letter)
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[-,\t\u2010-\u2014\u30fb]/g, ' ')
    .replace(/['’‘ʼ`]/g, '')
}

/** Words that are searched for, as they are compared. */
export const searchWords = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean)

/** Tells of texts whether every word of a search is somewhere in them, in any order. */
export function hasWords(search: string): (...texts: readonly (string | null | undefined)[]) => boolean {
  const words = searchWords(search)
  return (...texts) => {
    if (words.length === 0) return true
    const folded = fold(texts.join('\n'))
    return words.every((word) => folded.includes(word))
  }
}
