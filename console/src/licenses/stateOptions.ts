import { stateWords } from './words.ts'

/** The choices of the filter by state. */
export const stateOptions = () => (['licensed', 'lapsed'] as const).map((value) => ({ value, label: stateWords[value]() }))
