import pg from 'pg'

/**
 * The name of the constraint that a database error is about, such as 'user_group_name_unique', 'user_group_limit' or
 * 'last_administrator'; undefined for other errors. The area that owns the table maps it to an error code.
 */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}
