import { type MessagePort, type Transferable, parentPort } from 'node:worker_threads'

/** The first message of a thread, after its code is loaded. */
export const threadIsReady = 'ready'

export type TaskAnswer<Output> = { output: Output } | { error: { message: string; stack?: string } }

/** The thread's side of a worker pool, one task at a time. `handOver` is transferred, not copied. */
export function serveTasks(
  work: (input: never) => Promise<{ output: unknown; handOver?: Transferable[] }>,
): void {
  const { source, send } = parentPort ? ofThread(parentPort) : ofProcess()
  source.on('message', (input: unknown) => {
    work(input as never).then(
      ({ output, handOver = [] }) => send({ output } satisfies TaskAnswer<unknown>, handOver),
      (error: unknown) => send({ error: describe(error) } satisfies TaskAnswer<unknown>),
    )
  })
  send(threadIsReady)
}

interface Parent {
  source: { on(event: 'message', listener: (input: unknown) => void): unknown }
  send: (message: unknown, handOver?: Transferable[]) => void
}

function ofThread(port: MessagePort): Parent {
  return { source: port, send: (message, handOver = []) => port.postMessage(message, handOver) }
}

/** The process that started this one decides when it ends, also if both get a signal. */
function ofProcess(): Parent {
  if (!process.send) throw new Error('Tasks are served in a thread or a process of a pool only.')
  process.on('disconnect', () => process.exit())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
  return { source: process, send: (message) => void process.send?.(message) }
}

function describe(error: unknown): { message: string; stack?: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  return { message: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) }
}
