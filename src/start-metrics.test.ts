import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './platform/db/connect.ts'
import { createLog } from './platform/log.ts'
import { startMetrics } from './start-metrics.ts'

const database = connect({ url: 'postgresql://nobody@127.0.0.1:1/none', onError: () => undefined })
const deps = {
  database,
  live: { count: () => 0 },
  log: createLog('fatal', { write: () => undefined }),
  version: '1.2.3',
}
const other = createServer()
beforeAll(async () => {
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
})
afterAll(async () => {
  other.close()
  await database.close()
})

test('a taken port is named together with its setting', async () => {
  const { port } = other.address() as AddressInfo
  const metrics = { port, host: '127.0.0.1', token: undefined }
  await expect(startMetrics({ ...deps, config: { role: 'all', metrics } })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or set METRICS_PORT to another port.`,
  )
})

test('without settings there are none', async () => {
  const { served } = await startMetrics({ ...deps, config: { role: 'all', metrics: undefined } })
  expect(served).toBeUndefined()
})
