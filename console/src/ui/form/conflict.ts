/** A field of an item that two administrators edited at the same time. Values are texts as displayed. */
export interface ConflictField {
  id: string
  /** The field's label. */
  label: string
  /** The value when this administrator started editing. */
  base: string
  mine: string
  theirs: string
}

export type Side = 'mine' | 'theirs'

/** The fields where a version has to be chosen. */
export const differing = (fields: readonly ConflictField[]): ConflictField[] => fields.filter((field) => field.mine !== field.theirs)

/** The default choice: keep one's own change, and take the other's where only they changed the field. */
export function proposedSides(fields: readonly ConflictField[]): Record<string, Side> {
  return Object.fromEntries(fields.map((field) => [field.id, field.mine === field.base ? 'theirs' : 'mine']))
}

/** Returns each field, by name, from the chosen version. */
export const chosenOf =
  <Values extends object>({ mine, theirs }: { mine: Values; theirs: Values }, sides: Record<string, Side>) =>
  <Field extends keyof Values & string>(field: Field): Values[Field] =>
    (sides[field] === 'mine' ? mine : theirs)[field]

/** Both changed the field, to different values. */
export const isContested = (field: ConflictField): boolean =>
  field.mine !== field.theirs && field.mine !== field.base && field.theirs !== field.base
