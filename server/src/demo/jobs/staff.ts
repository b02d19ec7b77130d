import { demoCompany } from '../company.ts'
import { demoPerson } from '../people.ts'

/** Usernames of the demo company's people by group, as `build.ts` puts them there: those who can sign in. */
const staff = new Map<string, string[]>()
let next = demoCompany.otherAdministrators
for (const { name, members } of demoCompany.groups) {
  const indexes = Array.from({ length: members }, (_, index) => next + index)
  next += members
  // Others were invited and have not come yet, or are disabled.
  const active = indexes.filter((index) => index % 17 !== 11 && index % 61 !== 40)
  staff.set(
    name,
    active.map((index) => demoPerson(index, demoCompany.domain).email),
  )
}

/** Few of a group start most of its jobs. @throws {Error} for a group that the company doesn't have */
export function staffOf(groupName: string): readonly string[] {
  const members = staff.get(groupName)
  if (!members) throw new Error(`The demo company has no group ${groupName}`)
  return members.slice(0, 12)
}

/** Nightly jobs are started by a program, under the name of its API key. */
export const nightlyProgram = 'Exposure nightly load'
