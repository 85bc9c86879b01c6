import type pg from 'pg'
import { Exchange } from './exchange.ts'

type Done = (error: Error | null | undefined, result?: pg.QueryResult) => void
type Send = (statement: pg.QueryConfig, values: unknown[] | undefined, done: Done) => void

const opening = /^\s*(?:begin|start\s+transaction)\b[^;]*/i
const closing = /(?:^|;)\s*(?:commit|rollback|end|abort)(?:\s+(?:work|transaction))?\s*;?\s*$/i

/**
 * For a pooler in transaction mode, which lends the connection to another client after each transaction.
 * Every transaction starts with the settings, a single statement gets its own, and none is prepared by name.
 */
export function configureEachTransaction(client: pg.PoolClient, settingStatements: readonly string[]): void {
  const settings = settingStatements.join('; ')
  const send = client.query.bind(client) as unknown as Send
  const sendExchange = client.query.bind(client) as (exchange: Exchange) => unknown
  // Tracks what was sent, not what was answered, because more is sent before the first response arrives.
  let isOpen = false

  function sendInOwnTransaction(statement: pg.QueryConfig, values: unknown[] | undefined, done: Done): void {
    let failure: Error | null | undefined
    let response: pg.QueryResult | undefined
    send({ text: `begin; ${settings}` }, undefined, (error) => {
      failure = error
    })
    send(statement, values, (error, result) => {
      failure ??= error
      response = result
    })
    send({ text: 'commit' }, undefined, (error, committed) => {
      failure ??= error
      if (!failure && committed?.command !== 'COMMIT') failure = new Error('The statement was rolled back.')
      done(failure, response)
    })
  }

  function run(statement: pg.QueryConfig, values: unknown[] | undefined, done: Done): void {
    const { text } = statement
    const isOpening = opening.test(text)
    const isClosing = closing.test(text)
    if (!isOpening && !isClosing && !isOpen) {
      sendInOwnTransaction(statement, values, done)
      return
    }
    isOpen = (isOpen || isOpening) && !isClosing
    const configured = isOpening
      ? { ...statement, text: text.replace(opening, (begin) => `${begin}; ${settings}`) }
      : statement
    send(configured, values, done)
  }

  function query(request: string | pg.QueryConfig | Exchange, values?: unknown[] | Done, done?: Done) {
    if (request instanceof Exchange) {
      request.settle(settingStatements)
      return sendExchange(request)
    }
    const { name: _name, ...statement } = typeof request === 'string' ? { text: request, name: '' } : request
    if (typeof values === 'function') return run(statement, undefined, values)
    if (done) return run(statement, values, done)
    return new Promise((resolve, reject) => {
      run(statement, values, (error, result) => (error ? reject(error) : resolve(result)))
    })
  }

  Object.assign(client, { query })
}
