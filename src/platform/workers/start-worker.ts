import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'

/** A thread or a process ended in the middle of a task, for example because it needed too much memory. */
export class WorkerEnded extends Error {}

/** A thread or a process that serves tasks, as the pool uses it. */
export interface PoolWorker {
  onMessage(listener: (message: unknown) => void): void
  /** It has failed or ended. May be called twice. */
  onEnd(listener: (error: Error) => void): void
  send(message: unknown): void
  ref(): void
  unref(): void
  terminate(): Promise<unknown>
}

export function startThread(script: URL, maxHeapMb: number): PoolWorker {
  const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } })
  return {
    onMessage: (listener) => worker.on('message', listener),
    onEnd(listener) {
      worker.on('error', listener)
      worker.on('messageerror', listener)
      worker.on('exit', (code) => listener(new WorkerEnded(`A worker thread ended unexpectedly (${code}).`)))
    },
    send: (message) => worker.postMessage(message, []),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    terminate: () => worker.terminate(),
  }
}

/**
 * Starts a process that serves tasks like a thread. A crash of native code ends it alone, and all of its memory returns to
 * the system when it ends. It gets none of our settings, because some of them are secrets.
 */
export function startProcess(
  script: URL,
  { maxHeapMb, semiSpaceMb }: { maxHeapMb: number; semiSpaceMb?: number },
): PoolWorker {
  const semiSpace = semiSpaceMb === undefined ? [] : [`--max-semi-space-size=${semiSpaceMb}`]
  const child = fork(script, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${maxHeapMb}`, ...semiSpace],
    env: {},
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    onMessage: (listener) => child.on('message', listener),
    onEnd(listener) {
      child.on('error', listener)
      child.on('exit', (code, signal) =>
        listener(new WorkerEnded(`A worker process ended unexpectedly (${code ?? signal}).`)),
      )
    },
    send: (message) => void child.send(message as object),
    ref() {
      child.ref()
      child.channel?.ref()
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
    terminate() {
      child.kill('SIGKILL')
      return ended
    },
  }
}
