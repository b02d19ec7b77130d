import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { getHomeQuery, getHomeResponse } from './schemas.ts'

const tag = 'Home'

export const homeDocs = operations(endpoints, {
  getHome: {
    summary: 'Get what needs attention, who can do what, the latest changes, and figures',
    description:
      'For people with a side menu; everyone else gets an empty response. Each part is included only for people who can see its subject, and a row that needs attention only for people who can resolve it. `parts` selects some of the parts.',
    tag,
    query: getHomeQuery,
    response: getHomeResponse,
    errors: [],
    examples: {
      query: { parts: ['attention', 'people'] },
      response: {
        asOf: '2026-03-14T09:26:53.589Z',
        attention: {
          items: [
            { kind: 'license_ends', urgency: 'warning', dueAt: '2026-04-07T00:00:00.000Z', productName: 'TreatyIQ', count: 1, days: 24 },
          ],
          total: 1,
        },
        people: { active: 231, invited: 14, neverSignedIn: 2, disabled: 3, total: 250, signIns: [{ day: '2026-03-14', count: 48 }] },
      },
    },
  },
})
