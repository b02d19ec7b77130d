/** A field of something that two administrators edited at once; values are texts as they are shown. */
export interface ConflictField {
  id: string
  /** The field's name in words. */
  label: string
  /** As it was when this administrator began. */
  base: string
  mine: string
  theirs: string
}

export type Side = 'mine' | 'theirs'

/** The fields of which one version has to be chosen. */
export const differing = (fields: readonly ConflictField[]): ConflictField[] => fields.filter((field) => field.mine !== field.theirs)

/** What to propose: what one changed oneself stays, what only the other changed is taken. */
export function proposedSides(fields: readonly ConflictField[]): Record<string, Side> {
  return Object.fromEntries(fields.map((field) => [field.id, field.mine === field.base ? 'theirs' : 'mine']))
}

/** Gives each field by its name, of the version that was chosen for it. */
export const chosenOf =
  <Values extends object>({ mine, theirs }: { mine: Values; theirs: Values }, sides: Record<string, Side>) =>
  <Field extends keyof Values & string>(field: Field): Values[Field] =>
    (sides[field] === 'mine' ? mine : theirs)[field]

/** Both changed the field, to different values. */
export const isContested = (field: ConflictField): boolean =>
  field.mine !== field.theirs && field.mine !== field.base && field.theirs !== field.base
