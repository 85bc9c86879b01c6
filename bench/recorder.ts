import { PassThrough } from 'node:stream'
import { freePort } from '../scripts/free-port.mjs'
import { readConfig } from '../src/config.ts'
import { startMillrace } from '../src/start.ts'
import { findFresh } from './fresh-values.ts'
import type { LoadRequest } from './load.ts'
import { type Statement, type Step, recordStatements } from './record-statements.ts'
import type { Recorded } from './replay.ts'

/**
 * Statements that establish the session and the tenant. The floor skips them, because it runs as the owner of
 * the tables.
 */
const isAccessStatement = ({ name = '' }: Statement) =>
  name === 'find-fresh-session' || name.startsWith('enter-')

function withoutAccess(steps: readonly Step[]): Step[] {
  return steps
    .map(({ isTransaction, batches }) => ({
      isTransaction,
      batches: batches
        .map((batch) => batch.filter((each) => !isAccessStatement(each)))
        .filter((batch) => batch.length > 0),
    }))
    .filter(({ batches }) => batches.length > 0)
}

/**
 * Starts the product a second time, in this process and on the same database, so that its statements can be
 * recorded.
 */
export async function startRecorder(settings: Record<string, string>) {
  const port = await freePort()
  const config = readConfig({ ...settings, PORT: String(port), ROLE: 'web', LOG_LEVEL: 'silent' })
  const output = new PassThrough().resume() as unknown as NodeJS.WriteStream
  const running = await startMillrace(config, output)
  const send = async ({ path, method = 'GET', headers = {}, body }: LoadRequest) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { origin: config.appUrl, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    if (!response.ok)
      throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  return {
    async record(nextRequest: () => LoadRequest): Promise<Recorded> {
      // The first request may open connections and prepare statements.
      await send(nextRequest())
      const one = await recordStatements(() => send(nextRequest()))
      const other = await recordStatements(() => send(nextRequest()))
      return { steps: withoutAccess(one), fresh: findFresh(one, other) }
    },
    stop: () => running.stop(),
  }
}
