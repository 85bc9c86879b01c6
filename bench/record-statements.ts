import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
  name?: string
}

/**
 * The statements of a transaction, in batches that are sent together, or a single statement outside of a
 * transaction.
 */
export interface Step {
  isTransaction: boolean
  batches: Statement[][]
}

const opening = /^\s*begin\b/i
const ending = /^\s*(commit|rollback)\b(?! to\b)/i

interface Recording {
  steps: Step[]
  open: Map<unknown, { step: Step; pending: number }>
}

/**
 * Records what a piece of work sends to the database. The floor replays the recording, so that it always runs
 * the same statements as the product.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Step[]> {
  const recording: Recording = { steps: [], open: new Map() }
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]): unknown {
    const onDone = recordStatement(recording, this, args)
    return onDone
      ? whenDone(onDone, (given) => Reflect.apply(original, this, given), args)
      : Reflect.apply(original, this, args)
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return recording.steps
}

type Sent = Omit<Statement, 'values'> & Partial<Pick<Statement, 'values'>>

/** Whether the query is several statements in one message. */
function isExchange(given: unknown): given is { statements: Sent[] } {
  return typeof given === 'object' && given !== null && 'statements' in given
}

/** Records a statement. Returns a function to call when the statement completes. */
function recordStatement(
  { steps, open }: Recording,
  client: unknown,
  args: unknown[],
): (() => void) | undefined {
  const [first, second] = args
  if (isExchange(first)) {
    steps.push({
      isTransaction: true,
      batches: [first.statements.map(({ values = [], ...each }) => ({ ...each, values }))],
    })
    return undefined
  }
  const given = typeof first === 'string' ? { text: first } : (first as Partial<Statement>)
  const { text, name } = given
  if (text === undefined) return undefined
  if (opening.test(text)) {
    const step: Step = { isTransaction: true, batches: [] }
    steps.push(step)
    open.set(client, { step, pending: 0 })
    return undefined
  }
  if (ending.test(text)) {
    open.delete(client)
    return undefined
  }
  const values = given.values ?? (Array.isArray(second) ? second : [])
  const statement = { text, values, ...(name ? { name } : {}) }
  const within = open.get(client)
  if (!within) {
    steps.push({ isTransaction: false, batches: [[statement]] })
    return undefined
  }
  if (within.pending++ === 0) within.step.batches.push([])
  within.step.batches.at(-1)?.push(statement)
  return () => void within.pending--
}

/**
 * Runs a query and calls `onDone` when it completes. A query reports that with a promise or, in the pool,
 * with a callback.
 */
function whenDone(onDone: () => void, send: (args: unknown[]) => unknown, args: unknown[]): unknown {
  const callback = args.at(-1)
  if (typeof callback === 'function') {
    const wrapped = (...result: unknown[]): unknown => {
      onDone()
      return Reflect.apply(callback, undefined, result)
    }
    return send([...args.slice(0, -1), wrapped])
  }
  const result = send(args)
  if (result instanceof Promise)
    result.then(
      () => onDone(),
      () => onDone(),
    )
  return result
}
