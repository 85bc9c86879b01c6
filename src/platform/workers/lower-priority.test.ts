import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const script = `
  const { parentPort } = require('node:worker_threads')
  const { getPriority } = require('node:os')
  import(${JSON.stringify(new URL('lower-priority.ts', import.meta.url).href)}).then(({ lowerPriority, threadId }) => {
    lowerPriority()
    parentPort.postMessage({ own: getPriority(threadId()), thread: threadId() })
  })`

test.runIf(process.platform === 'linux')('a thread lowers its own priority and no other', async () => {
  const before = getPriority()
  const worker = new Worker(script, { eval: true })
  const { own, thread } = await new Promise<{ own: number; thread: number }>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  })
  await worker.terminate()
  expect(thread).not.toBe(process.pid)
  expect(own).toBeGreaterThan(before)
  expect(getPriority()).toBe(before)
})
