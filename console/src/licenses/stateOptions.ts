import { stateLabels } from './labels.ts'

/** The options of the status filter. */
export const stateOptions = () => (['licensed', 'lapsed'] as const).map((value) => ({ value, label: stateLabels[value]() }))
