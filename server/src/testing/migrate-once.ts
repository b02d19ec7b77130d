/** Migrates the database given by connection settings as JSON, and prints the migrations it applied. For tests of races. */
import { migrate } from '../db/migrator.ts'
import { openDatabase } from '../db/pool.ts'

const db = openDatabase(JSON.parse(process.argv[2] ?? '{}'))
process.stdout.write(JSON.stringify(await migrate(db)))
await db.close()
