import type pg from 'pg'
import { type Fresh, holdsFresh, renew, renewAll } from './fresh-values.ts'
import type { Statement, Step } from './record-statements.ts'

export interface Recorded {
  steps: Step[]
  fresh: Fresh[]
}

interface Prepared {
  statement: Statement
  isFresh: boolean[]
}

const isPlainRead = ({ text }: Statement) =>
  /^\s*(select|with)\b/i.test(text) && !/\bfor (update|share|no key)/i.test(text)

/** Sends the recorded statements again, and returns the rows of the last one. */
export function prepareReplay(pool: pg.Pool, { steps, fresh }: Recorded): (key?: string) => Promise<unknown> {
  const preparedSteps = steps.map(({ isTransaction, batches }) => {
    const prepared = batches.map((batch) =>
      batch.map((statement): Prepared => ({
        statement,
        isFresh: statement.values.map((value) => holdsFresh(value, fresh)),
      })),
    )
    const [only] = batches.flat()
    // A single read needs no transaction if nothing has to be set before it.
    const isBare = !isTransaction || (batches.flat().length === 1 && only !== undefined && isPlainRead(only))
    return { isBare, batches: prepared }
  })
  return async (key) => {
    const values = fresh.length > 0 ? renewAll(fresh, key) : undefined
    const send = (to: pg.Pool | pg.PoolClient, { statement, isFresh }: Prepared) =>
      to.query(
        values && isFresh.includes(true)
          ? {
              ...statement,
              values: statement.values.map((value, at) => (isFresh[at] ? renew(value, values) : value)),
            }
          : statement,
      )
    let rows: unknown = []
    for (const { isBare, batches } of preparedSteps) {
      if (isBare) {
        for (const each of batches.flat()) rows = (await send(pool, each)).rows
        continue
      }
      const client = await pool.connect()
      try {
        const opened = client.query('begin')
        for (const batch of batches) {
          const answers = await Promise.all(batch.map((each) => send(client, each)))
          rows = answers.at(-1)?.rows
        }
        await opened
        await client.query('commit')
        client.release()
      } catch (error) {
        client.release(true)
        throw error
      }
    }
    return rows
  }
}
