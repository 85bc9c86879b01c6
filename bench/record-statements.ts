import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
  name?: string
}

/** What one transaction sends, in batches that travel together; or a single statement outside of any. */
export interface Step {
  isTransaction: boolean
  batches: Statement[][]
}

const opening = /^\s*begin\b/i
const ending = /^\s*(commit|rollback)\b(?! to\b)/i

interface Recording {
  steps: Step[]
  open: Map<unknown, { step: Step; underWay: number }>
}

/**
 * What a piece of work sends to the database. Recorded rather than written down a second time, so that the floor always
 * runs the same statements.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Step[]> {
  const recording: Recording = { steps: [], open: new Map() }
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]): unknown {
    const noted = noteStatement(recording, this, args)
    return noted
      ? whenDone(noted, (given) => Reflect.apply(original, this, given), args)
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

/** Several statements in one message. What only says who asks is no part of the work. */
function isExchange(given: unknown): given is { statements: Sent[] } {
  return typeof given === 'object' && given !== null && 'statements' in given
}

/** Adds a statement to what was recorded; gives what is to be called when it is answered. */
function noteStatement(
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
    open.set(client, { step, underWay: 0 })
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
  if (within.underWay++ === 0) within.step.batches.push([])
  within.step.batches.at(-1)?.push(statement)
  return () => void within.underWay--
}

/** A query tells that it is answered by a promise or, in the pool, by a function that it was given. */
function whenDone(note: () => void, ask: (args: unknown[]) => unknown, args: unknown[]): unknown {
  const callback = args.at(-1)
  if (typeof callback === 'function') {
    const wrapped = (...answer: unknown[]): unknown => {
      note()
      return Reflect.apply(callback, undefined, answer)
    }
    return ask([...args.slice(0, -1), wrapped])
  }
  const answer = ask(args)
  if (answer instanceof Promise)
    answer.then(
      () => note(),
      () => note(),
    )
  return answer
}
