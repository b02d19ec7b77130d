import { type Dialect, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, Transaction } from 'kysely'
import pg from 'pg'

/** A transaction's queries go to its own connection: nothing is opened through this. */
const closed: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const driver = closed.createDriver()

/** in_failed_sql_transaction: a statement before this one failed. */
const isAfterFailure = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02'

/**
 * The transaction with queries that do not wait for the answers of earlier ones, as Kysely's do: those of one `Promise.all` are sent
 * together. PostgreSQL runs them in their order, each seeing what those before it wrote. After one that fails, the others fail with its
 * error. Once the transaction `hasEnded`, queries are refused: they would run on their own, as the owner of the tables.
 */
export async function pipelined<Tables>(transaction: Transaction<Tables>, hasEnded: () => boolean): Promise<Transaction<Tables>> {
  const executor = transaction.getExecutor()
  const connection = await executor.provideConnection(async (own) => own)
  let failure: unknown
  const provider: Parameters<typeof executor.withConnectionProvider>[0] = {
    async provideConnection(query) {
      if (hasEnded()) throw new Error('The transaction has ended')
      try {
        return await query(connection)
      } catch (error) {
        if (failure !== undefined && isAfterFailure(error)) throw failure
        failure = error
        throw error
      }
    },
  }
  return new Transaction<Tables>({
    config: { dialect: closed },
    dialect: closed,
    driver,
    executor: executor.withConnectionProvider(provider),
  })
}
