import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

export interface Statement {
  /** The name under which each connection prepares it once. Without a name it is parsed each time. */
  name?: string | undefined
  text: string
  values?: unknown[] | undefined
}

type Done = (error: Error | undefined, results: unknown) => void

/** Methods of the driver's result class that its types leave out. */
interface Result extends pg.QueryResult {
  addFields(fields: pg.FieldDef[]): void
  parseRow(values: unknown[]): pg.QueryResultRow
  addRow(row: pg.QueryResultRow): void
  addCommandComplete(message: unknown): void
}
const EmptyResult = pg.Result as unknown as new () => Result

/** The driver's record of the statements that a connection has prepared: name → text. */
function preparedOn(connection: pg.Connection): Record<string, string> {
  return (connection as unknown as { parsedStatements: Record<string, string> }).parsedStatements
}

/** The result columns of each connection's prepared statements. Postgres describes them once. */
const columnsOf = new WeakMap<pg.Connection, Map<string, pg.FieldDef[]>>()

function knownColumns(connection: pg.Connection): Map<string, pg.FieldDef[]> {
  let columns = columnsOf.get(connection)
  if (!columns) columnsOf.set(connection, (columns = new Map()))
  return columns
}

/**
 * Several statements in one message, with one response. Postgres runs everything up to the Sync at its end in one
 * transaction, so settings of the first statements apply to the others and end with them, without BEGIN and COMMIT.
 */
export class Exchange extends pg.Query {
  statements: readonly Statement[]
  /** Whether it prepares statements, so that a failure leaves open which of them exist. */
  isUnsure = false
  private readonly results: Result[] = []
  private columns = new Map<string, pg.FieldDef[]>()
  private fault: Error | undefined

  constructor(statements: readonly Statement[], done: Done) {
    super({ text: '' }, done)
    this.statements = statements
    this.submit = (connection) => {
      this.columns = knownColumns(connection)
      connection.stream.cork()
      for (const statement of this.statements) this.write(connection, statement)
      connection.sync()
      connection.stream.uncork()
    }
  }

  /** For a pooled connection, which changes hands after each transaction: sets its role first, and names no statements. */
  settle(settings: readonly string[]): void {
    const unnamed = this.statements.map(({ text, values }) => ({ text, values }))
    this.statements = [...settings.map((text) => ({ text })), ...unnamed]
  }

  private write(connection: pg.Connection, { name = '', text, values = [] }: Statement): void {
    if (name === '' || preparedOn(connection)[name] === undefined) {
      connection.parse({ name, text, types: [] }, true)
      if (name !== '') {
        preparedOn(connection)[name] = text
        this.isUnsure = true
      }
    }
    connection.bind({ statement: name, values: values.map(prepareValue) }, true)
    if (!this.columns.has(name)) connection.describe({ type: 'P', name: '' }, true)
    connection.execute({}, true)
    this.results.push(new EmptyResult())
  }

  // The driver calls the following methods as the results arrive, one statement after the other.

  private answered = 0

  private get result(): Result {
    const result = this.results[this.answered]
    if (!result) throw new Error('Postgres answered more than it was asked.')
    return result
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const name = this.statements[this.answered]?.name
    if (name) this.columns.set(name, fields)
    this.result.addFields(fields)
  }

  handleDataRow({ fields: values }: { fields: unknown[] }): void {
    const { result } = this
    try {
      if (result.fields.length === 0) {
        result.addFields(this.columns.get(this.statements[this.answered]?.name ?? '') ?? [])
      }
      result.addRow(result.parseRow(values))
    } catch (error) {
      this.fault ??= error as Error
    }
  }

  handleCommandComplete(message: unknown): void {
    this.result.addCommandComplete(message)
    this.answered++
  }

  handleReadyForQuery(): void {
    // The driver replaces the callback, to cancel its timeout.
    const { callback } = this as unknown as { callback: Done }
    callback(this.fault, this.results)
  }
}

/** Whether Postgres refused the statement only, and the connection can be used again. */
function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

/** Sends the statements over a connection of the pool in one message, and returns the result of each. */
export async function exchange(pool: pg.Pool, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  const client = await pool.connect()
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult[]>()
  const query = new Exchange(statements, (error, results) =>
    error ? reject(error) : resolve(results as pg.QueryResult[]),
  )
  client.query(query)
  try {
    const results = await promise
    client.release()
    // A pooled connection puts its settings in front; their results are dropped.
    return results.slice(-statements.length)
  } catch (error) {
    client.release(query.isUnsure || !isOfStatement(error))
    throw error
  }
}
