/** What an undo does not bring back. */
export const lasting = ['passwords', 'mails', 'sessions', 'secrets'] as const
export type Lasting = (typeof lasting)[number]

/** The people and API keys that one preview names. */
export const shownPeople = 20

/** The refused ones that one preview names: as many as one call can be about. */
export const namedRefused = 500

/** The groups of the access map that a preview shows. */
export const shownGroups = 20

/** How long changes can be listed and undone. */
export const changesKeptDays = 400
