import type { ProductCode } from '@steward/contract/catalog/products'
import type { DemoJobType } from './job-type.ts'
import { modelingTypes } from './modeling-types.ts'
import { underwritingTypes } from './underwriting-types.ts'

/** Jobs that follow each other for one purpose. */
export interface DemoWorkflow {
  name: string
  description: string
  types: readonly DemoJobType[]
}

/** Types that people start one by one. */
export const jobTypes: readonly DemoJobType[] = [...modelingTypes, ...underwritingTypes]

/** @throws {Error} if the product has no such type */
export function typeOf(productCode: ProductCode, operation: string): DemoJobType {
  const type = jobTypes.find((one) => one.productCode === productCode && one.operation === operation)
  if (!type) throw new Error(`${productCode} has no ${operation}`)
  return type
}

const ofModeler = (operation: string) => typeOf('RI-RISKMODELER', operation)
const ofExposure = (operation: string) => typeOf('RI-EXPOSUREIQ', operation)
const ofTreaty = (operation: string) => typeOf('RI-TREATYIQ', operation)

export const nightlyLoad: DemoWorkflow = {
  name: 'Nightly exposure load',
  description: 'New and changed policies of the day, geocoded and added to the accumulations',
  types: [ofModeler('EDM_IMPORT'), ofModeler('GEOCODE_HAZARD'), ofExposure('PublicLiveEdmAccumulationEngine')],
}

export const demoWorkflows: readonly DemoWorkflow[] = [
  {
    name: 'Renewal submission',
    description: 'From the cedent’s database to losses in the format of the treaty desk',
    types: [ofModeler('EDM_IMPORT'), ofModeler('GEOCODE_HAZARD'), ofModeler('MODEL_RUN'), ofModeler('RDM_EXPORT')],
  },
  {
    name: 'Quarterly rollup',
    description: 'Accumulations of all programs for the report of the quarter',
    types: [ofExposure('PublicAccumulationAnalysis'), ofExposure('AccumulationRollupPlan'), ofExposure('AccumulationRollup')],
  },
  {
    name: 'Treaty season',
    description: 'Programs of the season with their metrics',
    types: [ofTreaty('ImportPrograms'), ofTreaty('TREATY_ROLLUP')],
  },
  {
    name: 'Facultative quote',
    description: '',
    types: [typeOf('RI-UNDERWRITEIQ', 'ACCOUNT_MATCHING'), typeOf('RI-UNDERWRITEIQ', 'ACCOUNT_PRICING')],
  },
  {
    name: 'Close the year',
    description: 'Databases of a past season go to the vault',
    types: [ofModeler('EDM_EXPORT'), typeOf('RI-DATAVAULT', 'ARCHIVE')],
  },
]
