import { type CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Database } from '../../server/src/db/types.ts'
import type { TenantTransaction } from '../../server/src/db/tenant.ts'

/** A statement as the driver sends it. */
export interface Statement {
  text: string
  values: unknown[]
}

/** The statements that `work` would send, recorded without a database: every result is empty. */
export async function recordStatements(work: (tx: TenantTransaction) => Promise<unknown>): Promise<Statement[]> {
  const recorded: CompiledQuery[] = []
  const connection = {
    executeQuery: (query: CompiledQuery) => {
      recorded.push(query)
      return Promise.resolve({ rows: [] })
    },
    // Nothing that is recorded streams.
    streamQuery: () => {
      throw new Error('streams are not recorded')
    },
  }
  const nothing = () => Promise.resolve()
  const kysely = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: () => Promise.resolve(connection),
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
    },
  })
  await kysely.transaction().execute(work)
  return recorded.map(({ sql, parameters }) => ({ text: sql, values: [...parameters] }))
}
