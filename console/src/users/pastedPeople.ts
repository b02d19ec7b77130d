/** A person to invite, as far as an address list tells. */
export interface PastedPerson {
  email: string
  givenName: string
  familyName: string
}

const entry = /(?:"?([^"<>,;\n\t]*?)"?\s*<)?([^\s<>,;"]+@[^\s<>,;"]+\.[^\s<>,;"]+)>?/g

const capitalized = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1)

/** "Ada Lindqvist": the last word of several is the family name. */
function namesIn(name: string): [given: string, family: string] {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return [words.slice(0, -1).join(' ') || (words[0] ?? ''), words.length > 1 ? (words.at(-1) ?? '') : '']
}

/** "ada.lindqvist@…" as Ada Lindqvist. */
const namesOfAddress = (email: string): [given: string, family: string] =>
  namesIn(
    (email.split('@')[0] ?? '')
      .replace(/\+.*$/, '')
      .split(/[._-]/)
      .filter((part) => /^\p{L}+$/u.test(part))
      .map(capitalized)
      .join(' '),
  )

/** The people in a list of addresses, with or without names, separated by commas, semicolons, tabs or lines; each address once. */
export function pastedPeople(text: string): PastedPerson[] {
  const people = new Map<string, PastedPerson>()
  for (const [, name = '', email = ''] of text.matchAll(entry)) {
    const [givenName, familyName] = name.trim() === '' ? namesOfAddress(email) : namesIn(name)
    if (!people.has(email.toLowerCase())) people.set(email.toLowerCase(), { email, givenName, familyName })
  }
  return [...people.values()]
}
