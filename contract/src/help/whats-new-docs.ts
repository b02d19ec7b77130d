import { operations } from '../operations.ts'
import { listWhatsNewResponse, markWhatsNewSeenBody } from './whats-new-schemas.ts'
import * as endpoints from './whats-new.ts'

const tag = 'Help'

export const whatsNewDocs = operations(endpoints, {
  listWhatsNew: {
    summary: 'List what is new in the product, newest first',
    description: 'In the language of `Accept-Language`. Entries about a page are listed for people who can open it.',
    tag,
    response: listWhatsNewResponse,
    errors: ['person_needed'],
    examples: {
      response: {
        items: [
          {
            entryId: 'job-log',
            date: '2026-11-23',
            title: 'Job log',
            language: 'en',
            blocks: [{ kind: 'paragraph', items: [[{ style: 'plain', text: 'See what your products are working on.' }]] }],
            page: '/monitoring/job-log',
            isUnread: true,
          },
        ],
      },
    },
  },
  markWhatsNewSeen: {
    summary: 'Mark what is new as read, up to an entry',
    tag,
    body: markWhatsNewSeenBody,
    errors: ['person_needed'],
    examples: { body: { entryId: 'job-log' } },
  },
})
