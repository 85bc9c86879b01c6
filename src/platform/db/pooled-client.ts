import type pg from 'pg'

type Done = (error: Error | null | undefined, result?: pg.QueryResult) => void
type Send = (statement: pg.QueryConfig, values: unknown[] | undefined, done: Done) => void

const opening = /^\s*(?:begin|start\s+transaction)\b[^;]*/i
const closing = /(?:^|;)\s*(?:commit|rollback|end|abort)(?:\s+(?:work|transaction))?\s*;?\s*$/i

/**
 * For a connection that a pooler in transaction mode lends to somebody else after each transaction: nothing that was told
 * to it once would hold. Every transaction begins with these settings instead, a statement outside of one gets one of its
 * own, in the same exchange, and no statement is kept by name.
 */
export function settleEachTransaction(client: pg.PoolClient, settings: string): void {
  const send = client.query.bind(client) as unknown as Send
  // As sent, and not as answered: more is sent before the first answer is there.
  let isOpen = false

  function sendAlone(statement: pg.QueryConfig, values: unknown[] | undefined, done: Done): void {
    let failure: Error | null | undefined
    let answer: pg.QueryResult | undefined
    send({ text: `begin; ${settings}` }, undefined, (error) => {
      failure = error
    })
    send(statement, values, (error, result) => {
      failure ??= error
      answer = result
    })
    send({ text: 'commit' }, undefined, (error, end) => {
      failure ??= error
      if (!failure && end?.command !== 'COMMIT') failure = new Error('The statement was rolled back.')
      done(failure, answer)
    })
  }

  function run(statement: pg.QueryConfig, values: unknown[] | undefined, done: Done): void {
    const { text } = statement
    const isOpening = opening.test(text)
    const isClosing = closing.test(text)
    if (!isOpening && !isClosing && !isOpen) {
      sendAlone(statement, values, done)
      return
    }
    isOpen = (isOpen || isOpening) && !isClosing
    const settled = isOpening
      ? { ...statement, text: text.replace(opening, (begin) => `${begin}; ${settings}`) }
      : statement
    send(settled, values, done)
  }

  function query(asked: string | pg.QueryConfig, values?: unknown[] | Done, done?: Done) {
    const { name: _name, ...statement } = typeof asked === 'string' ? { text: asked, name: '' } : asked
    if (typeof values === 'function') return run(statement, undefined, values)
    if (done) return run(statement, values, done)
    return new Promise((resolve, reject) => {
      run(statement, values, (error, result) => (error ? reject(error) : resolve(result)))
    })
  }

  Object.assign(client, { query })
}
