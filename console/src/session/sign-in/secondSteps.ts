/** What follows the password where a second factor is asked for, in one file. */
export { EnrollStep } from './EnrollStep.tsx'
export { SecondStep } from './SecondStep.tsx'
