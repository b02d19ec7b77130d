import { stateLabels } from './labels.ts'

/** The choices of the filter by state. */
export const stateOptions = () => (['licensed', 'lapsed'] as const).map((value) => ({ value, label: stateLabels[value]() }))
