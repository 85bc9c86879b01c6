import { threadId } from 'node:worker_threads'
import { serveTasks } from '../../src/platform/workers/serve-tasks.ts'

export type PoolTask =
  | { kind: 'echo'; value: string; begun?: Int32Array; gate?: Int32Array }
  | { kind: 'spin'; begun: Int32Array }
  | { kind: 'hoard' }
  | { kind: 'throw'; message: string }
  | { kind: 'exit' }
  | { kind: 'name' }

const raise = (flag: Int32Array | undefined) => flag && Atomics.store(flag, 0, 1)

/** The tasks of a pool's worker, successful and failing, that tests request. */
serveTasks(async (task: PoolTask) => {
  switch (task.kind) {
    case 'echo':
      raise(task.begun)
      if (task.gate) Atomics.wait(task.gate, 0, 0)
      return { output: task.value }
    case 'name':
      return { output: String(threadId) }
    case 'spin':
      raise(task.begun)
      for (;;);
    case 'hoard':
      for (const kept: string[][] = []; ;) kept.push(Array.from({ length: 1000 }, String))
    case 'throw':
      throw new TypeError(task.message)
    case 'exit':
      process.exit(3)
  }
})
