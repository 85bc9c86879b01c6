import { type Transferable, parentPort } from 'node:worker_threads'

/** The first message of a thread, after its code is loaded. */
export const threadIsReady = 'ready'

export type TaskAnswer<Output> = { output: Output } | { error: { message: string; stack?: string } }

/** The thread's side of a worker pool, one task at a time. `handOver` is transferred, not copied. */
export function serveTasks(
  work: (input: never) => Promise<{ output: unknown; handOver?: Transferable[] }>,
): void {
  const port = parentPort
  if (!port) throw new Error('Tasks are served in a worker thread only.')
  port.on('message', (input: unknown) => {
    work(input as never).then(
      ({ output, handOver = [] }) => port.postMessage({ output } satisfies TaskAnswer<unknown>, handOver),
      (error: unknown) => port.postMessage({ error: describe(error) } satisfies TaskAnswer<unknown>),
    )
  })
  port.postMessage(threadIsReady)
}

function describe(error: unknown): { message: string; stack?: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  return { message: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) }
}
