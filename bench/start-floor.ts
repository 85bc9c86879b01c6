import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../test/support/product.ts'
import type { FloorSettings } from './floor-server.ts'
import type { Target } from './load.ts'

export async function startFloor(wanted: Omit<FloorSettings, 'port'>) {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'floor-server.ts'), { serialization: 'advanced' })
  child.send({ ...wanted, port } satisfies FloorSettings)
  await once(child, 'message')
  return {
    target: (work: string): Target => ({ url: `http://127.0.0.1:${port}/${work}`, pid: child.pid ?? 0 }),
    /** The seconds that a work takes for all of these keys. */
    async run(work: string, keys: string[], lanes: number): Promise<number> {
      child.send({ work, keys, lanes })
      const [answer] = (await once(child, 'message')) as [{ seconds: number } | { error: string }]
      if ('error' in answer) throw new Error(answer.error)
      return answer.seconds
    },
    stop: () => child.kill(),
  }
}
