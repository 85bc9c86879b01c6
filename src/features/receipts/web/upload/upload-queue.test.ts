import { expect, test } from 'vitest'
import { createUploadQueue } from './upload-queue.ts'

const fileNamed = (name: string) => new File(['x'], name)

function createSender() {
  const sent: { name: string; requestId: string; settle: (error?: Error) => void }[] = []
  const send = (file: File, requestId: string) =>
    new Promise<{ id: string }>((resolve, reject) => {
      const settle = (error?: Error) => (error ? reject(error) : resolve({ id: `id of ${file.name}` }))
      sent.push({ name: file.name, requestId, settle })
    })
  return {
    sent,
    queue: createUploadQueue({ send, problemOf: (error) => ({ text: String(error), canRetry: true }) }),
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('three files are sent at a time, and the next when one is done or has failed', async () => {
  const { sent, queue } = createSender()
  queue.add(['a', 'b', 'c', 'd', 'e'].map(fileNamed), 'one')
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  sent[1]!.settle()
  await settled()
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  sent[0]!.settle(new Error('broken'))
  await settled()
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(queue.getUploads().map(({ state }) => state)).toEqual([
    'failed',
    'sent',
    'sending',
    'sending',
    'sending',
  ])
})

test('failures stay beside each other, and one that is tried again keeps its request id', async () => {
  const { sent, queue } = createSender()
  queue.add(['a', 'b'].map(fileNamed), 'one')
  sent[0]!.settle(new Error('first'))
  sent[1]!.settle(new Error('second'))
  await settled()
  expect(queue.getUploads().map(({ problem }) => problem?.text)).toEqual(['Error: first', 'Error: second'])
  queue.retry(queue.getUploads()[0]!.requestId)
  sent[2]!.settle()
  await settled()
  expect(sent[2]!.requestId).toBe(sent[0]!.requestId)
  expect(queue.getUploads()).toMatchObject([
    { state: 'sent', receiptId: 'id of a', problem: null },
    { state: 'failed', problem: { text: 'Error: second' } },
  ])
})

test('what is removed is gone, and listeners hear of every change', async () => {
  const { sent, queue } = createSender()
  let heard = 0
  const stop = queue.subscribe(() => (heard += 1))
  const [first = ''] = queue.add([fileNamed('a')], 'one')
  sent[0]!.settle()
  await settled()
  queue.remove([first])
  expect(queue.getUploads()).toEqual([])
  const before = heard
  expect(before).toBeGreaterThan(2)
  stop()
  queue.add([fileNamed('b')], 'one')
  expect(heard).toBe(before)
})
