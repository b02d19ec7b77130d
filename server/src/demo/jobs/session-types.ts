import type { DemoJobType } from './job-type.ts'
import { model, modeler, modelers, portfolio } from './modeling-types.ts'

/** Interactive work in Risk Modeler: kept open for hours and days, in lanes of its own. */
export const sessionTypes: readonly DemoJobType[] = [
  {
    ...modeler,
    operation: 'MODEL_RUN',
    share: 5,
    seconds: [80_000, 250_000],
    groups: modelers,
    steps: ['Open portfolio', 'Load model', 'Recalculate on change'],
    inputs: { Portfolio: portfolio, Model: model },
    outputs: { Recalculations: { from: 3, to: 210 } },
    failures: ['The session used more than its 64 GB of memory.'],
    isInteractive: true,
  },
  {
    ...modeler,
    operation: 'PORTFOLIO_VARIATION',
    share: 3,
    seconds: [80_000, 250_000],
    groups: modelers,
    steps: ['Open portfolio', 'Keep variations up to date'],
    inputs: { Portfolio: portfolio, Variations: { from: 2, to: 12 } },
    outputs: { Recalculations: { from: 3, to: 90 } },
    failures: ['The portfolio was deleted while the session was open.'],
    isInteractive: true,
  },
]

const accountModels = {
  'Harbor Logistics': 'North Atlantic Hurricane HD',
  'Northwind Hotels': 'Europe Windstorm HD',
  'Casa Verde': 'North America Earthquake HD',
  'Aoyama Mills': 'Japan Earthquake and Tsunami HD',
  'Lakeside Clinics': 'Europe Inland Flood HD',
}

/** Short interactive work, for which the last lane is free most of the time. */
export const shortSessionTypes: readonly DemoJobType[] = [
  {
    ...modeler,
    operation: 'MappingSpatialProcessing',
    share: 1,
    seconds: [240, 2_000],
    groups: modelers,
    steps: ['Read geometry', 'Draw tiles'],
    inputs: { Portfolio: portfolio, Grid: ['1 km', '5 km'] },
    outputs: { Cells: { from: 300, to: 90_000 } },
    failures: ['The uploaded boundary crosses itself.'],
    isInteractive: true,
  },
  {
    ...modeler,
    operation: 'MODEL_RUN',
    share: 2,
    seconds: [240, 2_000],
    groups: modelers,
    steps: ['Read account', 'Run model', 'Show losses'],
    inputs: { Account: Object.keys(accountModels), Model: { by: 'Account', values: accountModels } },
    outputs: { 'Average annual loss': { from: 2_000, to: 800_000, unit: ' USD' } },
    failures: ['The account has no location with a value.'],
    isInteractive: true,
  },
]
