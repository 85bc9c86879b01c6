import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../test/support/product.ts'
import type { FloorSettings } from './floor-server.ts'
import type { Target } from './load.ts'
import type { Statement } from './record-statements.ts'

type Wanted = Omit<FloorSettings, 'port' | 'lists'> & { lists: Record<string, Statement | undefined> }

export async function startFloor(wanted: Wanted) {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'floor-server.ts'), {
    env: { FLOOR: JSON.stringify({ ...wanted, port }) },
  })
  await once(child, 'message')
  return {
    target: (list: string): Target => ({ url: `http://127.0.0.1:${port}/${list}`, pid: child.pid ?? 0 }),
    stop: () => child.kill(),
  }
}
