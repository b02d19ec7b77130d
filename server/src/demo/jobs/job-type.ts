import type { ProductCode } from '@steward/contract/catalog/products'
import type { demoJobGroups } from '../company.ts'

/** A step of a job, with steps below it; at most three levels. */
export type Step = string | readonly [name: string, steps: readonly Step[]]

/** The value of a section's row: one of some texts, a number in a range with what follows it, or what an earlier row decides. */
export type Choice =
  | readonly string[]
  | { from: number; to: number; unit?: string }
  | { by: string; values: Readonly<Record<string, string>> }

export interface DemoJobType {
  /** Of the catalog of job types. */
  operation: string
  productCode: ProductCode
  /** How often, compared with the others. */
  share: number
  /** The shortest and the longest. */
  seconds: readonly [number, number]
  /** A resource group of Data Admin. */
  resourceGroup: (typeof demoJobGroups)[keyof typeof demoJobGroups]
  /** The groups whose members start it. */
  groups: readonly string[]
  steps: readonly Step[]
  inputs: Readonly<Record<string, Choice>>
  outputs: Readonly<Record<string, Choice>>
  /** Why it fails. */
  failures: readonly string[]
  isInteractive?: boolean
}
