import { operations } from '../operations.ts'
import { guidanceSchema } from './guidance-schemas.ts'
import * as endpoints from './guidance.ts'

export const guidanceDocs = operations(endpoints, {
  getGuidance: {
    summary: 'Get the guidance script to load for the caller, and its parameters',
    description: "None for API keys, and none for users with a role whose name contains 'automation'.",
    tag: 'Help',
    response: guidanceSchema,
    errors: [],
    examples: {
      response: {
        script: {
          url: 'https://guide.example/guide.js',
          userIdHash: '2f0c7b1c7c9d3a9a2c4be3d4d1a7b3a86c3a9d5be0dc1b1a5e9f7f4c3b2a1d0e',
          licenseCode: 'MRE-2026-0417',
        },
      },
    },
  },
})
