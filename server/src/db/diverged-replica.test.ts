import { expect, test } from 'vitest'
import { startDiverged } from '../testing/standby.ts'
import { listenForChanges } from './listen.ts'
import { openDatabase } from './pool.ts'

test('a replica that did not follow a failover is not used, although its position is beyond that of the primary', async () => {
  const { primary, replica, close } = await startDiverged()
  const db = openDatabase(primary.connection, { replica: replica.connection })
  const changes = await listenForChanges(db)
  const states: string[] = []
  const leave = db.replica?.follow(changes, (state) => states.push(state))
  try {
    await expect.poll(() => states).toEqual(['behind'])
    expect(db.replica?.lagBytes).toBe(0)
  } finally {
    await leave?.()
    await changes.close()
    await db.close()
    await close()
  }
})
