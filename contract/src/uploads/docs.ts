import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { uploadProgressQuery, uploadProgressSchema } from './schemas.ts'

export const uploadsDocs = operations(endpoints, {
  getUploadProgress: {
    summary: 'Get the progress of an upload',
    description:
      'Files of currencies, currency schemes and users are read and saved before the response is sent. If the upload has an `uploadId`, the same caller can follow its progress here. Closing the connection cancels the upload, and nothing is saved.',
    tag: 'Reference data',
    query: uploadProgressQuery,
    response: uploadProgressSchema,
    errors: [],
    examples: {
      query: { uploadId: '0199c0de-7780-7c11-9d59-3b8f5f1c2a44' },
      response: { step: 'saving', lines: 42_000, totalLines: 100_000 },
    },
  },
})
