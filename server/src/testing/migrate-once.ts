/** Migrates the database whose connection settings it is given as JSON, and tells which migrations it applied. For tests of races. */
import { migrate } from '../db/migrator.ts'
import { openDatabase } from '../db/pool.ts'

const db = openDatabase(JSON.parse(process.argv[2] ?? '{}'))
process.stdout.write(JSON.stringify(await migrate(db)))
await db.close()
