import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

export interface Statement {
  /** Under which it is prepared once a connection; without one it is parsed each time. */
  name?: string | undefined
  text: string
  values?: unknown[] | undefined
}

type Done = (error: Error | undefined, results: unknown) => void

/** What the driver's class for results can do beyond what its types say. */
interface Result extends pg.QueryResult {
  addFields(fields: pg.FieldDef[]): void
  parseRow(values: unknown[]): pg.QueryResultRow
  addRow(row: pg.QueryResultRow): void
  addCommandComplete(message: unknown): void
}
const EmptyResult = pg.Result as unknown as new () => Result

/** Where the driver notes the text of what a connection has prepared, by its name. */
function preparedOn(connection: pg.Connection): Record<string, string> {
  return (connection as unknown as { parsedStatements: Record<string, string> }).parsedStatements
}

/** The columns that the prepared statements of a connection answer with: they are told once. */
const columnsOf = new WeakMap<pg.Connection, Map<string, pg.FieldDef[]>>()

function knownColumns(connection: pg.Connection): Map<string, pg.FieldDef[]> {
  let columns = columnsOf.get(connection)
  if (!columns) columnsOf.set(connection, (columns = new Map()))
  return columns
}

/**
 * Several statements in one message, answered in one. Up to the Sync at its end Postgres runs them in one transaction, so
 * what the first ones set for it holds for the others and is gone afterwards, without a BEGIN and a COMMIT on their way.
 */
export class Exchange extends pg.Query {
  statements: readonly Statement[]
  /** Statements of which it is not known whether they were prepared, should anything in between fail. */
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

  /** For a connection that is lent out anew each time: it is told who asks, and keeps no statement by its name. */
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

  // From here on what the driver calls as the answer comes in, one statement after the other.

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
    // The driver puts itself in between, to note that the answer came in time.
    const { callback } = this as unknown as { callback: Done }
    callback(this.fault, this.results)
  }
}

/** Whether the statement alone was refused, and the connection is as good as before. */
function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

/** Sends the statements over a connection of the pool, and gives the answer to each. */
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
    // What a connection put in front is nobody's question.
    return results.slice(-statements.length)
  } catch (error) {
    client.release(query.isUnsure || !isOfStatement(error))
    throw error
  }
}
