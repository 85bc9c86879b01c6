import { AppError } from '../../shared/errors.ts'
import { type TaskAnswer, threadIsReady } from './serve-tasks.ts'
import { type PoolWorker, startProcess, startThread } from './start-worker.ts'

export interface WorkerPoolOptions {
  /** A module that calls `serveTasks`. */
  script: URL
  threads: number
  /** A task that takes longer is ended with its thread. The time to load the code does not count. */
  deadlineMs: number
  /** A task that needs more memory is ended in the same way. */
  maxHeapMb: number
  /** Processes instead of threads. */
  isolated?: true
  /** For processes that make many small objects: less room for new ones, so that garbage takes less memory. */
  semiSpaceMb?: number
  /** Further tasks are refused instead of queued. */
  maxWaiting: number
  /** Ends idle threads after this time, which gives their memory back. Left out if they stay. */
  idleMs?: number
  /** The error messages for the caller. */
  messages: { late: string; busy: string }
}

export interface WorkerPool<Input, Output> {
  run(input: Input): Promise<Output>
  /** Ends the threads and their tasks. The next task starts them again. */
  end(): Promise<void>
}

interface Task<Input, Output> {
  input: Input
  resolve(output: Output): void
  reject(error: Error): void
}

interface Thread<Input, Output> {
  worker: PoolWorker
  task: Task<Input, Output> | null
  isReady: boolean
  deadline?: NodeJS.Timeout
}

/** The URL of a worker's module next to the importing one, with the same extension, also in the build. */
export function workerUrl(importer: string, name: string): URL {
  return new URL(`${name}${importer.endsWith('.ts') ? '.ts' : '.js'}`, importer)
}

/** Threads for work that would block the main thread. They start with the first task. */
export function createWorkerPool<Input, Output>(options: WorkerPoolOptions): WorkerPool<Input, Output> {
  type OwnThread = Thread<Input, Output>
  const threads = new Set<OwnThread>()
  const waiting: Task<Input, Output>[] = []
  // The last used thread is used next: its code is warm and its memory is allocated.
  const idle: OwnThread[] = []
  let ending: NodeJS.Timeout | undefined

  function start(): OwnThread {
    const worker = options.isolated
      ? startProcess(options.script, options)
      : startThread(options.script, options.maxHeapMb)
    const thread: OwnThread = { worker, task: null, isReady: false }
    threads.add(thread)
    worker.onMessage((message) => {
      if (message !== threadIsReady) return handleAnswer(thread, message as TaskAnswer<Output>)
      thread.isReady = true
      if (thread.task) startDeadline(thread)
    })
    worker.onEnd((error) => void drop(thread, error))
    return thread
  }

  function assign(thread: OwnThread, task: Task<Input, Output>): void {
    thread.task = task
    thread.worker.ref()
    // On a busy machine loading may take longer than any task, and a replacement thread would not be faster.
    if (thread.isReady) startDeadline(thread)
    try {
      thread.worker.send(task.input)
    } catch (error) {
      // The input cannot be copied to another thread.
      handleAnswer(thread, { error: { message: String(error) } })
    }
  }

  function startDeadline(thread: OwnThread): void {
    thread.deadline = setTimeout(
      () => void drop(thread, new AppError('UNAVAILABLE', options.messages.late)),
      options.deadlineMs,
    )
  }

  function release(thread: OwnThread): Task<Input, Output> | null {
    const { task } = thread
    thread.task = null
    clearTimeout(thread.deadline)
    // An idle thread does not keep the process alive.
    thread.worker.unref()
    return task
  }

  function handleAnswer(thread: OwnThread, answer: TaskAnswer<Output>): void {
    if (!threads.has(thread)) return
    const task = release(thread)
    idle.push(thread)
    endWhenIdle()
    if ('error' in answer) task?.reject(Object.assign(new Error(answer.error.message), answer.error))
    else task?.resolve(answer.output)
    dispatch()
  }

  async function drop(thread: OwnThread, error: Error): Promise<void> {
    if (!threads.delete(thread)) return
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    release(thread)?.reject(error)
    const ended = thread.worker.terminate()
    dispatch()
    await ended
  }

  function endWhenIdle(): void {
    clearTimeout(ending)
    if (options.idleMs === undefined) return
    ending = setTimeout(() => {
      for (const thread of idle.splice(0)) void drop(thread, new Error('It was idle.'))
    }, options.idleMs).unref()
  }

  function dispatch(): void {
    while (waiting.length > 0) {
      const thread = idle.pop() ?? (threads.size < options.threads ? start() : null)
      const task = thread && waiting.shift()
      if (!task) return
      assign(thread, task)
    }
  }

  return {
    async run(input) {
      const isFree = idle.length > 0 || threads.size < options.threads
      if (!isFree && waiting.length >= options.maxWaiting) {
        throw new AppError('UNAVAILABLE', options.messages.busy, { retryAfterSeconds: 10 })
      }
      return await new Promise<Output>((resolve, reject) => {
        waiting.push({ input, resolve, reject })
        dispatch()
      })
    },
    async end() {
      clearTimeout(ending)
      const error = new AppError('UNAVAILABLE', options.messages.late)
      for (const task of waiting.splice(0)) task.reject(error)
      await Promise.all([...threads].map((thread) => drop(thread, error)))
    },
  }
}
