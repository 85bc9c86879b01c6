import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
  name?: string
}

const frame = /^\s*(begin|commit|rollback)\b(?! to\b)/i

/**
 * What a piece of work sends to the database, in batches that travel together, without what opens and ends its
 * transaction. Recorded rather than written down a second time, so that the floor always runs the same statements.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[][]> {
  const batches: Statement[][] = []
  let underWay = 0
  const original = pg.Client.prototype.query
  const recording = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const given = typeof first === 'string' ? { text: first } : (first as Partial<Statement>)
    const answer: unknown = Reflect.apply(original, this, args)
    if (given.text !== undefined && !frame.test(given.text) && answer instanceof Promise) {
      const values = given.values ?? (Array.isArray(second) ? second : [])
      const statement = { text: given.text, values, ...(given.name ? { name: given.name } : {}) }
      if (underWay++ === 0 || batches.length === 0) batches.push([])
      batches.at(-1)?.push(statement)
      void answer.catch(() => undefined).then(() => underWay--)
    }
    return answer
  }
  pg.Client.prototype.query = recording as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return batches
}
