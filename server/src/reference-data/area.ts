import type { Area } from '../area.ts'
import type { ExportsArea } from '../exports/area.ts'
import type { Shared } from '../shared.ts'

/** Tags, currencies, currency schemes, vintages and exchange rates. */
export function createReferenceDataArea(_shared: Shared, _ports: { exports: ExportsArea }): Area {
  return {
    name: 'reference-data',
  }
}
