import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.mjs'
import type { FloorSettings } from './floor-server.ts'
import type { Target } from './load.ts'

export async function startFloor(settings: Omit<FloorSettings, 'port'>) {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'floor-server.ts'), { serialization: 'advanced' })
  child.send({ ...settings, port } satisfies FloorSettings)
  await once(child, 'message')
  return {
    target: (task: string): Target => ({ url: `http://127.0.0.1:${port}/${task}`, pid: child.pid ?? 0 }),
    /** Returns the seconds that a task takes for all of these keys. */
    async run(task: string, keys: string[], concurrency: number): Promise<number> {
      child.send({ task, keys, concurrency })
      const [result] = (await once(child, 'message')) as [{ seconds: number } | { error: string }]
      if ('error' in result) throw new Error(result.error)
      return result.seconds
    },
    stop: () => child.kill(),
  }
}
