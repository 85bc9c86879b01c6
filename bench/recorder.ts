import { PassThrough } from 'node:stream'
import { readConfig } from '../src/config.ts'
import { startMillrace } from '../src/start.ts'
import { freePort } from '../test/support/product.ts'
import { findFresh } from './fresh-values.ts'
import type { Ask } from './load.ts'
import { type Statement, type Step, recordStatements } from './record-statements.ts'
import type { Recorded } from './replay.ts'

/** The floor knows who asks and works as the owner of the tables: that is the product's to find out and to say. */
const isOfAccess = ({ name = '' }: Statement) => name === 'find-fresh-session' || name.startsWith('enter-')

function withoutAccess(steps: readonly Step[]): Step[] {
  return steps
    .map(({ isTransaction, batches }) => ({
      isTransaction,
      batches: batches
        .map((batch) => batch.filter((each) => !isOfAccess(each)))
        .filter((batch) => batch.length > 0),
    }))
    .filter(({ batches }) => batches.length > 0)
}

/** The product once more, in this process, on the same database: what a request sends there can be listened to. */
export async function startRecorder(settings: Record<string, string>) {
  const port = await freePort()
  const config = readConfig({ ...settings, PORT: String(port), ROLE: 'web', LOG_LEVEL: 'silent' })
  const output = new PassThrough().resume() as unknown as NodeJS.WriteStream
  const running = await startMillrace(config, output)
  const send = async ({ path, method = 'GET', headers = {}, body }: Ask) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { origin: config.appUrl, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  return {
    async record(ask: () => Ask): Promise<Recorded> {
      // The first may find connections that are not open yet, and statements that are not prepared.
      await send(ask())
      const one = await recordStatements(() => send(ask()))
      const other = await recordStatements(() => send(ask()))
      return { steps: withoutAccess(one), fresh: findFresh(one, other) }
    },
    stop: () => running.stop(),
  }
}
