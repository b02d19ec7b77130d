import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'

/** Archive storage of the data vault: readings from services, and a notification when it exceeds the license. */
export function createStorageArea(_shared: Shared): Area {
  return {
    name: 'storage',
  }
}
