import type { Endpoint } from '../http.ts'
import type { uploadProgressQuery, uploadProgressSchema } from './schemas.ts'

/** Files that a request brings and that are saved before its response. Not in the specification. */

export const getUploadProgress: Endpoint<{ query: typeof uploadProgressQuery; response: typeof uploadProgressSchema }> = {
  id: 'getUploadProgress',
  method: 'GET',
  path: '/datastore/uploads/progress',
  access: { signedIn: true },
}
